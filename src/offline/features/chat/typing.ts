import { chatApi } from '#contract/chat/api.ts'
import { typingEveryMs } from '#contract/chat/settings.ts'
import { callApi } from '#src/offline/api/api.ts'

/** Lets the other one know that the person is writing. Rejects as the call does. */
export async function sayTyping(token: string, chatId: string): Promise<void> {
  await callApi(chatApi.sayTyping, { params: { chatId } }, { token })
}

/** Calls `tell` with the first of many keystrokes, and again only when the word of it has grown old. */
export function createTypingPace(tell: () => void, now: () => number): () => void {
  let toldAt = -Infinity
  return () => {
    if (now() - toldAt < typingEveryMs) return
    toldAt = now()
    tell()
  }
}
