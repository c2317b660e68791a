import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where files stand while a request is under way. Nothing in it outlives its request. */
export interface UploadFolder {
  /** A path that nobody else uses; the file is its user's to remove. */
  newPath(): string
}

/** Longer than node lets any request take to arrive and us to answer it. */
const forgottenAfterMs = 15 * 60_000

/**
 * Opens a folder and removes what a killed process left in it. A folder may be shared by equal processes, so a file
 * younger than a quarter of an hour may still be somebody's, unless `alone` says that nobody else can have the folder.
 */
export async function openUploadFolder(
  directory: string,
  options: { newId: () => string; now: () => number; alone: boolean },
): Promise<UploadFolder> {
  const { newId, now, alone } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await sweep(directory, alone ? Infinity : now() - forgottenAfterMs)
  return { newPath: () => join(directory, newId()) }
}

async function sweep(directory: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && facts.mtimeMs < beforeMs) await rm(path, { recursive: true, force: true })
  }
}
