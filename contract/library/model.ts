import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { fileBytesMax, type FileRule } from '../file-rule.ts'
import { formObject, freeLine, freeText } from '../free-text.ts'
import { idSchema } from '../id.ts'
import { instantSchema } from '../instant.ts'
import { languages } from '../language.ts'
import { articleFormats } from './blocks.ts'

/** Spec 9: a YouTube video id has 11 characters. */
export const youtubeIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{11}$/))

/** Spec 5, for a video's address that leads nowhere on YouTube. */
const youtubeUrlText = 'Please enter a valid YouTube URL'

/** Anchored at both ends of the host, so that no look-alike passes: no user, no port, nothing before or after it. */
const youtubeAddress =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.|music\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com)\/(.+)$/i
const shortAddress = /^(?:https?:\/\/)?(?:www\.)?youtu\.be\/([\w-]{11})(?:[?#/].*)?$/i
const watchPath = /^watch\/?\?(?:[^#]*&)?v=([\w-]{11})(?:[&#].*)?$/
const idPath = /^(?:embed|shorts|live|v)\/([\w-]{11})(?:[?#/].*)?$/

/** The video's id of an address on YouTube; undefined for any other address. */
export function youtubeIdOf(address: string): string | undefined {
  const given = address.trim()
  const short = shortAddress.exec(given)?.[1]
  if (short) return short
  const path = youtubeAddress.exec(given)?.[1]
  if (path === undefined) return undefined
  return watchPath.exec(path)?.[1] ?? idPath.exec(path)?.[1]
}

/** The one address under which a video is stored, and where 'Watch on YouTube' leads. */
export function youtubeUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${videoId}`
}

/** The host of the player, which sets no cookies before it plays. */
export const youtubePlayerOrigin = 'https://www.youtube-nocookie.com'

/** Where the player comes from, after the click. */
export function youtubeEmbedUrl(videoId: string): string {
  return `${youtubePlayerOrigin}/embed/${videoId}`
}

/** An address on YouTube, put into its one form. */
export function youtubeUrlSchema(requiredText: string) {
  return v.pipe(
    v.string(requiredText),
    v.trim(),
    v.minLength(1, requiredText),
    v.maxLength(2_000, youtubeUrlText),
    v.check((address) => youtubeIdOf(address) !== undefined, youtubeUrlText),
    v.transform((address) => youtubeUrl(youtubeIdOf(address) ?? '')),
  )
}

/** Spec 3: the six wellness categories, in the order of their tabs. */
export const wellnessCategories = [
  'Emotional Wellness',
  'Physical Wellness',
  'Sociocultural Wellness',
  'Nutritional Wellness',
  'Spiritual Wellness',
  'Cognitive Wellness',
] as const
export type WellnessCategory = (typeof wellnessCategories)[number]

export const wellnessCategorySchema = v.picklist(wellnessCategories, 'Category is required')

/** Spec 9: the filter adds this to the six; nothing is stored under it. */
export const allCategories = 'All'
export const categoryFilters = [allCategories, ...wellnessCategories] as const
export type CategoryFilter = (typeof categoryFilters)[number]
export const categoryFilterSchema = v.picklist(categoryFilters)

/** Spec 5 and 9: an image or a PDF, judged by content. */
export const attachmentRule = {
  kinds: ['png', 'jpeg', 'gif', 'pdf'],
  bytesMax: fileBytesMax,
  required: false,
  kindText: 'Please select an image (PNG/JPG) or PDF file',
} as const satisfies FileRule

/** The longest side in pixels of the two sizes in which an image is kept. */
export const imageSidesMax = { full: 1_600, small: 640 } as const

const name = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** A file's name below `/uploads/`. It never changes its content, so that a kept copy is right for good. */
export const attachmentNameSchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${name}(\\.pdf|(-small)?\\.webp)$`)),
)

/** What is told of an attachment beside its name. */
export const attachmentFactsSchema = v.object({
  kind: v.picklist(['image', 'pdf']),
  /** The size of the file itself; of an image, of its full size. */
  bytes: v.number(),
  /** An image's pixels, so that a page can leave room for it. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
})
export type AttachmentFacts = v.InferOutput<typeof attachmentFactsSchema>

/** The name of an image's small size; a PDF has none and stays itself. */
export function smallAttachment(attachment: string): string {
  return attachment.replace(/\.webp$/, '-small.webp')
}

/** The name of the attachment whose size this is. */
export function wholeAttachment(file: string): string {
  return file.replace(/-small\.webp$/, '.webp')
}

export const titleCharsMax = 150
/** About 25 printed pages. */
export const contentCharsMax = 40_000
export const descriptionCharsMax = 2_000

export const itemIdSchema = idSchema

/** Spec 3: who wrote an item, as every member may see them. */
export const authorSchema = v.object({
  _id: userIdSchema,
  firstname: v.string(),
  lastname: v.string(),
  specialization: v.nullable(v.string()),
  profileImg: v.nullable(v.string()),
})
export type Author = v.InferOutput<typeof authorSchema>

const itemFields = {
  _id: itemIdSchema,
  category: wellnessCategorySchema,
  /** What it is written or spoken in, as a tag; a server from before there were languages says none. */
  language: v.optional(v.string()),
  author: authorSchema,
  createdAt: v.string(),
  updatedAt: v.string(),
  /** Grows with each change of anything in the library: of two copies of an item, the higher one is newer. */
  seq: v.number(),
}

/** Spec 3. The newest have the greatest `_id`. */
export const articleSchema = v.object({
  ...itemFields,
  title: v.string(),
  content: v.string(),
  /** How `content` is to be read; `articleBlocks` does it. */
  format: v.picklist(articleFormats),
  attachment: v.nullable(attachmentNameSchema),
  attachmentFacts: v.nullable(attachmentFactsSchema),
})
export type Article = v.InferOutput<typeof articleSchema>

export const videoSchema = v.object({
  ...itemFields,
  /** `https://www.youtube.com/watch?v={id}`, whatever form was sent. */
  url: v.string(),
  description: v.string(),
})
export type Video = v.InferOutput<typeof videoSchema>

export const introVideoSchema = v.object({ _id: itemIdSchema, url: v.string() })
export type IntroVideo = v.InferOutput<typeof introVideoSchema>

/** A video has no title of its own: the first line of its description stands as one. */
export function videoTitle({ description }: { description: string }): string {
  return description.split('\n', 1)[0] ?? ''
}

function writtenText(written: typeof freeText, requiredText: string, charsMax: number) {
  return v.pipe(
    written(requiredText),
    v.minLength(1, requiredText),
    v.maxLength(charsMax, `At most ${charsMax} characters`),
  )
}

/** What a piece is written or spoken in. Old clients say none, which means what the author is spoken to in. */
const language = v.picklist(languages, 'Please select a language of the app')

/** Old clients say nothing of a format and mean plain text. */
const format = v.picklist(articleFormats, 'This is not valid.')

/** Spec 5: an article as it is written. */
export const newArticleSchema = formObject({
  title: writtenText(freeLine, 'Title is required', titleCharsMax),
  content: writtenText(freeText, 'Content is required', contentCharsMax),
  category: wellnessCategorySchema,
  format: v.optional(format, 'plain'),
  language: v.optional(language),
})
export type NewArticle = v.InferOutput<typeof newArticleSchema>

/**
 * The `updatedAt` of what an edit began with: nothing newer is written over, unless with the very same words. Old clients
 * say none, and write over whatever is there.
 */
const seenUpdatedAt = v.optional(instantSchema)

const editText = 'Title and content are required'

/** Spec 5: an article as it is edited. Its format and its language stay unless they are sent. */
export const articleEditSchema = formObject({
  title: writtenText(freeLine, editText, titleCharsMax),
  content: writtenText(freeText, editText, contentCharsMax),
  category: wellnessCategorySchema,
  format: v.optional(format),
  language: v.optional(language),
  seenUpdatedAt,
})
export type ArticleEdit = v.InferOutput<typeof articleEditSchema>

export const newVideoSchema = formObject({
  url: youtubeUrlSchema('YouTube URL is required'),
  description: writtenText(freeText, 'Description is required', descriptionCharsMax),
  category: wellnessCategorySchema,
  language: v.optional(language),
})
export type NewVideo = v.InferOutput<typeof newVideoSchema>

const videoEditText = 'Description and YouTube URL are required'

/** A video as it is edited. Its language stays unless one is sent. */
export const videoEditSchema = formObject({
  description: writtenText(freeText, videoEditText, descriptionCharsMax),
  url: youtubeUrlSchema(videoEditText),
  category: wellnessCategorySchema,
  language: v.optional(language),
  seenUpdatedAt,
})
export type VideoEdit = v.InferOutput<typeof videoEditSchema>

export const introVideoFieldsSchema = formObject({
  url: youtubeUrlSchema('Video URL is required.'),
})
