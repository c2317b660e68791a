import type { BusEvent, EventBus, Listener } from './port.ts'

/** The listeners of this process. */
export interface Hub {
  readonly deliver: (userIds: readonly string[], event: BusEvent) => void
  readonly deliverToAll: (event: BusEvent) => void
  readonly subscribe: EventBus['subscribe']
}

export function createHub(): Hub {
  const listeners = new Map<string, Set<Listener>>()

  function deliverToOne(userId: string, event: BusEvent): void {
    for (const listener of listeners.get(userId) ?? []) listener(event)
  }

  return {
    deliver(userIds, event) {
      for (const userId of new Set(userIds)) deliverToOne(userId, event)
    },
    deliverToAll(event) {
      for (const userId of listeners.keys()) deliverToOne(userId, event)
    },
    subscribe(userId, listener) {
      const own = listeners.get(userId) ?? new Set()
      listeners.set(userId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId)
      }
    },
  }
}

/** Events of one process, for a server that stands alone. */
export function localEvents(): EventBus {
  const hub = createHub()
  return { publish: hub.deliver, subscribe: hub.subscribe, close: async () => undefined }
}
