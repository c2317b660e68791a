import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A file as it goes out: its bytes and what the build has compressed beside it. */
export interface BuiltFile {
  readonly contentType: string
  readonly plain: Encoded
  readonly br: Encoded | undefined
  readonly gzip: Encoded | undefined
}

/** Bytes and the strong validator made of them: equal builds have equal ones, on every node. */
export interface Encoded {
  readonly bytes: Buffer
  readonly etag: string
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * Reads a folder once, by URL path (`/assets/app.js`). What is not in the map does not exist: no request can
 * reach outside the folder, and a build made while the server runs cannot pull files from under it.
 */
export function readBuiltFiles(dir: string): Map<string, BuiltFile> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length).replaceAll('\\', '/'))
  const known = new Set(names)
  const read = (name: string) =>
    known.has(name) ? encoded(readFileSync(join(dir, name))) : undefined

  const files = new Map<string, BuiltFile>()
  for (const name of names.filter((name) => !/\.(br|gz)$/.test(name))) {
    files.set(name, builtFile(name, readFileSync(join(dir, name)), read))
  }
  return files
}

/** A file of given bytes; `read` finds its compressed neighbours. */
export function builtFile(
  name: string,
  bytes: Buffer,
  read: (name: string) => Encoded | undefined = () => undefined,
): BuiltFile {
  return {
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    plain: encoded(bytes),
    br: read(`${name}.br`),
    gzip: read(`${name}.gz`),
  }
}

function encoded(bytes: Buffer): Encoded {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
}
