import { profileImageRule, type FileKind } from '#contract/file-rule.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** How the files of each kind begin. */
const beginnings: readonly { kind: FileKind; bytes: readonly number[] }[] = [
  { kind: 'png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { kind: 'jpeg', bytes: [0xff, 0xd8, 0xff] },
]
const beginningMax = 8

/** What the accept attribute of a file input offers. */
export const imageTypes = 'image/png,image/jpeg'

/** Spec 5: the text for a file that cannot be a profile image, judged by size and content; undefined for one that can. */
export async function imageProblem(file: Blob): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, beginningMax).arrayBuffer())
  const kinds: readonly FileKind[] = profileImageRule.kinds
  const known = beginnings.some(
    ({ kind, bytes }) => kinds.includes(kind) && bytes.every((byte, index) => head[index] === byte),
  )
  return known && file.size <= profileImageRule.bytesMax ? undefined : m.profile_image_unfit()
}
