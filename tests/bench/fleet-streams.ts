import { setTimeout as pause } from 'node:timers/promises'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { keepStream } from '#src/offline/events/keep-stream.ts'
import type { Upstreams } from './fleet-upstreams.ts'
import { bearer, type Person } from './stored.ts'

/** Keeps a person's stream with the app's own code, at whichever process is ready, until the signal ends it. */
export function followStream(given: {
  person: Person
  upstreams: Pick<Upstreams, 'next'>
  signal: AbortSignal
  /** They may have a message, or had better look. */
  onNews: () => void
  /** It will be opened again after so long. */
  onWait: (ms: number) => void
}): Promise<unknown> {
  const { person, upstreams, signal, onNews, onWait } = given
  async function open(_token: string, ended: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const origin = upstreams.next()?.origin
    if (origin === undefined) throw new UnreachableError()
    const options = { headers: bearer(person), signal: ended }
    const response = await fetch(`${origin}/api/events`, options)
    if (!response.ok || !response.body) throw new UnreachableError()
    return response.body
  }
  return keepStream(
    {
      token: async () => person.token,
      open,
      onEvent: ({ type }) => {
        if (type === 'resync' || type === 'chat') onNews()
      },
      onLife: () => undefined,
      async wait(ms, ended) {
        onWait(ms)
        await pause(ms, undefined, { signal: ended }).catch(() => undefined)
      },
      after(ms, work) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
      random: Math.random,
    },
    signal,
  )
}
