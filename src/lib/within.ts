/**
 * So long a start waits for an answer of the device's storage, in milliseconds. One that gives none keeps nobody from the
 * first page, and from Help now on it.
 */
export const storageMs = 5_000

/** What the work gives; undefined where it fails or takes longer than `ms`. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
