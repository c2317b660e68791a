import { chatImageKinds } from '#contract/chat/file.ts'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'

export type ShownFile = NonNullable<ShownMessage['file']>

/** Spec 9: images by how their names end, for a file whose kind the server has not told yet. */
const imageEnding = /\.(jpe?g|png|gif|webp)$/i
const audioKinds = ['mp3', 'm4a', 'ogg', 'wav']
const videoKinds = ['mp4', 'mov', 'webm']

/** How a file is shown. */
export function fileLook({ kind, name }: Pick<ShownFile, 'kind' | 'name'>) {
  if (kind === null) return imageEnding.test(name) ? 'image' : 'document'
  if (chatImageKinds.some((image) => image === kind)) return 'image'
  if (audioKinds.includes(kind)) return 'audio'
  return videoKinds.includes(kind) ? 'video' : 'document'
}

export const fileEmojis = { image: '🖼️', document: '📄', audio: '🎧', video: '🎬' } as const
