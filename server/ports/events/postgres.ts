import pg, { Client } from 'pg'
import type { Logger } from 'pino'
import { createHub } from './hub.ts'
import { createOutgoing, channel } from './outgoing.ts'
import type { EventBus } from './port.ts'
import { decodeEvent, encodeEvent } from './wire.ts'
import { setTimeout as rest } from 'node:timers/promises'
import { databaseErrorFacts } from '#server/db/errors.ts'

/**
 * Events of every process on one PostgreSQL, over LISTEN and NOTIFY. Listeners of the same process are told at once.
 * `databaseUrl` must lead to PostgreSQL itself: a pooler that shares connections between transactions cannot listen.
 */
export async function postgresEvents(deps: {
  databaseUrl: string
  pool: pg.Pool
  log: Logger
  processId: string
}): Promise<EventBus> {
  const { processId } = deps
  const hub = createHub()
  const outgoing = createOutgoing(deps)
  const incoming = await listenForEvents({
    ...deps,
    onText: (text) => {
      const received = decodeEvent(text)
      if (!received || received.from === processId) return
      if (received.to) hub.deliver(received.to, received.event)
      else hub.deliverToAll(received.event)
    },
    onGap: () => hub.deliverToAll({ type: 'resync' }),
  })
  return {
    publish(userIds, event) {
      hub.deliver(userIds, event)
      outgoing.send(encodeEvent(processId, userIds, event))
    },
    subscribe: hub.subscribe,
    close: async () => {
      await outgoing.close()
      await incoming.close()
    },
  }
}

/** Between two tries to listen again after the connection was lost. */
const retryMs = 1_000
/** How long a connection may take to stand. */
const connectTimeoutMs = 5_000

interface Incoming {
  close(): Promise<void>
}

/**
 * Listens on a connection of its own, for as long as the process runs: notifications reach only who listens at the
 * moment. `onGap` is called when it listens again after a loss. Resolves once it listens for the first time.
 */
async function listenForEvents(deps: {
  databaseUrl: string
  log: Logger
  onText: (text: string) => void
  onGap: () => void
}): Promise<Incoming> {
  const { databaseUrl, log, onText, onGap } = deps
  const stopping = new AbortController()
  let current = await connect()

  async function connect(): Promise<Client> {
    const client = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'zync events',
    })
    client.on('notification', ({ payload }) => onText(payload ?? ''))
    // Node ends a process over an 'error' that nobody listens to; 'end' follows it.
    client.on('error', (error) => log.warn(databaseErrorFacts(error), 'live events were cut off'))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    client.once('end', () => void listenAgain())
    return client
  }

  async function listenAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        current = await connect()
        if (stopping.signal.aborted) return await current.end()
        onGap()
        return
      } catch (error) {
        log.warn(databaseErrorFacts(error), 'live events cannot be listened for yet')
        await rest(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(
          () => undefined,
        )
      }
    }
  }

  return {
    close: async () => {
      stopping.abort()
      await current.end().catch(() => undefined)
    },
  }
}
