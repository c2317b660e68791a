import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The files of a browser's profile in which a word can be read, as the browser wrote it or as UTF-16. LevelDB packs its
 * blocks, but packs no word that it has not seen in the block before: a random one is readable at least once in each.
 */
export async function filesWith(profileDir: string, word: string): Promise<string[]> {
  const needles = [Buffer.from(word, 'utf8'), Buffer.from(word, 'utf16le')]
  const found: string[] = []
  for (const entry of await readdir(profileDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readIfThere(path)
    if (needles.some((needle) => bytes.includes(needle))) found.push(path.slice(profileDir.length))
  }
  return found
}

/** The browser writes while it is read: a file may be gone again. */
async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
