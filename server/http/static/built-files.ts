import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

/** A file as it goes out: its bytes and what the build has compressed beside it. */
export interface BuiltFile {
  readonly contentType: string
  readonly plain: Encoded
  readonly br: Encoded | undefined
  readonly gzip: Encoded | undefined
}

/** Bytes and the strong validator made of them: equal builds have equal ones, on every node. */
interface Encoded {
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

/** Bytes with their validator. */
export function encoded(bytes: Buffer): Encoded {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` }
}

/** Sends a file in the best encoding its caller takes, or 304 when they have it. Headers already set stand. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: BuiltFile,
): void {
  const { encoding, body } = chosen(request, file)
  response.setHeader('etag', body.etag)
  if (file.br ?? file.gzip) response.appendHeader('vary', 'accept-encoding')
  if (hasIt(request, body.etag)) {
    response.writeHead(304).end()
    return
  }
  response.setHeader('content-type', file.contentType)
  response.setHeader('content-length', body.bytes.length)
  if (encoding) response.setHeader('content-encoding', encoding)
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body.bytes)
}

function chosen(
  request: IncomingMessage,
  file: BuiltFile,
): { encoding: 'br' | 'gzip' | undefined; body: Encoded } {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (file.br && takes(accepted, 'br')) return { encoding: 'br', body: file.br }
  if (file.gzip && takes(accepted, 'gzip')) return { encoding: 'gzip', body: file.gzip }
  return { encoding: undefined, body: file.plain }
}

/** True when an `Accept-Encoding` names an encoding without refusing it (`;q=0`). */
export function takes(accepted: string, encoding: 'br' | 'gzip'): boolean {
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

/** True when a caller says that they have what goes by this validator. */
export function hasIt(request: IncomingMessage, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',') ?? []
  return known.some((each) => opaque(each.trim()) === opaque(etag))
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, '')
}
