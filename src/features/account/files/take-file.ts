import { fileKindOf } from '#contract/file-kind.ts'
import { fileTooLargeText, type FileKind, type FileRule } from '#contract/file-rule.ts'

export type TakenFile =
  | { status: 'taken'; file: File }
  /** The text says why, in the spec's words. */
  | { status: 'refused'; text: string }

const mediaTypes: Record<FileKind, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
/** Pickers of some systems know no media types, only endings. */
const endings: Record<FileKind, string> = {
  png: '.png',
  jpeg: '.jpg,.jpeg',
  gif: '.gif',
  pdf: '.pdf',
  doc: '.doc',
  docx: '.docx',
}

/** What a file picker offers for a rule. */
export function acceptOf({ kinds }: FileRule): string {
  return kinds.map((kind) => `${mediaTypes[kind]},${endings[kind]}`).join(',')
}

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
