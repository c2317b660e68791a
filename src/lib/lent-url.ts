/** One image that is on show, by all who show it. */
interface Lent {
  borrowers: number
  url: string | undefined
  loading: Promise<string | undefined>
}

/** Where the bytes of an image come from; undefined when there are none to be had. */
export type LoadImage = (file: string) => Promise<Blob | undefined>

/** An image that leaves one screen and appears on the next one keeps its address for this long, in milliseconds. */
const lingerMs = 10_000

const lent = new Map<string, Lent>()

/** The address of an image that is already at hand. */
export function lentUrl(file: string): string | undefined {
  return lent.get(file)?.url
}

/**
 * Borrows an object URL of an image, made once for all who show it, and returns the way to give it back: after the
 * last one did, it is revoked. `onUrl` is called once it is there, and never after it was given back.
 */
export function borrowUrl(file: string, load: LoadImage, onUrl: (url: string) => void): () => void {
  let mine = true
  const entry = lent.get(file) ?? begin(file, load)
  entry.borrowers += 1
  void entry.loading.then((url) => {
    if (mine && url !== undefined) onUrl(url)
  })
  return () => {
    if (!mine) return
    mine = false
    entry.borrowers -= 1
    if (entry.borrowers === 0) setTimeout(() => revokeIdle(file, entry), lingerMs)
  }
}

function begin(file: string, load: LoadImage): Lent {
  const entry: Lent = { borrowers: 0, url: undefined, loading: Promise.resolve(undefined) }
  entry.loading = address(load(file)).then((url) => {
    entry.url = url
    // What could not be had is asked for anew by the next one.
    if (url === undefined) forget(file, entry)
    return url
  })
  lent.set(file, entry)
  return entry
}

/** Whatever kept an image from coming, its place shows the drawn picture. */
async function address(loading: Promise<Blob | undefined>): Promise<string | undefined> {
  try {
    const image = await loading
    return image && URL.createObjectURL(image)
  } catch {
    return undefined
  }
}

function revokeIdle(file: string, entry: Lent): void {
  if (entry.borrowers > 0) return
  forget(file, entry)
  void entry.loading.then((url) => {
    if (url !== undefined) URL.revokeObjectURL(url)
  })
}

function forget(file: string, entry: Lent): void {
  if (lent.get(file) === entry) lent.delete(file)
}
