import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { appHeader } from '#contract/endpoint.ts'
import { contractHeader, contractVersion } from '#contract/version.ts'
import type { Exchange } from './route.ts'
import { hasIt, takes } from '#server/http/static/built-files.ts'

export interface Answer {
  readonly status: number
  /** Left out on 204. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Lets a caller who names what they have be told that it still holds. */
  readonly revalidates?: boolean
}

/** Carried by every answer under `/api`. Built once: setting them one by one through hono halves throughput. */
export const apiHeaders = {
  [appHeader.name]: appHeader.value,
  [contractHeader]: String(contractVersion),
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
  const etag = answer.revalidates ? etagOf(text) : undefined
  const headers = { ...jsonHeaders, ...(etag && { ...revalidatedHeaders, etag }), ...more }
  if (etag && hasIt(exchange.incoming, etag)) return new Response(null, { status: 304, headers })
  if (text.length < gzipFromBytes || !takesGzip(exchange)) {
    return new Response(text, { status: answer.status, headers })
  }
  return new Response(await gzipAsync(text), {
    status: answer.status,
    headers: { ...headers, 'content-encoding': 'gzip' },
  })
}

/** Kept by whoever asked, for themself, and asked about each time. */
const revalidatedHeaders = {
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding, authorization',
} as const

/** Weak: the same for the plain bytes and the packed ones. */
function etagOf(text: string): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 27)}"`
}

function takesGzip(exchange: Exchange): boolean {
  return takes(exchange.incoming.headers['accept-encoding'] ?? '', 'gzip')
}
