import type { FileKind, FileRule } from './file-rule.ts'

/** What a file is called on the wire, by what its content showed it to be. */
export const mediaTypes: Readonly<Record<FileKind, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

/** Every kind ends as it is called, but for this one. */
const endings: Partial<Record<FileKind, string>> = { jpeg: '.jpg,.jpeg' }

/** What a file picker offers for a rule: pickers of some systems know no media types, only endings. */
export function acceptOf({ kinds }: Pick<FileRule, 'kinds'>): string {
  return kinds.map((kind) => `${mediaTypes[kind]},${endings[kind] ?? `.${kind}`}`).join(',')
}
