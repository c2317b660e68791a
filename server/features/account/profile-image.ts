import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { ProblemError } from '#server/http/problem-error.ts'
import { profileImageRule } from '#contract/file-rule.ts'
import { createWorkQueue } from '#server/http/work-queue.ts'

/** The sides of a profile image in pixels; the largest place on a screen is a third of it. */
const sidePixels = 512
/** What a good phone takes; a picture that unpacks to more would fill the memory, however small its file. */
export const pixelsMax = 40_000_000
export const tooManyPixelsText = 'This image is too large: at most 40 megapixels are allowed.'
/** One picture keeps one core busy for a moment; a class that registers together waits its turn. */
const bounds = { runningMax: 1, waitingMax: 64 }
const secondsMax = 20

export interface ProfileImages {
  /**
   * Makes a square WebP of the picture at `path`, upright and without metadata, and hands over the path of it; it is
   * gone when `receive` is done. Throws `invalid_file` for what is no picture or is too large, and `busy`.
   */
  render<T>(path: string, receive: (imagePath: string) => Promise<T>): Promise<T>
}

/** Makes the one place where pictures are opened; its bounds count for all its callers together. */
export function createProfileImages(): ProfileImages {
  sharp.concurrency(1)
  sharp.cache(false)
  // Whatever else a file may pretend to be (SVG, PDF), nothing in this process opens it.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })
  const queued = createWorkQueue(bounds)
  return {
    async render(path, receive) {
      const imagePath = `${path}.webp`
      try {
        await queued(() => encode(path, imagePath))
        return await receive(imagePath)
      } finally {
        await rm(imagePath, { force: true })
      }
    },
  }
}

async function encode(path: string, imagePath: string): Promise<void> {
  try {
    await sharp(path, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 })
      .timeout({ seconds: secondsMax })
      .rotate()
      .resize(sidePixels, sidePixels, { fit: 'cover' })
      .webp({ quality: 82 })
      .toFile(imagePath)
  } catch (error) {
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    const text = tooLarge ? tooManyPixelsText : profileImageRule.kindText
    throw new ProblemError('invalid_file', { fields: { profileImg: text } })
  }
}
