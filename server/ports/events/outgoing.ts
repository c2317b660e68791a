import pg from 'pg'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { liveEventSchema } from '#contract/events/api.ts'
import { databaseErrorFacts } from '#server/db/errors.ts'
import { eventsNotify } from './events.sql.ts'
import type { BusEvent } from './port.ts'

export const channel = 'zync_events'

/** One statement carries so many at most. */
const batchMax = 500

/** More than this would be waiting only after a long outage: then all it says is that anything may have changed. */
const waitingMax = 10_000
const retryMs = 1_000

export interface Outgoing {
  send(texts: readonly string[]): void
  /** Resolves once what waited is out, or was tried once more. */
  close(): Promise<void>
}

/**
 * Notifications on their way to the other processes, gathered while one statement is under way: commits that notify
 * wait for each other in PostgreSQL, so that a statement for each would be the slow part. What cannot be sent waits.
 */
export function createOutgoing(deps: { pool: pg.Pool; log: Logger; processId: string }): Outgoing {
  const { pool, log, processId } = deps
  let waiting: string[] = []
  let sending: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax)
      try {
        await eventsNotify.run(pool, [channel, batch])
      } catch (error) {
        log.warn(databaseErrorFacts(error), 'live events wait for the database')
        waiting = [...batch, ...waiting]
        if (waiting.length > waitingMax) waiting = [encodeResync(processId)]
        retry ??= setTimeout(start, retryMs).unref()
        return
      }
    }
  }

  function start(): void {
    retry = undefined
    sending ??= sendAll().finally(() => (sending = undefined))
  }

  return {
    send(texts) {
      waiting.push(...texts)
      if (!retry) start()
    },
    async close() {
      clearTimeout(retry)
      retry = undefined
      await sending
      await sendAll()
      clearTimeout(retry)
    },
  }
}

const busEventSchema = v.variant('type', [
  ...liveEventSchema.options,
  v.object({ type: v.literal('sessions') }),
])

const wireSchema = v.object({
  /** The process that sent it, which has told its own listeners already. */
  from: v.string(),
  /** Everybody without it. */
  to: v.optional(v.array(v.string())),
  event: busEventSchema,
})

export type WireEvent = v.InferOutput<typeof wireSchema>

/** PostgreSQL takes payloads below 8,000 bytes; an id is 39 of them with its quotes and comma. */
const idsMax = 150

/** An event as texts that each fit into one notification. */
export function encodeEvent(from: string, to: readonly string[], event: BusEvent): string[] {
  const texts: string[] = []
  for (let start = 0; start < to.length; start += idsMax) {
    texts.push(encode({ from, to: to.slice(start, start + idsMax), event }))
  }
  return texts
}

function encodeResync(from: string): string {
  return encode({ from, event: { type: 'resync' } })
}

/** For nobody: whoever sent it hears it too, and sees how long it took. */
export function encodeProbe(from: string): string {
  return encode({ from, to: [], event: { type: 'resync' } })
}

/** Undefined for what this build cannot read: a newer process may speak of more. */
export function decodeEvent(text: string): WireEvent | undefined {
  try {
    const parsed = v.safeParse(wireSchema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

function encode(event: WireEvent): string {
  return JSON.stringify(event)
}
