import { createStore, useStore } from '#src/lib/store.ts'

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
