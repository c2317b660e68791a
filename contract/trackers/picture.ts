import * as v from 'valibot'
import type { FileRule } from '../file-rule.ts'
import { idSchema } from '../id.ts'
import { localDateSchema } from '../local-date.ts'
import { trackerTypeSchema } from './model.ts'

/** The longer edge of a picture beside an answer, in pixels: sharp on a phone, about 200 kB. */
export const pictureSideMax = 1_280

/** Ten times of what a phone makes of a picture of that size. */
export const pictureBytesMax = 2 * 1024 * 1024

export const pictureRule = {
  kinds: ['png', 'jpeg', 'webp'],
  bytesMax: pictureBytesMax,
  required: true,
  kindText: 'Only PNG, JPG or WebP pictures can be kept.',
  tooLargeText: 'This picture is too large: at most 2MB can be kept.',
} as const satisfies FileRule

/** Pictures that one account keeps. */
export const picturesMax = 200
export const tooManyPicturesText = `Your account keeps ${picturesMax} pictures already. Take one of them off, then send this again.`

/** A picture is named by the operation that brought it. */
export const pictureIdSchema = idSchema

/**
 * A picture of a day goes to its person's account, or leaves it: the payload of `trackers.picture`. With `removes` null it is
 * the file that was sent up under the operation's own id, in the place of another one of that day; else that picture goes.
 */
export const pictureChangeSchema = v.strictObject({
  trackerType: trackerTypeSchema,
  day: localDateSchema,
  removes: v.nullable(pictureIdSchema),
})
export type PictureChange = v.InferOutput<typeof pictureChangeSchema>

/** A picture that the account keeps. */
export const savedPictureSchema = v.object({
  trackerType: trackerTypeSchema,
  day: localDateSchema,
  id: pictureIdSchema,
})
export type SavedPicture = v.InferOutput<typeof savedPictureSchema>

/** What became of a change: which picture is kept now, or which one no more. */
export const pictureReceiptSchema = v.object({
  ...pictureChangeSchema.entries,
  saved: v.nullable(pictureIdSchema),
})
export type PictureReceipt = v.InferOutput<typeof pictureReceiptSchema>
