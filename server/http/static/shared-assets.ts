import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Logger } from 'pino'
import { dayMs } from '#contract/local-date.ts'
import { createWorkQueue } from '#server/http/limits/limits.ts'
import { loggableError } from '#server/http/routing/problem.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import { builtFile, encoded, type BuiltFile } from './built-files.ts'

/**
 * The files that builds name by a hash of their content, of whichever build: a page of the build before, or of the next one
 * that another process has already, gets what it asks for.
 */
export interface SharedAssets {
  /** The file at an address, or undefined where no build had one. Rejects while the store cannot be asked. */
  find(path: string): Promise<BuiltFile | undefined>
  /** Puts the files of a build where every process finds them, for as long as it runs and 30 days; says how many were missing. */
  stock(dist: string, signal?: AbortSignal): Promise<number>
}

/** A page that was open for longer than this loads anew. */
export const assetDays = 30
/** Vite's names: the module's, a hash of eight letters, the ending. */
const assetPath = /^\/assets\/[\w.$-]{1,120}-[\w-]{8}\.[a-z0-9]{2,5}$/
const cachedBytesMax = 64 * 1024 * 1024
/** What is not in memory is read by so many at once; a flood of made-up names waits in a short line. */
const bounds = { runningMax: 8, waitingMax: 256 }
const retryMs = 60_000
const firstMsMaxDefault = 5_000

export function createSharedAssets(deps: {
  blobs: Pick<BlobStore, 'stock' | 'stocked' | 'get'>
  now: () => number
}): SharedAssets {
  const { blobs, now } = deps
  const queued = createWorkQueue(bounds)
  const cached = createCache()
  const underWay = new Map<string, Promise<BuiltFile | undefined>>()

  async function read(path: string): Promise<BuiltFile | undefined> {
    const { plain, br } = keysOf(path)
    const there = await blobs.stocked([plain, br])
    const key = [br, plain].find((each) => there.includes(each))
    const stored = key === undefined ? undefined : await blobs.get(key)
    if (!stored) return undefined
    const bytes = await buffer(stored.stream)
    const packed = key === br ? encoded(bytes) : undefined
    const whole = packed ? await unpack(bytes) : bytes
    const file = builtFile(path, whole, (name) => (name.endsWith('.br') ? packed : undefined))
    cached.add(path, file)
    return file
  }

  return {
    async find(path) {
      if (!assetPath.test(path)) return undefined
      const known = cached.get(path) ?? underWay.get(path)
      if (known) return known
      const reading = queued(() => read(path)).finally(() => underWay.delete(path))
      underWay.set(path, reading)
      return reading
    },
    async stock(dist, signal) {
      const names = await readdir(join(dist, 'assets'))
      const files = names
        .filter((name) => assetPath.test(`/assets/${name}`))
        .map((name) => {
          const { plain, br } = keysOf(`/assets/${name}`)
          return names.includes(`${name}.br`)
            ? { key: br, path: join(dist, 'assets', `${name}.br`) }
            : { key: plain, path: join(dist, 'assets', name) }
        })
      return blobs.stock(files, new Date(now() + assetDays * dayMs), signal)
    },
  }
}

/**
 * Stocks a build at once, again each day, and a minute later when it failed. `first` resolves after the first try, whatever came
 * of it, or after a while: a store that is away, or that does not answer, holds up no start. Nor does it hold up the end: a
 * file under way is left to itself.
 */
export function startStocking(
  assets: Pick<SharedAssets, 'stock'>,
  { dist, log, firstMsMax = firstMsMaxDefault }: { dist: string; log: Logger; firstMsMax?: number },
): { readonly first: Promise<void>; stop(): void } {
  const stopping = new AbortController()
  const { signal } = stopping
  const first = Promise.withResolvers<void>()

  async function work(): Promise<void> {
    while (!signal.aborted && existsSync(join(dist, 'assets'))) {
      const outcome = await assets.stock(dist, signal).catch((error: unknown) => {
        if (!signal.aborted) {
          log.warn(loggableError(error), 'the files of this build could not be shared yet')
        }
        return 'failed' as const
      })
      first.resolve()
      const restMs = outcome === 'failed' ? retryMs : dayMs
      await wait(restMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    first.resolve()
  }

  void work()
  setTimeout(first.resolve, firstMsMax).unref()
  return { first: first.promise, stop: () => stopping.abort() }
}

/** The name is what a browser sent: what becomes of it names nothing but a file of ours. */
function keysOf(path: string): { plain: string; br: string } {
  const plain = `assets/${createHash('sha256').update(path).digest('hex').slice(0, 40)}`
  return { plain, br: `${plain}.br` }
}

const unpack = promisify(brotliDecompress)

/** The files asked for last, up to a size. */
function createCache() {
  const files = new Map<string, BuiltFile>()
  let bytes = 0

  return {
    get(path: string): BuiltFile | undefined {
      const file = files.get(path)
      if (file) {
        files.delete(path)
        files.set(path, file)
      }
      return file
    },
    add(path: string, file: BuiltFile): void {
      files.set(path, file)
      bytes += sizeOf(file)
      for (const [oldest, old] of files) {
        if (bytes <= cachedBytesMax) return
        files.delete(oldest)
        bytes -= sizeOf(old)
      }
    },
  }
}

function sizeOf({ plain, br }: BuiltFile): number {
  return plain.bytes.length + (br?.bytes.length ?? 0)
}
