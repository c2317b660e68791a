import { call } from './call.ts'
import type { TestServer } from './server.ts'

/** Asks for a code, and gives it from the message with the cookie that the browser would send along. */
export async function askForCode(
  server: TestServer,
  email: string,
): Promise<{ code: string; cookie: string }> {
  const before = server.mails.length
  const asked = await call(server.origin, 'forgotPassword', { body: { email } })
  const cookie = (asked.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  // Messages leave behind the answer, on the next turn of the server's loop.
  while (server.mails.length === before) await new Promise((resolve) => setImmediate(resolve))
  const code = /\b\d{6}\b/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? ''
  return { code, cookie }
}
