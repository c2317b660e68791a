import { createStore, useStore } from '#src/lib/store.ts'

/** How the person's chats stand, as the shell shows it. */
export interface ChatStatus {
  /** Unread messages of all chats together. */
  readonly unread: number
  /** Whether news come by themselves; while they do not, what is open is read again every few seconds. */
  readonly live: boolean
}

const nothingUnread: ChatStatus = { unread: 0, live: false }

/** Written by the live driver alone; the shell reads it without loading the database's code. */
export const chatStatus = createStore<ChatStatus>(nothingUnread)

export function resetChatStatus(): void {
  chatStatus.set(nothingUnread)
}

export function useChatStatus(): ChatStatus {
  return useStore(chatStatus)
}
