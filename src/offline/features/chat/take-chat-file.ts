import { chatFileBytesMax, chatFileRule, nameOfKind } from '#contract/chat/file.ts'
import { fileKindOf } from '#contract/file-kind.ts'
import { mediaTypes } from '#contract/media-types.ts'
import type { ChosenFile } from './rows.ts'

export type TakenChatFile =
  | { status: 'taken'; file: ChosenFile }
  /** The text says why. */
  | { status: 'refused'; text: string }

/**
 * Judges a chosen file by its size and its own bytes, before anything is sent. What is taken is a copy: a phone may move
 * or lock the original before it goes up.
 */
export async function takeChatFile(chosen: File): Promise<TakenChatFile> {
  if (chosen.size > chatFileBytesMax) return { status: 'refused', text: chatFileRule.tooLargeText }
  const data = await chosen.arrayBuffer().catch(() => undefined)
  const kind = data && fileKindOf(new Uint8Array(data))
  const taken = chatFileRule.kinds.find((each) => each === kind)
  if (!data || !taken) return { status: 'refused', text: chatFileRule.kindText }
  return {
    status: 'taken',
    file: { name: nameOfKind(chosen.name, taken), type: mediaTypes[taken], data },
  }
}
