import { rm, writeFile } from 'node:fs/promises'
import type { UploadFolder } from '#server/http/uploads/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'

/** Where the demo puts files: the blob store, by way of a folder, under names that no other process gives. */
export interface DemoFiles {
  readonly blobs: BlobStore
  readonly folder: UploadFolder
  readonly newId: () => string
}

/** Puts a file into the store, where it waits for its row. */
export async function stageDemoFile(
  { blobs, folder }: DemoFiles,
  key: string,
  content: Buffer,
): Promise<void> {
  const path = folder.newPath()
  await writeFile(path, content)
  try {
    await blobs.stage(key, path)
  } finally {
    await rm(path, { force: true })
  }
}
