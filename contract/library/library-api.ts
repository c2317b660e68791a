import * as v from 'valibot'
import { endpoint, failsWith } from '../endpoint.ts'
import { freeLine } from '../free-text.ts'
import { languageSchema } from '../language.ts'
import {
  articleSchema,
  itemIdSchema,
  videoSchema,
  categoryFilterSchema,
  attachmentNameSchema,
  youtubeIdSchema,
} from './model.ts'
import { matchPartSchema, queryCharsMax } from './search.ts'

/** The most items that one list, or one look at the changes, gives. */
export const pageItemsMax = 100

const wholeNumber = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.minValue(min), v.maxValue(max))

/** A page of a list, newest first: those older than the item `before`, which is the last one of the page before. */
export const pageQuerySchema = v.strictObject({
  before: v.optional(itemIdSchema),
  limit: v.optional(wholeNumber(1, pageItemsMax), '50'),
})
export type PageQuery = v.InferOutput<typeof pageQuerySchema>

/** A page of what everybody published; of one language alone, where one is named. */
export const listQuerySchema = v.strictObject({
  ...pageQuerySchema.entries,
  language: v.optional(languageSchema),
})

/** An item that a device must no longer offer: gone, gone with its author, or of an author who is not listed now. */
export const removedItemSchema = v.object({
  _id: itemIdSchema,
  kind: v.picklist(['article', 'video']),
  reason: v.picklist(['deleted', 'author_deleted', 'hidden']),
  seq: v.number(),
})
export type RemovedItem = v.InferOutput<typeof removedItemSchema>

/** Without `since` the reply holds no items, only where the feed stands now. */
export const changesQuerySchema = v.strictObject({
  since: v.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  limit: v.optional(wholeNumber(1, pageItemsMax), '100'),
})

const changesSchema = v.object({
  articles: v.array(articleSchema),
  videos: v.array(videoSchema),
  removed: v.array(removedItemSchema),
  /** What to ask for next; ask at once while there is `more`. */
  next: v.number(),
  more: v.boolean(),
  /** The server knows no such place in the feed, as after a restored backup: read the lists anew. */
  reset: v.boolean(),
  /**
   * Another text once others see the reader no more, or again, or the reader them: what was followed until then may lack theirs,
   * or hold it still. None from older servers.
   */
  apart: v.optional(v.string()),
})
export type LibraryChanges = v.InferOutput<typeof changesSchema>

/** The most hits that a search can leave out: its last page begins behind them. */
export const searchSkipMax = 80

export const searchQuerySchema = v.strictObject({
  /** What holds no word finds nothing. */
  q: v.pipe(
    v.string(),
    v.check((text) => text.trim() !== ''),
    v.maxLength(queryCharsMax),
    freeLine(),
  ),
  category: v.optional(categoryFilterSchema, 'All'),
  /** How many hits to leave out, for a next page. */
  skip: v.optional(wholeNumber(0, searchSkipMax), '0'),
})

/** Best hit first, 20 at a time and 100 in all. */
const searchReplySchema = v.object({
  hits: v.array(v.object({ article: articleSchema, match: v.array(matchPartSchema) })),
  more: v.boolean(),
})
export type SearchReply = v.InferOutput<typeof searchReplySchema>

const file = { status: 200, schema: v.unknown(), type: 'file' } as const

export const libraryApi = {
  libraryChanges: endpoint({
    method: 'GET',
    path: '/library/changes',
    summary: 'What was published, changed or removed since a place in the feed, in its order',
    tag: 'Library',
    session: 'required',
    query: changesQuerySchema,
    reply: { status: 200, schema: changesSchema },
    problems: [],
    texts: failsWith('Failed to load library'),
  }),
  searchLibrary: endpoint({
    method: 'GET',
    path: '/library/search',
    summary: 'Articles with all the words in their title, author or text, best first',
    tag: 'Library',
    session: 'required',
    query: searchQuerySchema,
    reply: { status: 200, schema: searchReplySchema },
    problems: [],
    texts: failsWith('Failed to load articles.'),
  }),
  getAttachment: endpoint({
    method: 'GET',
    path: '/uploads/{attachment}',
    summary: "An article's image, in full or small, or its PDF",
    tag: 'Files',
    session: 'required',
    params: v.object({ attachment: attachmentNameSchema }),
    reply: file,
    problems: ['not_found'],
  }),
  getArticleFile: endpoint({
    method: 'GET',
    path: '/uploads/articles/{file}',
    summary: 'The same file, where old clients look for it',
    tag: 'Files',
    session: 'required',
    params: v.object({ file: attachmentNameSchema }),
    reply: file,
    problems: ['not_found'],
  }),
  getVideoThumbnail: endpoint({
    method: 'GET',
    path: '/library/thumbnails/{videoId}',
    summary: "A video's picture, fetched by us, so that watching nothing tells nobody anything",
    tag: 'Files',
    session: 'required',
    params: v.object({ videoId: youtubeIdSchema }),
    reply: file,
    problems: ['not_found'],
  }),
} as const
