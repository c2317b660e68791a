import * as v from 'valibot'
import { PrecacheController } from 'workbox-precaching'

/** A file as the build lists it; without a revision its address says which version it is. */
type BuildFile =
  | string
  | { readonly url: string; readonly revision?: string | null; readonly integrity?: string }

/** One after the other, each file would wait for the way to the server and back; more, and the page waits for a connection. */
const filesAtOnce = 3

/** Fetches and stores the files of a build that are not here yet. Rejects where one does not come; the others stay for the next try. */
export async function storeFiles(
  files: readonly BuildFile[],
  event: ExtendableEvent,
): Promise<void> {
  // Workbox fetches one at a time: several of it share the files, and the cache.
  const parts = Array.from({ length: filesAtOnce }, (_, part) => {
    const controller = new PrecacheController()
    controller.addToCacheList(files.filter((_file, index) => index % filesAtOnce === part))
    return controller.install(event)
  })
  await Promise.all(parts)
}

/** Lists the files of the build before this one, which tabs that still run it need. */
const previousBuild = 'previous-build'
const listAddress = '/previous-build.json'

/**
 * Files of the precache that the new build does without: those that the build before it had stay for one generation, those
 * that had already been left then go. Both by their addresses, as is `left`.
 */
export function retire(
  cached: readonly string[],
  wanted: ReadonlySet<string>,
  left: ReadonlySet<string>,
): { readonly stay: string[]; readonly go: string[] } {
  const unwanted = cached.filter((url) => !wanted.has(url))
  return {
    stay: unwanted.filter((url) => !left.has(url)),
    go: unwanted.filter((url) => left.has(url)),
  }
}

/** Every load waits for an activation: no file is moved, and those that go do so after it. */
export async function retireFiles(
  precacheName: string,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const precache = await caches.open(precacheName)
  const cached = (await precache.keys()).map(({ url }) => url)
  const left = await leftFiles()
  const { stay, go } = retire(cached, wanted, new Set(left))
  if (stay.length === 0 && left.length === 0) return
  // What an older worker kept in it as copies goes with it.
  await caches.delete(previousBuild)
  await (await caches.open(previousBuild)).put(listAddress, Response.json(stay))
  // One that a stop of the worker leaves behind goes with a later build.
  void Promise.all(go.map((url) => precache.delete(url)))
}

async function leftFiles(): Promise<string[]> {
  const list = await caches.match(listAddress, { cacheName: previousBuild })
  const parsed = v.safeParse(v.array(v.string()), await list?.json().catch(() => undefined))
  return parsed.success ? parsed.output : []
}
