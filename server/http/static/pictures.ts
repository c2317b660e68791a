import { rm } from 'node:fs/promises'
import sharp, { type ResizeOptions } from 'sharp'
import { createWorkQueue } from '#server/http/limits/limits.ts'

/** What a good phone takes; a picture that unpacks to more would fill the memory, however small its file. */
export const pixelsMax = 40_000_000
export const tooManyPixelsText = 'This image is too large: at most 40 megapixels are allowed.'
/** One picture keeps one core busy for a moment; a class that registers together waits its turn. */
const bounds = { runningMax: 1, waitingMax: 64 }
const secondsMax = 20

/** A picture as it was made: a WebP on disk. */
export interface MadePicture {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** The file is no picture that we open, or it would unpack to more than we take. */
export class PictureError extends Error {
  override name = 'PictureError'
  readonly reason: 'unreadable' | 'too_large'

  constructor(reason: PictureError['reason']) {
    super(reason)
    this.reason = reason
  }
}

export interface Pictures {
  /**
   * Makes a WebP of the picture at `path` in each of the sizes, upright and without metadata, and hands them over in
   * their order; they are gone when `receive` is done. Throws `PictureError`, and `busy`.
   */
  make<T>(
    path: string,
    sizes: readonly ResizeOptions[],
    receive: (made: readonly MadePicture[]) => Promise<T>,
    /** What becomes of a picture that moves: its first frame alone, unless it goes on moving. */
    frames?: 'first' | 'moving',
  ): Promise<T>
}

/** Makes the one place where pictures are opened; its bounds count for all its callers together. */
export function createPictures(): Pictures {
  sharp.concurrency(1)
  sharp.cache(false)
  // Whatever else a file may pretend to be (SVG, PDF), nothing in this process opens it.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadPng',
      'VipsForeignLoadJpeg',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadWebp',
    ],
  })
  const queued = createWorkQueue(bounds)
  return {
    async make(path, sizes, receive, frames = 'first') {
      const targets = sizes.map((size, index) => ({ size, target: `${path}.${index}.webp` }))
      try {
        const made: MadePicture[] = []
        await queued(async () => {
          for (const { size, target } of targets)
            made.push(await encode(path, size, target, frames))
        })
        return await receive(made)
      } finally {
        await Promise.all(targets.map(({ target }) => rm(target, { force: true })))
      }
    },
  }
}

/** The limit of pixels counts all frames together. */
async function encode(
  path: string,
  size: ResizeOptions,
  target: string,
  frames: 'first' | 'moving',
): Promise<MadePicture> {
  try {
    const {
      width,
      height,
      pageHeight = height,
      size: bytes,
    } = await sharp(path, {
      limitInputPixels: pixelsMax,
      failOn: 'error',
      pages: frames === 'moving' ? -1 : 1,
    })
      .timeout({ seconds: secondsMax })
      .rotate()
      .resize(size)
      .webp({ quality: 82 })
      .toFile(target)
    return { path: target, width, height: pageHeight, bytes }
  } catch (error) {
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    throw new PictureError(tooLarge ? 'too_large' : 'unreadable')
  }
}
