import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Avatar, type AvatarProps } from '#src/ui/image/avatar.tsx'

/** How private images are loaded where one is shown; without a source every picture is the drawn one. */
export const ImageSource = createContext<LoadImage>(() => Promise.resolve(undefined))

interface PhotoProps extends Omit<AvatarProps, 'src'> {
  /** The name of the person's profile image; the drawn picture is shown until it is there, and where there is none. */
  file: string | null | undefined
}

/** A person's photo, which only those who are logged in may fetch. */
export function Photo({ file, ...avatar }: PhotoProps) {
  return <Avatar {...avatar} src={useImageUrl(file, use(ImageSource))} />
}

/** An image that is on show, with the number of all who show it. */
interface CachedImage {
  users: number
  readonly leaving: AbortController
  url: string | undefined
  loading: Promise<string | undefined>
}

/**
 * Where the bytes of an image come from; undefined when there are none to be had. `signal` ends the wait for one that nobody
 * shows any more.
 */
export type LoadImage = (file: string, signal: AbortSignal) => Promise<Blob | undefined>

/** An image that leaves one screen and appears on the next one keeps its address for this long, in milliseconds. */
const lingerMs = 10_000
/** One that is not there yet is waited for as long as this, so that who comes back at once does not fetch it twice. */
const leaveMs = 1_000

const cache = new Map<string, CachedImage>()

/** The object URL of an image while it is on show; undefined until it is there, and where there is none. */
export function useImageUrl(file: string | null | undefined, load: LoadImage): string | undefined {
  const [loaded, setLoaded] = useState<{ file: string; url: string }>()

  // An effect because an object URL lives outside React and must be released; what failed is tried again online.
  useEffect(() => {
    if (!file) return undefined
    const acquire = () => acquireImageUrl(file, load, (url) => setLoaded({ file, url }))
    let release = acquire()
    function tryAgain() {
      release()
      release = acquire()
    }
    window.addEventListener('online', tryAgain)
    return () => {
      window.removeEventListener('online', tryAgain)
      release()
    }
  }, [file, load])

  if (!file) return undefined
  return loaded?.file === file ? loaded.url : cachedImageUrl(file)
}

/** An address for a file in memory, for as long as it is shown; undefined without a file. */
export function useFileUrl(file: Blob | undefined): string | undefined {
  const store = useMemo(() => urlOf(file), [file])
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The address is made when it is first shown and revoked when it is shown no longer: it takes memory outside React. */
function urlOf(file: Blob | undefined) {
  let url: string | undefined
  return {
    get: () => url,
    subscribe: (listener: () => void) => {
      if (!file) return () => undefined
      const made = URL.createObjectURL(file)
      url = made
      listener()
      return () => {
        url = undefined
        URL.revokeObjectURL(made)
      }
    },
  }
}

/** The address of an image that is already at hand. */
export function cachedImageUrl(file: string): string | undefined {
  return cache.get(file)?.url
}

/**
 * Counts one more user of an image's object URL, which is made once for all of them, and returns the way to release it:
 * after the last release it is revoked, or no longer waited for. `onUrl` is called once it is there, and never after the
 * release.
 */
export function acquireImageUrl(
  file: string,
  load: LoadImage,
  onUrl: (url: string) => void,
): () => void {
  let released = false
  const entry = cache.get(file) ?? loadImage(file, load)
  entry.users += 1
  void entry.loading.then((url) => {
    if (!released && url !== undefined) onUrl(url)
  })
  return () => {
    if (released) return
    released = true
    entry.users -= 1
    const idleMs = entry.url === undefined ? leaveMs : lingerMs
    if (entry.users === 0) setTimeout(() => revokeIdle(file, entry), idleMs)
  }
}

function loadImage(file: string, load: LoadImage): CachedImage {
  const leaving = new AbortController()
  const loading = Promise.resolve(undefined)
  const entry: CachedImage = { users: 0, leaving, url: undefined, loading }
  entry.loading = address(load(file, leaving.signal)).then((url) => {
    entry.url = url
    // The next user asks anew for what could not be had.
    if (url === undefined) forget(file, entry)
    return url
  })
  cache.set(file, entry)
  return entry
}

/** Undefined whatever kept the image from loading: the drawn picture is shown instead. */
async function address(loading: Promise<Blob | undefined>): Promise<string | undefined> {
  try {
    const image = await loading
    return image && URL.createObjectURL(image)
  } catch {
    return undefined
  }
}

function revokeIdle(file: string, entry: CachedImage): void {
  if (entry.users > 0) return
  forget(file, entry)
  entry.leaving.abort()
  void entry.loading.then((url) => {
    if (url !== undefined) URL.revokeObjectURL(url)
  })
}

function forget(file: string, entry: CachedImage): void {
  if (cache.get(file) === entry) cache.delete(file)
}
