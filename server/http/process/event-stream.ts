import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { HttpBindings } from '@hono/node-server'
import { apiHeaders } from '#server/http/routing/json-response.ts'

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

const headers = {
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
  const answer = { status: 200, headers: { ...headers, 'x-request-id': requestId } }
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
