import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { PayloadOf } from '#contract/commands.ts'
import type { LiveEvent } from '#contract/events/api.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { OpResult, PushReply } from '#contract/sync/api.ts'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { keepStream } from '#src/offline/events/keep-stream.ts'

/** One try of a phone, and what came of it; status 0 where nothing answered. */
export interface Tried {
  readonly kind: string
  readonly status: number
  readonly ms: number
}

export interface Phone {
  /** One try; undefined unless it went well. */
  readonly read: (kind: string, path: string) => Promise<unknown>
  readonly write: (kind: string, path: string, body: object) => Promise<Written>
  /** Sends an operation as the outbox does: under one id, until the server says that it has it. Gives the id. */
  readonly deliver: <K extends 'chat.send' | 'trackers.record'>(
    kind: K,
    payload: PayloadOf<K>,
  ) => Promise<string>
  /** Keeps a live stream with the app's own code, until the signal ends it. */
  readonly follow: (onEvent: (event: LiveEvent) => void, signal: AbortSignal) => Promise<unknown>
}

interface Written {
  readonly status: number
  readonly body: unknown
}

/** Before an operation is sent again that nobody answered for. */
const againMs = 200

/** A phone of somebody, without its screen. Everything it tries is noted, and so is each wait before it opens its stream again. */
export function createPhone(deps: {
  origin: string
  token: string
  day: LocalDate
  onTry: (tried: Tried) => void
  onWait?: (ms: number) => void
}): Phone {
  const { origin, token, day, onTry } = deps
  const authorization = `Bearer ${token}`

  async function ask(kind: string, path: string, body?: object): Promise<Written> {
    const startedMs = performance.now()
    const note = (status: number) => onTry({ kind, status, ms: performance.now() - startedMs })
    try {
      const response = await fetch(`${origin}/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const answer: unknown = await response.json()
      note(response.status)
      return { status: response.status, body: answer }
    } catch {
      note(0)
      return { status: 0, body: undefined }
    }
  }

  async function tryOnce(kind: string, op: object): Promise<OpResult | undefined> {
    const { status, body } = await ask(kind, '/sync/push', { ops: [op] })
    return status === 200 ? (body as PushReply).results[0] : undefined
  }

  async function open(_token: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const response = await fetch(`${origin}/api/events`, { headers: { authorization }, signal })
    onTry({ kind: 'stream', status: response.status, ms: 0 })
    if (!response.ok || !response.body) throw new UnreachableError()
    return response.body
  }

  return {
    async read(kind, path) {
      const { status, body } = await ask(kind, path)
      return status === 200 ? body : undefined
    },
    write: ask,
    async deliver(kind, payload) {
      const op = { opId: uuidv7(), v: 1, kind, localDate: day, tz: 'Africa/Cairo', payload }
      for (;;) {
        const result = await tryOnce(kind, op)
        if (result && result.status !== 'retry') {
          if (!('result' in result)) throw new Error(`${kind} came to ${JSON.stringify(result)}`)
          return op.opId
        }
        await pause(result?.afterMs ?? againMs)
      }
    },
    follow: (onEvent, signal) =>
      keepStream(
        {
          token: async () => token,
          open,
          onEvent,
          onLife: () => undefined,
          async wait(ms, ended) {
            deps.onWait?.(ms)
            await pause(ms, undefined, { signal: ended }).catch(() => undefined)
          },
          after(ms, work) {
            const timer = setTimeout(work, ms)
            return () => clearTimeout(timer)
          },
          random: Math.random,
        },
        signal,
      ),
  }
}
