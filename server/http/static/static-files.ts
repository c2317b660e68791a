import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { builtFile, readBuiltFiles, type BuiltFile } from './built-files.ts'
import { pageHeaders } from './page-policy.ts'
import { sendFile } from './send-file.ts'
import { workerOff } from './worker-off.ts'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Vite puts a hash of the content into these names. */
const hashedPath = /^\/assets\//
const yearSeconds = 31_536_000

/**
 * Serves the built app from memory. An address without a file extension is a screen of the app and gets
 * index.html; a missing file is 404, so that an old page never takes HTML for a script.
 */
export function staticFiles(
  dir: string,
  options: { workerDisabled?: boolean } = {},
): RequestHandler {
  if (!existsSync(join(dir, 'index.html'))) return notBuilt
  const files = readBuiltFiles(dir)
  if (options.workerDisabled) files.set('/sw.js', builtFile('sw.js', Buffer.from(workerOff)))
  const index = files.get('/index.html')
  const headers = pageHeaders(index?.plain.bytes.toString('utf8') ?? '')

  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      sendText(response, 405, 'Method not allowed')
      return
    }
    const path = pathOf(request)
    const file = path === undefined ? undefined : fileFor(path, files, index)
    if (!file) {
      response.setHeader('cache-control', 'no-store')
      sendText(response, 404, 'Not found')
      return
    }
    response.setHeader('cache-control', cacheControl(path))
    sendFile(request, response, file)
  }
}

function fileFor(
  path: string,
  files: ReadonlyMap<string, BuiltFile>,
  index: BuiltFile | undefined,
): BuiltFile | undefined {
  const screen = extname(path) === '' && !hashedPath.test(path)
  return files.get(path) ?? (screen ? index : undefined)
}

/** The path as the files are named, or undefined for an address that cannot be read. */
function pathOf(request: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent((request.url ?? '/').split(/[?#]/, 1)[0] ?? '/')
  } catch {
    return undefined
  }
}

function cacheControl(path: string | undefined): string {
  return hashedPath.test(path ?? '') ? `public, max-age=${yearSeconds}, immutable` : 'no-cache'
}

function notBuilt(_request: IncomingMessage, response: ServerResponse): void {
  sendText(response, 404, 'The app is not built: npm run build makes it, npm run dev serves it.')
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
