import { useConnection } from '#src/lib/online.ts'
import { createStore, useStore } from '#src/lib/store.ts'

/** How much of what this person did the server does not have, as the shell shows it. */
export interface QueueStatus {
  /** Items on this device that the server does not have yet; the same number as rows in the outbox. */
  readonly unsent: number
  /** Of these, taps that their person can still take back: nothing about them is late. */
  readonly undoable: number
  /** Items that were refused or need a confirmation: they wait for the person and not for the network. */
  readonly refused: number
  /** The server no longer knows the session; everything waits for a new login. */
  readonly needsAuth: boolean
  /** Items that only a newer build of the app can send. */
  readonly needsUpgrade: boolean
}

export const nothingQueued: QueueStatus = {
  unsent: 0,
  undoable: 0,
  refused: 0,
  needsAuth: false,
  needsUpgrade: false,
}

/** Written by the outbox service alone; the shell reads it without loading the database's code. */
export const queueStatus = createStore<QueueStatus>(nothingQueued)

export function useQueueStatus(): QueueStatus {
  return useStore(queueStatus)
}

/**
 * How many items to speak of as not sent: while the server can be reached, one that its person can still take back is
 * none of them.
 */
export function useUnsent(): number {
  const { unsent, undoable, needsAuth } = useQueueStatus()
  const goesOn = useConnection() === 'online' && !needsAuth
  return goesOn ? Math.max(0, unsent - undoable) : unsent
}

/** The state of the person's chats, as the shell shows it. */
export interface ChatStatus {
  /** Unread messages of all chats together. */
  readonly unread: number
  /** Whether the live stream is open; while it is not, what is on screen is read again every few seconds. */
  readonly live: boolean
}

const nothingUnread: ChatStatus = { unread: 0, live: false }

/** Written by the live service alone; the shell reads it without loading the database's code. */
export const chatStatus = createStore<ChatStatus>(nothingUnread)

export function resetChatStatus(): void {
  chatStatus.set(nothingUnread)
}

export function useChatStatus(): ChatStatus {
  return useStore(chatStatus)
}
