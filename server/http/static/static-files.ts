import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { baseLanguage, languageCookie, readLanguage } from '#contract/language.ts'
import { youtubePlayerOrigin } from '#contract/library/model.ts'
import { lookAsked, lookCookie } from '#contract/look.ts'
import { builtFile, readBuiltFiles, type BuiltFile, sendFile } from './built-files.ts'
import type { SharedAssets } from './shared-assets.ts'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Whoever has such an address can pay with it: it goes to no other site, and no search engine lists it. */
const payLinks = '/pay/'
/** The manifest of a look, in English. */
const manifestPath = /^(\/manifest(?:\.calm)?)(\.webmanifest)$/
/** Vite puts a hash of the content into these names. */
const hashedPath = /^\/assets\//
const yearSeconds = 31_536_000
/** Seconds that a page is asked to wait while the store of files is away. */
const storeRetrySeconds = 5

/**
 * Serves the built app from memory. An address without a file extension is a screen of the app and gets
 * index.html; a missing file is 404, so that an old page never takes HTML for a script.
 */
export function staticFiles(
  dir: string,
  options: { workerDisabled?: boolean; shared?: Pick<SharedAssets, 'find'> | undefined } = {},
): RequestHandler {
  if (!existsSync(join(dir, 'index.html'))) return notBuilt
  const files = readBuiltFiles(dir)
  if (options.workerDisabled) files.set('/sw.js', builtFile('sw.js', Buffer.from(workerOff)))
  const index = files.get('/index.html')
  const headers = pageHeaders(index?.plain.bytes.toString('utf8') ?? '')

  /** A manifest or a page in the language that its browser chose, where the build has it. */
  function inOwnLanguage(request: IncomingMessage, [path, stem, ending]: readonly string[]) {
    const language = readLanguage(languageCookie(request.headers.cookie ?? ''))
    const own = `${stem}.${language ?? baseLanguage}${ending}`
    return files.get(own) ?? files.get(path ?? own)
  }

  /** The page of every screen, in the look that the address or the browser has chosen: its title is seen before a script runs. */
  function pageFor(request: IncomingMessage): BuiltFile | undefined {
    const search = /\?[^#]*/.exec(request.url ?? '')?.[0] ?? ''
    const isCalm = [lookAsked(search), lookCookie(request.headers.cookie ?? '')].includes('calm')
    return (isCalm ? inOwnLanguage(request, ['/calm.html', '/calm', '.html']) : undefined) ?? index
  }

  function fileFor(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): BuiltFile | undefined {
    const manifest = manifestPath.exec(path)
    const isPage = extname(path) === '' && !hashedPath.test(path) && !files.has(path)
    if (manifest || isPage) response.appendHeader('vary', 'cookie')
    if (manifest) return inOwnLanguage(request, manifest)
    return isPage ? pageFor(request) : files.get(path)
  }

  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      sendText(response, 405, 'Method not allowed')
      return
    }
    const path = pathOf(request)
    if (path?.startsWith(payLinks)) {
      response.setHeader('referrer-policy', 'no-referrer')
      response.setHeader('x-robots-tag', 'noindex')
    }
    const file = path === undefined ? undefined : fileFor(path, request, response)
    if (file) sendCacheable(request, response, { path, file })
    else if (path !== undefined && options.shared) {
      void sendShared(request, response, { path, shared: options.shared })
    } else sendMissing(response)
  }
}

/** A file of another build, where there was one. One that is nowhere is not cached: the next deploy may bring it. */
async function sendShared(
  request: IncomingMessage,
  response: ServerResponse,
  { path, shared }: { path: string; shared: Pick<SharedAssets, 'find'> },
): Promise<void> {
  try {
    const file = await shared.find(path)
    if (file) sendCacheable(request, response, { path, file })
    else sendMissing(response)
  } catch {
    response.setHeader('cache-control', 'no-store')
    response.setHeader('retry-after', storeRetrySeconds)
    sendText(response, 503, 'This file cannot be read at the moment. Please try again.')
  }
}

function sendCacheable(
  request: IncomingMessage,
  response: ServerResponse,
  { path, file }: { path: string | undefined; file: BuiltFile },
): void {
  response.setHeader('cache-control', cacheControl(path))
  sendFile(request, response, file)
}

function sendMissing(response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store')
  sendText(response, 404, 'Not found')
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

/**
 * The worker that `DISABLE_WORKER` puts in the place of the real one: phones fetch it by themselves, and it removes
 * the app's files and itself. It reloads nobody, and leaves what people did offline where it is.
 */
const workerOff = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave() {
  const names = await caches.keys()
  const ours = names.filter((name) => !name.startsWith('private-'))
  await Promise.all(ours.map((name) => caches.delete(name)))
  await self.registration.unregister()
}
`

/** What the app's pages may load: our own origin, the inline blocks that the build itself wrote, and one player of videos. */
function contentSecurityPolicy(html: string): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineHashes(html, 'script')].join(' '),
    ["style-src 'self'", ...inlineHashes(html, 'style')].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "connect-src 'self'",
    // A video after the click, and a PDF that the page itself has fetched, in the browser's own viewer.
    `frame-src blob: ${youtubePlayerOrigin}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Security headers of every page and file. */
function pageHeaders(html: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(html),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': [
      ...refusedFeatures.map((feature) => `${feature}=()`),
      'microphone=(self)',
    ].join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** What the app never asks a device for; a voice note needs the microphone, and no other page in a frame has it. */
const refusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'midi',
  'payment',
  'serial',
  'usb',
] as const

function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const blocks = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'gi'))
  return [...blocks]
    .filter(([, attributes = '', text = '']) => !/\bsrc\s*=/i.test(attributes) && text !== '')
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
