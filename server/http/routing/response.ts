import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { appHeader } from '#contract/endpoint.ts'
import { mediaTypes } from '#contract/file-rule.ts'
import { contractHeader, contractVersion } from '#contract/version.ts'
import { hasIt, takes } from '#server/http/static/built-files.ts'
import type { Exchange } from './route.ts'

interface Answer {
  readonly status: number
  /** Left out on 204. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Lets a caller who names what they have be told that it still holds. */
  readonly revalidates?: boolean
}

/** Carried by every answer under `/api`. Built once: setting them one by one through hono halves throughput. */
const apiHeaders = {
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

/** The bytes of a file on their way to a caller who may have them. */
export interface FileReply {
  readonly stream: Readable
  readonly bytes: number
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer with a file's own bytes. A page that opens it may run and load nothing. */
export function fileResponse(status: number, file: FileReply, exchange: Exchange): Response {
  const headers = {
    ...apiHeaders,
    'content-type': file.contentType,
    'content-length': String(file.bytes),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    // What is kept of it is for the person who asked, on a device that several may share.
    vary: 'authorization',
    'x-request-id': exchange.requestId,
    ...file.headers,
  }
  if (exchange.incoming.method !== 'HEAD') {
    return new Response(Readable.toWeb(file.stream) as ReadableStream<Uint8Array>, {
      status,
      headers,
    })
  }
  file.stream.destroy()
  return new Response(null, { status, headers })
}

/** A header that makes a file be saved under its name. RFC 6266: names of any script, and nothing that could end the header. */
export function attachmentNamed(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escaped)}`
}

function escaped(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}

/** What a file is called on the wire, by what its content showed it to be. */
export const contentTypes = mediaTypes

/** A live stream to one caller. */
export interface EventStream {
  /** Sends one event; its data is one line. */
  send(data: string): void
  /** Ends it; a second call does nothing. */
  end(): void
}

/** What a handler gives for a reply of type `stream`: begins the work of one, and returns what ends that work. */
export interface StreamReply {
  readonly begin: (stream: EventStream) => () => void
}

/** A reader so far behind is cut off: what it does not take would fill the server's memory. */
export const bufferedBytesMax = 1_000_000

const streamHeaders = {
  ...apiHeaders,
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // A proxy that gathers answers before it passes them on would hold the events back.
  'x-accel-buffering': 'no',
}

/**
 * Writes server-sent events straight to node's response: a stream of the framework costs 2.5 times the memory. The
 * work that `begin` started ends with the connection, whoever ends that.
 */
export function openEventStream(
  { incoming, outgoing }: HttpBindings,
  requestId: string,
  { begin }: StreamReply,
): Response {
  const answer = { status: 200, headers: { ...streamHeaders, 'x-request-id': requestId } }
  if (incoming.method === 'HEAD') return new Response(null, answer)
  // A caller who has gone already closes no more: nothing would end the work of their stream.
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
  outgoing.writeHead(answer.status, answer.headers)
  // Proxies and browsers hold small packets back in the hope of more; an event is all there is.
  outgoing.socket?.setNoDelay(true)
  outgoing.flushHeaders()

  const finish = begin({
    send(data) {
      if (outgoing.destroyed || outgoing.writableEnded) return
      outgoing.write(data === '' ? ': \n\n' : `data: ${data}\n\n`)
      if (outgoing.writableLength > bufferedBytesMax) outgoing.destroy()
    },
    end() {
      if (!outgoing.writableEnded) outgoing.end()
    },
  })
  outgoing.once('close', finish)
  outgoing.once('error', () => outgoing.destroy())
  return RESPONSE_ALREADY_SENT
}
