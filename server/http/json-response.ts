import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { appHeader } from '#contract/api.ts'
import type { Exchange } from './exchange.ts'
import { takes } from './send-file.ts'

export interface Answer {
  readonly status: number
  /** Left out on 204. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Carried by every answer under `/api`. Built once: setting them one by one through hono halves throughput. */
export const apiHeaders = {
  [appHeader.name]: appHeader.value,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

const jsonHeaders = { ...apiHeaders, 'content-type': 'application/json', vary: 'accept-encoding' }

/** Below about one packet gzip gains nothing. */
const gzipFromBytes = 1_024

const gzipAsync = promisify(gzip)

/** An answer as JSON, gzip'd where that pays and the caller takes it. */
export async function jsonResponse(answer: Answer, exchange: Exchange): Promise<Response> {
  const more = { 'x-request-id': exchange.requestId, ...answer.headers }
  if (answer.status === 204) {
    return new Response(null, { status: 204, headers: { ...apiHeaders, ...more } })
  }
  const text = JSON.stringify(answer.body)
  const headers = { ...jsonHeaders, ...more }
  if (text.length < gzipFromBytes || !takesGzip(exchange)) {
    return new Response(text, { status: answer.status, headers })
  }
  return new Response(await gzipAsync(text), {
    status: answer.status,
    headers: { ...headers, 'content-encoding': 'gzip' },
  })
}

function takesGzip(exchange: Exchange): boolean {
  return takes(exchange.incoming.headers['accept-encoding'] ?? '', 'gzip')
}
