import type pg from 'pg'
import type { Logger } from 'pino'
import { databaseErrorFacts } from '#server/db/errors.ts'
import { encodeResync } from './wire.ts'
import { eventsNotify } from './events.sql.ts'

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
