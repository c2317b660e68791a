import type pg from 'pg'
import type { Logger } from 'pino'
import { createHub } from './hub.ts'
import { listenForEvents } from './incoming.ts'
import { createOutgoing } from './outgoing.ts'
import type { EventBus } from './port.ts'
import { decodeEvent, encodeEvent } from './wire.ts'

/**
 * Events of every process on one PostgreSQL, over LISTEN and NOTIFY. Listeners of the same process are told at once.
 * `databaseUrl` must lead to PostgreSQL itself: a pooler that shares connections between transactions cannot listen.
 */
export async function postgresEvents(parts: {
  databaseUrl: string
  pool: pg.Pool
  log: Logger
  processId: string
}): Promise<EventBus> {
  const { processId } = parts
  const hub = createHub()
  const outgoing = createOutgoing(parts)
  const incoming = await listenForEvents({
    ...parts,
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
