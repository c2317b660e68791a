import type { PaperName } from '#server/db/schema/papers.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { ProfileImages } from './profile/profile-image.ts'
import type { NewPaper } from './profile/papers-repo.ts'

/** The files of an account on their way into the store: staged, and named by no row yet. */
export interface StagedFiles {
  /** The profile image's file name. */
  readonly profileImg: string
  readonly papers: readonly NewPaper[]
  readonly keys: readonly string[]
}

/** Where the profile image of that file name is in the blob store. */
export function imageKey(file: string): string {
  return `profile-images/${file}`
}

/** Puts a profile image into the store under a name of its own, and gives the name. */
export async function stageImage(
  path: string,
  deps: { images: ProfileImages; blobs: BlobStore; newId: () => string },
): Promise<string> {
  const file = `${deps.newId()}.webp`
  await deps.images.render(path, (imagePath) => deps.blobs.stage(imageKey(file), imagePath))
  return file
}

/** Puts an account's files into the store. The image goes first: it is what may be refused. */
export async function stageFiles(
  files: { readonly profileImg: UploadedFile } & {
    readonly [K in PaperName]?: UploadedFile | undefined
  },
  deps: { images: ProfileImages; blobs: BlobStore; newId: () => string },
): Promise<StagedFiles> {
  const profileImg = await stageImage(files.profileImg.path, deps)
  const papers: NewPaper[] = []
  for (const paper of ['resume', 'workLicense'] as const) {
    const file = files[paper]
    if (!file) continue
    const blobKey = `papers/${deps.newId()}`
    await deps.blobs.stage(blobKey, file.path)
    papers.push({ paper, blobKey, kind: file.kind, bytes: file.bytes })
  }
  return { profileImg, papers, keys: [imageKey(profileImg), ...papers.map((one) => one.blobKey)] }
}
