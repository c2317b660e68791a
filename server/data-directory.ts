import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Rights of the group and of everybody else: nothing below the data directory has any of them. */
export const rightsOfOthers = 0o077

/** Thrown when the data directory cannot be made private; its message is for the operator. */
export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError'
}

/** Files that this process makes from now on are for its own user alone. Called before anything is written. */
export function makeNewFilesPrivate(): void {
  process.umask(rightsOfOthers)
}

/**
 * Makes the data directory, or takes the rights of others away from an existing one and from everything in it.
 * Returns how many entries were repaired. Throws `DataDirectoryError` where that is not possible.
 */
export async function openDataDirectory(directory: string): Promise<number> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  // A private directory hides what is in it: only one that was open has its contents looked through.
  return isOpen(await stat(directory)) ? takeRightsOfOthers(directory) : 0
}

/** Leaves a directory and everything in it to its owner alone. Returns how many entries were repaired. */
export async function takeRightsOfOthers(directory: string): Promise<number> {
  const inside = await repairInside(directory)
  return inside + (await repair(directory))
}

async function repairInside(directory: string): Promise<number> {
  let repaired = 0
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    // A link's own rights mean nothing, and what it names may be somebody else's.
    if (entry.isSymbolicLink()) continue
    const path = join(directory, entry.name)
    if (entry.isDirectory()) repaired += await repairInside(path)
    repaired += await repair(path)
  }
  return repaired
}

async function repair(path: string): Promise<number> {
  const { mode } = await stat(path)
  if (!isOpen({ mode })) return 0
  try {
    await chmod(path, mode & 0o777 & ~rightsOfOthers)
    return 1
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason'
    throw new DataDirectoryError(
      `Other users can read ${path}, and the server cannot change that (${reason}). Make the server's user its owner.`,
    )
  }
}

function isOpen({ mode }: { readonly mode: number }): boolean {
  return (mode & rightsOfOthers) !== 0
}
