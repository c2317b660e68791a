import type { LiveEvent, RecentEvent } from '#contract/events/api.ts'

/** What travels between processes: live events, and the word that a person's sessions have to be looked at again. */
export type BusEvent = LiveEvent | { readonly type: 'sessions' }

/** What a page does not read again at its first `resync`. */
const recentTypes: readonly RecentEvent['of'][] = ['connections', 'sharing']
/** A page opens its first stream sooner than this after it began. */
const recentMs = 120_000

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
  /** What a person was notified of in the last two minutes and a first `resync` does not cover, with the milliseconds since then. */
  readonly recent: (userId: string) => readonly RecentEvent[]
  readonly close: () => Promise<void>
}

/** The listeners of this process. */
export interface Hub {
  readonly deliver: (userIds: readonly string[], event: BusEvent) => void
  readonly deliverToAll: (event: BusEvent) => void
  readonly subscribe: EventBus['subscribe']
  readonly recent: EventBus['recent']
}

export function createHub(now: () => number = () => performance.now()): Hub {
  const listeners = new Map<string, Set<Listener>>()
  const recents = createRecents(now)

  function deliverToOne(userId: string, event: BusEvent): void {
    for (const listener of listeners.get(userId) ?? []) listener(event)
  }

  return {
    deliver(userIds, event) {
      const people = new Set(userIds)
      recents.remember(people, event)
      for (const userId of people) deliverToOne(userId, event)
    },
    deliverToAll(event) {
      if (event.type === 'resync') recents.noteGap()
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
    recent: (userId) => recents.of(userId),
  }
}

function createRecents(now: () => number) {
  /** When each person was last notified of each type, the longest ago first. */
  const notified = new Map<string, number>()
  /** When anything may have been lost on its way here last; whatever came before this process listened was. */
  let gapAt = now()

  return {
    remember(userIds: ReadonlySet<string>, { type }: BusEvent): void {
      if (!recentTypes.some((recent) => recent === type)) return
      const nowMs = now()
      for (const userId of userIds) {
        const key = `${type} ${userId}`
        notified.delete(key)
        notified.set(key, nowMs)
      }
      for (const [key, atMs] of notified) {
        if (nowMs - atMs < recentMs) return
        notified.delete(key)
      }
    },
    noteGap(): void {
      gapAt = now()
    },
    of(userId: string): readonly RecentEvent[] {
      return recentTypes.flatMap((of): RecentEvent[] => {
        const at = Math.max(notified.get(`${of} ${userId}`) ?? -Infinity, gapAt)
        const agoMs = Math.floor(now() - at)
        return agoMs < recentMs ? [{ type: 'recent', of, agoMs }] : []
      })
    },
  }
}

/** Events of one process, for a server that stands alone. */
export function localEvents(): EventBus {
  const { deliver: publish, subscribe, recent } = createHub()
  return { publish, subscribe, recent, close: async () => undefined }
}
