import { fileKindOf } from '#contract/file-kind.ts'
import { fileTooLargeText, type FileRule } from '#contract/file-rule.ts'
import { mediaTypes } from '#contract/media-types.ts'

export type TakenFile =
  | { status: 'taken'; file: File }
  /** The text says why, in the spec's words. */
  | { status: 'refused'; text: string }

/**
 * Judges a chosen file by its size and its own bytes, before anything is sent. What is taken is a copy in memory: a
 * phone may move or lock the original before it is sent.
 */
export async function takeFile(rule: FileRule, chosen: File): Promise<TakenFile> {
  if (chosen.size > rule.bytesMax) return { status: 'refused', text: fileTooLargeText }
  const bytes = await chosen.arrayBuffer().catch(() => undefined)
  const kind = bytes && fileKindOf(new Uint8Array(bytes))
  if (!bytes || !kind || !rule.kinds.includes(kind))
    return { status: 'refused', text: rule.kindText }
  return { status: 'taken', file: new File([bytes], chosen.name, { type: mediaTypes[kind] }) }
}
