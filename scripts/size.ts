/** Builds the app into a temporary folder and holds it to what a phone should have to load, in an order that works. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildApart } from './build-apart.ts'
import { chunkCycles } from './chunk-cycles.ts'
import { firstLoad } from './first-load.ts'

/** What a visitor loads before the first screen stands: 140 kB take 0.7 s at the 1.6 Mbit/s of a slow phone. */
const firstRouteBytesMax = 140_000
/** All of the app that a phone keeps for offline. */
const precacheBytesMax = 1_500_000

/** Each file is a request of the first visit, however small it is. */
const precacheFilesMax = 110

/** The screens that people meet before they are logged in, by their route files. */
const firstRoutes = { '/': 'index.tsx', '/login': 'login.tsx' } as const

/** What `src/main.tsx` loads by itself once the first screen stands, for everybody. */
const afterFirstScreen = /node_modules\/workbox-window\//

const chartCode = /node_modules\/(?:chart\.js|react-chartjs-2)\//

const app = await buildApart()
const complaints: string[] = []
try {
  const indexHtml = readFileSync(join(app.dir, 'index.html'), 'utf8')
  for (const [route, file] of Object.entries(firstRoutes)) {
    const routeModule = new RegExp(`/src/routes/${file}(?:\\?|$)`)
    const loaded = firstLoad(app.chunks, indexHtml, [routeModule, afterFirstScreen])
    hold(
      `JavaScript of ${route}`,
      sum(loaded.map(({ fileName }) => gzippedBytes(fileName))),
      firstRouteBytesMax,
    )
    const charts = loaded.filter((chunk) => chunk.moduleIds.some((id) => chartCode.test(id)))
    if (charts.length > 0) complaints.push(`${route} loads chart code`)
  }
  for (const cycle of chunkCycles(app.chunks)) {
    complaints.push(`these chunks need each other: ${cycle.join(' -> ')}`)
  }
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
