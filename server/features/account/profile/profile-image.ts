import { profileImageRule } from '#contract/file-rule.ts'
import { PictureError, tooManyPixelsText, type Pictures } from '#server/http/static/pictures.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'

/** The sides of a profile image in pixels; the largest place on a screen is a third of it. */
const sidePixels = 512

export interface ProfileImages {
  /**
   * Makes a square WebP of the picture at `path`, upright and without metadata, and hands over the path of it; it is
   * gone when `receive` is done. Throws `invalid_file` for what is no picture or is too large, and `busy`.
   */
  render<T>(path: string, receive: (imagePath: string) => Promise<T>): Promise<T>
}

export function createProfileImages(pictures: Pictures): ProfileImages {
  const square = { width: sidePixels, height: sidePixels, fit: 'cover' } as const
  return {
    async render(path, receive) {
      try {
        return await pictures.make(path, [square], ([image]) => receive(image?.path ?? ''))
      } catch (error) {
        throw error instanceof PictureError ? refusal(error) : error
      }
    },
  }
}

function refusal({ reason }: PictureError): ProblemError {
  const text = reason === 'too_large' ? tooManyPixelsText : profileImageRule.kindText
  return new ProblemError('invalid_file', { fields: { profileImg: text } })
}
