import type { LiveEvent } from '#contract/events/api.ts'

/** What travels between processes: live events, and the word that a person's sessions have to be looked at again. */
export type BusEvent = LiveEvent | { readonly type: 'sessions' }

type Listener = (event: BusEvent) => void

/**
 * Carries events to whoever listens for a person, in whichever process that is. Ids only: listeners read again what
 * an event names. An event may come twice; one that was lost is made up for by a `resync`.
 */
export interface EventBus {
  /** Call it after the commit of what it tells. Never fails: an event is a hint, and its sender has other work. */
  readonly publish: (userIds: readonly string[], event: BusEvent) => void
  /** Returns the function that ends it. */
  readonly subscribe: (userId: string, listener: Listener) => () => void
  readonly close: () => Promise<void>
}

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
