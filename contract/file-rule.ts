/** The kinds of file that are taken anywhere, judged by content and never by name. */
export type FileKind =
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'pdf'
  | 'doc'
  | 'docx'
  | 'mp3'
  | 'm4a'
  | 'ogg'
  | 'wav'
  | 'mp4'
  | 'mov'
  | 'webm'

/** What one file part of an upload may be. */
export interface FileRule {
  readonly kinds: readonly FileKind[]
  readonly bytesMax: number
  readonly required: boolean
  /** The spec's text for a file that did not come, where it has one. */
  readonly missingText?: string
  /** The spec's text for a file of another kind. */
  readonly kindText: string
  /** The text for a larger file, where it is not the spec's for 5 MB. */
  readonly tooLargeText?: string
}

/** Spec 9: profile image, resume and work license, 5 MB each. */
export const fileBytesMax = 5_242_880

/** Spec 5, for a file that is larger. */
export const fileTooLargeText = 'File size exceeds 5MB limit.'

export const profileImageRule = {
  kinds: ['png', 'jpeg'],
  bytesMax: fileBytesMax,
  required: true,
  kindText: 'Only PNG or JPG files up to 5MB are allowed.',
} as const satisfies FileRule

/** Spec 5 has words of its own for the image of an account that is there. */
export const editedImageRule = {
  ...profileImageRule,
  missingText: 'Please select an image to upload.',
  kindText: 'Please upload a PNG/JPG image (max 5MB).',
  tooLargeText: 'Please upload a PNG/JPG image (max 5MB).',
} as const satisfies FileRule

/** Decisions: both readings of the spec at once, PDF or Word or an image. */
export const resumeRule = {
  kinds: ['pdf', 'doc', 'docx', 'png', 'jpeg'],
  bytesMax: fileBytesMax,
  required: true,
  kindText: 'Only PDF, DOC, or DOCX files are allowed.',
} as const satisfies FileRule

export const workLicenseRule = {
  kinds: ['pdf', 'png', 'jpeg'],
  bytesMax: fileBytesMax,
  required: false,
  kindText: 'Only PDF, PNG or JPG files up to 5MB are allowed.',
} as const satisfies FileRule

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
