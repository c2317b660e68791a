import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The files of a browser's profile in which a word can be read, as the browser wrote it or as UTF-16. LevelDB packs its
 * blocks, but packs no word that it has not seen in the block before: a random one is readable at least once in each.
 */
export async function filesWith(profileDir: string, word: string): Promise<string[]> {
  const needles = [Buffer.from(word, 'utf8'), Buffer.from(word, 'utf16le')]
  const found: string[] = []
  for (const entry of await entriesOf(profileDir)) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await unlessGone(readFile(path), Buffer.alloc(0))
    if (needles.some((needle) => bytes.includes(needle))) found.push(path.slice(profileDir.length))
  }
  return found
}

/** All that is in a folder and below; the browser writes while it is read, and a folder that is gone again is empty. */
async function entriesOf(dir: string): Promise<Dirent[]> {
  const entries = await unlessGone(readdir(dir, { withFileTypes: true }), [])
  const folders = entries.filter((entry) => entry.isDirectory())
  const below = await Promise.all(folders.map(({ name }) => entriesOf(join(dir, name))))
  return [...entries, ...below.flat()]
}

async function unlessGone<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise
    throw error
  }
}
