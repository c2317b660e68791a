/** Builds the app into a temporary folder and holds it to what a phone should have to load, in an order that works. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildApart } from './build-apart.ts'
import { chunkCycles } from './chunk-cycles.ts'
import { deadRules } from './chunks.ts'
import { firstLoad } from './first-load.ts'

/** All of the app that a phone keeps for offline. */
const precacheBytesMax = 1_500_000

/** Each file is a request of the first visit, however small it is. */
const precacheFilesMax = 110

/**
 * What one language besides English may cost whoever chooses it, and every phone's storage. Words grow with the features:
 * 40 kB held those of the first release, 52 those with what is shared, a plan and what comes from other apps.
 */
const catalogueBytesMax = 52_000
const catalogueModule = /^\0virtual:catalogues\/([a-z]+)$/

/** A script is a request, and a smaller one is more of that than of code. */
const scriptBytesMin = 2_000
/** What the first screen shares with all others: whatever joined it would weigh on the first screen. */
const smallScripts = new Set(['landing'])

/**
 * The screens that people meet before they are logged in, by their route files, and what a visitor loads before they are
 * there: 130 kB take 0.7 s at the 1.6 Mbit/s of a slow phone.
 */
const firstRoutes = {
  '/': { file: 'index.tsx', bytesMax: 130_000 },
  '/login': { file: 'login.tsx', bytesMax: 140_000 },
} as const

/** What `src/main.tsx` loads by itself once the first screen stands, for everybody. */
const afterFirstScreen = /node_modules\/workbox-window\//

const chartCode = /node_modules\/(?:chart\.js|react-chartjs-2)\//

const app = await buildApart()
const complaints: string[] = []
try {
  const indexHtml = readFileSync(join(app.dir, 'index.html'), 'utf8')
  for (const [route, { file, bytesMax }] of Object.entries(firstRoutes)) {
    const routeModule = new RegExp(`/src/routes/${file}(?:\\?|$)`)
    const loaded = firstLoad(app.chunks, indexHtml, [routeModule, afterFirstScreen])
    hold(
      `JavaScript of ${route}`,
      sum(loaded.map(({ fileName }) => gzippedBytes(fileName))),
      bytesMax,
    )
    const charts = loaded.filter((chunk) => chunk.moduleIds.some((id) => chartCode.test(id)))
    if (charts.length > 0) complaints.push(`${route} loads chart code`)
    if (loaded.some((chunk) => languageOf(chunk))) complaints.push(`${route} loads a catalogue`)
  }
  for (const chunk of app.chunks) {
    const language = languageOf(chunk)
    if (language) hold(`catalogue ${language}`, gzippedBytes(chunk.fileName), catalogueBytesMax)
  }
  for (const cycle of chunkCycles(app.chunks)) {
    complaints.push(`these chunks need each other: ${cycle.join(' -> ')}`)
  }
  for (const { name, fileName, code } of app.chunks) {
    const bytes = Buffer.byteLength(code)
    if (bytes < scriptBytesMin && !smallScripts.has(name))
      complaints.push(`${fileName} has ${bytes} bytes: it goes along with another script`)
  }
  for (const rule of deadRules(app.chunks.flatMap(({ moduleIds }) => moduleIds)))
    complaints.push(`scripts/chunks.ts names ${rule}, and no module is like it`)
  const precached = precachedFiles()
  hold('precache', sum(precached.map(gzippedBytes)), precacheBytesMax)
  if (precached.length > precacheFilesMax)
    complaints.push(`${precached.length} files in the precache, ${precacheFilesMax} at most`)
} finally {
  app.remove()
}
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.exitCode = complaints.length === 0 ? 0 : 1

function hold(what: string, bytes: number, bytesMax: number): void {
  const line = `${what}: ${kilobytes(bytes)} of ${kilobytes(bytesMax)} kB gzip`
  process.stdout.write(`${line}\n`)
  if (bytes > bytesMax) complaints.push(`over the budget: ${line}`)
}

/** The language whose messages a chunk has. */
function languageOf({ moduleIds }: { moduleIds: readonly string[] }): string | undefined {
  return moduleIds.map((id) => catalogueModule.exec(id)?.[1]).find(Boolean)
}

/** The addresses that the worker was built with: what it puts into the precache. */
function precachedFiles(): string[] {
  const worker = readFileSync(join(app.dir, 'sw.js'), 'utf8')
  const known = readdirSync(app.dir, { recursive: true, encoding: 'utf8' })
  const files = known.filter(
    (file) => worker.includes(`"${file}"`) || worker.includes(`\`${file}\``),
  )
  if (!files.includes('index.html')) throw new Error('The worker names no precached index.html')
  return files
}

function gzippedBytes(file: string): number {
  return gzipSync(readFileSync(join(app.dir, file)), { level: 9 }).length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1)
}
