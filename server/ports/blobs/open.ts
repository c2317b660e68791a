import { join, dirname } from 'node:path'
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type BlobPort, checkKey, type StoredBlob } from './port.ts'
import { s3Blobs, type S3Location } from './s3.ts'

/** The store that the environment names: a bucket, or a directory below `dataDir`. */
export function openBlobs(options: { s3: S3Location | undefined; dataDir: string }): BlobPort {
  return options.s3 ? s3Blobs(options.s3) : diskBlobs(join(options.dataDir, 'blobs'))
}

/** Files in a directory of their own. */
export function diskBlobs(directory: string): BlobPort {
  return {
    async put(key, path) {
      const target = pathOf(directory, key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      // No key looks like this, so a copy that a crash cut short is never taken for a file.
      const draft = `${target}.${randomUUID()}${draftEnding}`
      try {
        await pipeline(
          createReadStream(path),
          createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
        )
        await rename(draft, target)
        await syncDirectory(dirname(target))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(key) {
      return openFile(pathOf(directory, key))
    },
    async delete(key) {
      await rm(pathOf(directory, key), { force: true })
    },
  }
}

/** No key ends like this. */
export const draftEnding = '.new'

/**
 * Deletes the copies below a directory, last written before a moment, that a kill cut short: no row names them, so nothing else
 * ever would.
 */
export async function sweepDrafts(directory: string, beforeMs: number): Promise<void> {
  const children = await readdir(directory, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  for (const child of children) {
    if (!child.isFile() || !child.name.endsWith(draftEnding)) continue
    const path = join(child.parentPath, child.name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && facts.mtimeMs < beforeMs) await rm(path, { force: true })
  }
}

function pathOf(directory: string, key: string): string {
  checkKey(key)
  return join(directory, key)
}

/** Opened before its size is read: a file deleted meanwhile is still whole for whoever has it open. */
async function openFile(path: string): Promise<StoredBlob | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  const { size } = await file.stat()
  return { stream: file.createReadStream(), bytes: size }
}

/** A renamed file has its name for good once the directory is on disk; Windows opens no directories and needs none. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
