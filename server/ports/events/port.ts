import type { LiveEvent } from '#contract/events/model.ts'

/** What travels between processes: live events, and the word that a person's sessions have to be looked at again. */
export type BusEvent = LiveEvent | { readonly type: 'sessions' }

export type Listener = (event: BusEvent) => void

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
