import type { Readable } from 'node:stream'

/** Where files live: by a key, whole, and never changed once they are there. */
export interface BlobPort {
  /** Stores a copy of the file at `path`; once it resolves, a power cut takes nothing of it. */
  put(key: string, path: string): Promise<void>
  /** The bytes of a key, or undefined for one that is not there. Whoever gets the stream ends it. */
  get(key: string): Promise<StoredBlob | undefined>
  /** A key that is not there is no error. */
  delete(key: string): Promise<void>
}

export interface StoredBlob {
  readonly stream: Readable
  readonly bytes: number
}

/** The store could not be asked or did not take it; the same may go well later. */
export class BlobStoreError extends Error {
  override name = 'BlobStoreError'
}

/** `folder/name.ending` in plain lower-case letters: no key leads out of the store, and none means two files. */
const keyShape = /^[a-z][a-z-]{0,30}\/[0-9a-z][0-9a-z-]{0,60}(\.[a-z0-9]{1,8})?$/

/** Throws for a key that no store may see: a mistake of ours, never of a caller. */
export function checkKey(key: string): void {
  if (!keyShape.test(key)) throw new Error('Not a key of the blob store')
}
