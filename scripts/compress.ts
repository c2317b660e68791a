import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Formats that are text inside; images and fonts are compressed already. */
const compressible = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.svg',
  '.txt',
  '.wasm',
  '.webmanifest',
])

/** Smaller files fit into one packet either way. */
const bytesMin = 1_024

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Writes a `.br` and a `.gz` beside every built file that gains by it; says how many files got them. */
export async function compressFolder(dir: string): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  let compressed = 0
  for (const file of files) if (await compressFile(file)) compressed += 1
  return compressed
}

async function compressFile(file: string): Promise<boolean> {
  const bytes = await readFile(file)
  if (bytes.length < bytesMin) return false
  const [br, gz] = await Promise.all([
    brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gzipAsync(bytes, { level: 9 }),
  ])
  if (gz.length >= bytes.length) return false
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  return true
}

if (import.meta.main) {
  const count = await compressFolder(fileURLToPath(new URL('../dist', import.meta.url)))
  process.stdout.write(`compressed ${count} files\n`)
}
