import { typingEveryMs } from '#contract/chat/settings.ts'
import { createStore, useStore } from '#src/lib/store.ts'

/** The chats that are open on this page, and who is writing in one; for the screen and the live driver to meet. */
const openChats = createStore<readonly string[]>([])
export const typingIn = createStore<ReadonlySet<string>>(new Set())
const endings = new Map<string, ReturnType<typeof setTimeout>>()

/** A chat appears on this page: without a live stream it is read again every few seconds. Returns its end. */
export function openChat(chatId: string): () => void {
  openChats.set([...openChats.get(), chatId])
  return () => {
    const index = openChats.get().lastIndexOf(chatId)
    openChats.set(openChats.get().filter((_, each) => each !== index))
  }
}

export function currentOpenChats(): readonly string[] {
  return [...new Set(openChats.get())]
}

export function onOpenChats(listener: () => void): () => void {
  return openChats.subscribe(listener)
}

/** Whether the other one is writing in a chat. */
export function useTyping(chatId: string): boolean {
  return useStore(typingIn).has(chatId)
}

/** That the other one writes expires by itself: no event says that they have stopped. */
export function noteTyping(chatId: string): void {
  clearTimeout(endings.get(chatId))
  typingIn.set(new Set([...typingIn.get(), chatId]))
  endings.set(
    chatId,
    setTimeout(() => endTyping(chatId), 2 * typingEveryMs),
  )
}

/** A message has come: they are not writing it any more. */
export function endTyping(chatId: string): void {
  clearTimeout(endings.get(chatId))
  endings.delete(chatId)
  typingIn.set(new Set([...typingIn.get()].filter((each) => each !== chatId)))
}
