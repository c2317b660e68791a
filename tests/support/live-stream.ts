import * as v from 'valibot'
import { streamEventSchema, type StreamEvent } from '#contract/events/api.ts'

export interface LiveStream {
  readonly status: number
  readonly headers: Headers
  /** The next event, as soon as it comes; undefined once the server has ended the stream. */
  next(): Promise<StreamEvent | undefined>
  close(): void
}

/** Opens the live stream of a session. */
export async function openLiveStream(
  origin: string,
  token: string | undefined,
): Promise<LiveStream> {
  const stopping = new AbortController()
  const response = await fetch(`${origin}/api/events`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: stopping.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''

  async function next(): Promise<StreamEvent | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end !== -1) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        const event = block.startsWith('data: ') && readEvent(block.slice(6))
        // Each stream begins with it, as soon as the database has said which one, and with what happened a moment before.
        if (event && event.type !== 'epoch' && event.type !== 'recent') return event
        continue
      }
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return undefined
      text += chunk.value
    }
  }

  const readEvent = (data: string) => v.parse(streamEventSchema, JSON.parse(data))

  const { status, headers } = response
  return { status, headers, next, close: () => stopping.abort() }
}
