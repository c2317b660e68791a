import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as v from 'valibot'

/** A mistake of the operator's or a file that is no whole snapshot, in words for them. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const blockBytes = 512
const nameBytesMax = 100
const syncedAtOnce = 4
const manifestName = 'manifest.json'

/** The last entry: what was cut short has none. */
const manifestSchema = v.object({
  format: v.literal(1),
  madeAt: v.string(),
  /** The SHA-256 of each file. */
  files: v.record(v.string(), v.string()),
})
export type Manifest = v.InferOutput<typeof manifestSchema>

/** What stands below a path goes into the archive under a name, but for files whose names end with `withoutEnding`. */
export interface ArchiveRoot {
  readonly name: string
  readonly path: string
  readonly withoutEnding?: string
}

/**
 * Writes a tar.gz of what stands below `roots`, each under its name. It is whole or not there: it is filled under another
 * name, made safe on disk and renamed. What is deleted meanwhile is left out.
 */
export async function writeArchive(
  target: string,
  roots: readonly ArchiveRoot[],
  madeAt: Date,
): Promise<Manifest> {
  const draft = `${target}.new`
  const files: Record<string, string> = {}
  const manifest: Manifest = { format: 1, madeAt: madeAt.toISOString(), files }

  async function* entries(): AsyncGenerator<Buffer> {
    for (const root of roots) {
      for await (const { name, path, isDirectory } of below(root)) {
        const content = isDirectory ? undefined : await unlessGone(readFile(path))
        if (content) files[name] = sha256(content)
        if (content || isDirectory) yield* entry(name, content)
      }
    }
    yield* entry(manifestName, Buffer.from(JSON.stringify(manifest)))
    yield Buffer.alloc(2 * blockBytes)
  }

  await rm(draft, { force: true })
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(Readable.from(entries()), createGzip({ level: 1 }), file)
    await rename(draft, target)
    await syncPath(dirname(target))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return manifest
}

/** Unpacks an archive and compares every file with what was written. Throws `BackupError` where it is not whole. */
export async function extractArchive(archive: string, directory: string): Promise<Manifest> {
  const found = new Map<string, string>()
  let manifest: Manifest | undefined
  try {
    for await (const { name, content } of read(archive)) {
      if (manifest || !isPlain(name)) throw new BackupError(damaged(archive))
      if (name === manifestName) {
        manifest = v.parse(manifestSchema, JSON.parse(content?.toString() ?? ''))
        continue
      }
      const path = join(directory, name)
      await mkdir(content ? dirname(path) : path, { recursive: true, mode: 0o700 })
      if (!content) continue
      found.set(name, sha256(content))
      await writeFile(path, content, { flag: 'wx', mode: 0o600 })
    }
  } catch (error) {
    if (isFault(error)) throw error
    throw new BackupError(damaged(archive), { cause: error })
  }
  const whole =
    manifest &&
    found.size === Object.keys(manifest.files).length &&
    [...found].every(([name, hash]) => manifest?.files[name] === hash)
  if (!manifest || !whole) throw new BackupError(damaged(archive))
  await syncAll([...found.keys()].map((name) => join(directory, name)))
  return manifest
}

/** Several at once: one after another takes seconds on a busy disk. */
async function syncAll(paths: string[]): Promise<void> {
  const takeTurns = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncPath(path)
  }
  await Promise.all(Array.from({ length: syncedAtOnce }, takeTurns))
}

function damaged(archive: string): string {
  return `${archive} is no whole snapshot: it is cut short, damaged, or something else. Nothing was restored.`
}

/** What the disk says is no word about the archive. */
function isFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['ENOENT', 'EACCES', 'ENOSPC', 'EISDIR', 'EDQUOT', 'EROFS'].includes(code)
}

/** Below the directory and nowhere else. */
function isPlain(name: string): boolean {
  return /^(?:[\w.-]+\/)*[\w.-]+\/?$/.test(name) && !name.split('/').includes('..')
}

async function* below(
  root: ArchiveRoot,
): AsyncGenerator<{ name: string; path: string; isDirectory: boolean }> {
  const children = await readdir(root.path, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return undefined
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const { withoutEnding } = root
  if (!children) return yield { name: root.name, path: root.path, isDirectory: false }
  yield { name: `${root.name}/`, path: root.path, isDirectory: true }
  for (const child of children) {
    const path = join(root.path, child.name)
    const name = `${root.name}/${child.name}`
    if (child.isDirectory()) yield* below({ ...root, name, path })
    else if (withoutEnding !== undefined && name.endsWith(withoutEnding)) continue
    else if (child.isFile()) yield { name, path, isDirectory: false }
  }
}

async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** A file, or a directory without content, as POSIX's ustar has it. */
function* entry(name: string, content: Buffer | undefined): Generator<Buffer> {
  if (Buffer.byteLength(name) > nameBytesMax) throw new BackupError(`${name} is too long a name`)
  const header = Buffer.alloc(blockBytes)
  const size = content?.length ?? 0
  header.write(name)
  header.write(content ? '0000600\0' : '0000700\0', 100)
  header.write('0000000\0'.repeat(2), 108)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write(`${'0'.repeat(11)}\0`, 136)
  header.write(content ? '        0' : '        5', 148)
  header.write('ustar\x0000', 257)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  yield header
  if (!content) return
  yield content
  yield Buffer.alloc(padding(size))
}

function checksum(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

function padding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}

async function* read(
  archive: string,
): AsyncGenerator<{ name: string; content: Buffer | undefined }> {
  const unzipped = createReadStream(archive).on('error', (error) => unzip.destroy(error))
  const unzip = createGunzip()
  const take = reader(unzipped.pipe(unzip))
  for (;;) {
    const header = await take(blockBytes)
    if (header.every((byte) => byte === 0)) break
    const sum = Number.parseInt(text(header, 148, 8), 8)
    if (sum !== checksum(header)) throw new Error('a header is damaged')
    const size = Number.parseInt(text(header, 124, 12), 8)
    const content = await take(size)
    await take(padding(size))
    yield { name: text(header, 0, 100), content: header[156] === 0x35 ? undefined : content }
  }
}

function text(header: Buffer, start: number, length: number): string {
  return header.toString('utf8', start, start + length).replace(/[\0 ].*$/s, '')
}

/** Gives so many bytes at a time; rejects where there are no more. */
function reader(stream: AsyncIterable<Buffer>): (count: number) => Promise<Buffer> {
  const chunks = stream[Symbol.asyncIterator]()
  let waiting: Buffer[] = []
  let bytes = 0
  return async (count) => {
    while (bytes < count) {
      const { done, value } = await chunks.next()
      if (done) throw new Error('it ends too early')
      waiting.push(value)
      bytes += value.length
    }
    const all = Buffer.concat(waiting)
    waiting = [all.subarray(count)]
    bytes = all.length - count
    return all.subarray(0, count)
  }
}

/** Windows neither opens directories nor syncs what was opened for reading. */
export async function syncPath(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
