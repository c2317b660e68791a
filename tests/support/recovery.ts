import { call } from './call.ts'
import type { TestServer } from './server.ts'

/** Asks for a code, and gives it from the message with the cookie that the browser would send along. */
export async function askForCode(
  server: TestServer,
  email: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ code: string; cookie: string }> {
  const before = server.mails.length
  const asked = await call(server.origin, 'forgotPassword', { body: { email } }, { headers })
  const cookie = cookieOf(asked)
  return { code: await nextCode(server, before), cookie }
}

/** The code of the message after the first `count`. Messages leave behind the answer, on the next turn of the loop. */
export async function nextCode(server: TestServer, count: number): Promise<string> {
  while (server.mails.length === count) await new Promise((resolve) => setImmediate(resolve))
  return /\b\d{6}\b/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? ''
}

/** What the browser sends back of a cookie that an answer sets. */
export function cookieOf({ headers }: { readonly headers: Headers }): string {
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** A code that is not the right one; each `step` another. */
export function otherCode(code: string, step = 0): string {
  return String((Number(code) + 1 + step) % 1_000_000).padStart(6, '0')
}
