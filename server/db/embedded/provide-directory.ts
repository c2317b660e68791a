import { existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { takeRightsOfOthers } from '#server/data-directory.ts'

/**
 * Makes a database directory that is either whole or absent: it is filled under another name, made safe on disk
 * and renamed, so that a kill or a power cut during the first start leaves nothing half made.
 */
export async function provideDirectory(
  directory: string,
  fill: (fresh: string) => Promise<void>,
): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return
  const fresh = `${directory}.new`
  await rm(fresh, { recursive: true, force: true })
  await fill(fresh)
  // PGlite unpacks its files with rights of their own, whatever the umask says.
  await takeRightsOfOthers(fresh)
  await syncTree(fresh)
  await rename(fresh, directory)
  await syncPath(dirname(directory))
}

async function syncTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  for (const entry of entries) await syncPath(join(entry.parentPath, entry.name))
  await syncPath(directory)
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(ignoreOnWindows)
  try {
    await handle?.sync().catch(ignoreOnWindows)
  } finally {
    await handle?.close()
  }
}

/** Windows neither opens directories nor syncs what was opened for reading. */
function ignoreOnWindows(error: unknown): undefined {
  if (process.platform === 'win32') return undefined
  throw error
}
