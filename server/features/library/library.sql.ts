import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { articleFormats } from '#contract/library/blocks.ts'
import { removedItemSchema } from '#contract/library/library-api.ts'
import { attachmentFactsSchema, wellnessCategorySchema } from '#contract/library/model.ts'
import { ormQuery, sqlCommand, sqlQuery, type SqlQuery } from '#server/db/statement.ts'

const itemKind = removedItemSchema.entries.kind
export type ItemKind = v.InferOutput<typeof itemKind>

/** An item with its author, as it is read. */
const itemRow = v.object({
  id: v.string(),
  kind: itemKind,
  category: wellnessCategorySchema,
  title: v.string(),
  body: v.string(),
  format: v.picklist(articleFormats),
  /** A tag; of a row that a later build wrote one that this build may not know. */
  language: v.string(),
  videoId: v.nullable(v.string()),
  attachment: v.nullable(v.string()),
  attachmentFacts: v.nullable(attachmentFactsSchema),
  seq: v.number(),
  createdAt: v.date(),
  updatedAt: v.date(),
  authorId: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  specialization: v.nullable(v.string()),
  profileImg: v.nullable(v.string()),
  /** True while every member may read it. */
  listed: v.boolean(),
})
export type ItemRow = v.InferOutput<typeof itemRow>

/** The trace of an item that is gone. */
const removalRow = v.object({
  id: v.string(),
  kind: itemKind,
  reason: removedItemSchema.entries.reason,
  seq: v.number(),
})
export type RemovalRow = v.InferOutput<typeof removalRow>

const introRow = v.object({
  id: v.string(),
  authorId: v.string(),
  videoId: v.string(),
  listed: v.boolean(),
})
export type IntroRow = v.InferOutput<typeof introRow>

/** What `itemsAndAuthors` is filtered by: the author is verified and not suspended. */
const listed = '(u.verified_at is not null and u.suspended_at is null)'

/** An id is nobody's secret and a name neither; what makes a row readable is `listed`, or being its author. */
const itemColumns = `i.id, i.kind, i.category, i.title, i.body, i.format, i.language, i.video_id as "videoId",
  i.attachment, i.attachment_facts as "attachmentFacts", i.seq::float8 as seq,
  i.created_at as "createdAt", i.updated_at as "updatedAt", u.id as "authorId", u.firstname, u.lastname,
  u.specialization, u.profile_img as "profileImg", ${listed} as listed`

const itemsAndAuthors = 'library_items i join users u on u.id = i.author_id'

export const libraryPage = {
  all: pageOf('all', ''),
  author: pageOf('author', 'and i.author_id = $6'),
  category: pageOf('category', 'and i.category = $6'),
  language: pageOf('language', 'and i.language = $6'),
  categoryLanguage: pageOf('category_language', 'and i.category = $6 and i.language = $7'),
}

function pageOf(name: string, narrowed: string): SqlQuery<ItemRow> {
  return sqlQuery({
    name: `library_page_${name}`,
    row: itemRow,
    text: `select ${itemColumns} from ${itemsAndAuthors}
      where i.kind = $1 and i.id < $2 and (${listed} or u.id = $3)
        and i.author_id <> all($5::uuid[]) ${narrowed}
      order by i.id desc limit $4`,
  })
}

export const libraryItem = sqlQuery({
  name: 'library_item',
  row: itemRow,
  text: `select ${itemColumns} from ${itemsAndAuthors} where i.id = $1 and i.kind = $2`,
})

export const libraryItemByAttachment = sqlQuery({
  name: 'library_item_by_attachment',
  row: itemRow,
  text: `select ${itemColumns} from ${itemsAndAuthors} where i.attachment = $1`,
})

export const libraryShelf = sqlQuery({
  name: 'library_shelf',
  row: v.object({ authorId: v.string(), listed: v.boolean() }),
  text: `select u.id as "authorId", ${listed} and u.user_type = 'ServiceProvider' as listed
      from users u where u.id = $1`,
})

export const libraryHead = sqlQuery({
  name: 'library_head',
  row: v.object({ seq: v.number() }),
  text: 'select seq::float8 as seq from library_head',
})

export const libraryChanged = sqlQuery({
  name: 'library_changed',
  row: itemRow,
  text: `select ${itemColumns} from ${itemsAndAuthors}
      where i.seq > $1 and i.seq <= $2 order by i.seq limit $3`,
})

export const libraryRemoved = sqlQuery({
  name: 'library_removed',
  row: removalRow,
  text: `select id, kind, reason, seq::float8 as seq from library_removals
      where seq > $1 and seq <= $2 order by seq limit $3`,
})

/** So many of the newest hits are weighed against each other, so that a common word costs no more than a rare one. */
const weighedMax = 100

function newestWith(vector: string, more = ''): string {
  return `select i.id from q, ${itemsAndAuthors}
    where i.kind = 'article' and i.${vector} @@ q.words and (${listed} or u.id = $2)
      and ($3 = 'All' or i.category = $3) and i.author_id <> all($6::uuid[]) ${more}
    order by i.id desc limit ${weighedMax}`
}

export const librarySearch = sqlQuery({
  name: 'library_search',
  row: itemRow,
  text: `with q as materialized (select to_tsquery('simple', $1) as words),
      heads as materialized (${newestWith('head_words')}),
      texts as (${newestWith('all_words', `and (select count(*) from heads) < ${weighedMax}`)}),
      found as (select id from heads union select id from texts)
      select ${itemColumns}
      from q, found join library_items i using (id) join users u on u.id = i.author_id
      order by ts_rank(i.head_words, q.words) * 4 + ts_rank(i.all_words, q.words) desc, i.id desc
      offset $4 limit $5`,
})

export const libraryIntroBy = { user_id: introBy('user_id'), id: introBy('id') }

function introBy(column: 'user_id' | 'id'): SqlQuery<IntroRow> {
  return sqlQuery({
    name: `library_intro_by_${column}`,
    row: introRow,
    text: `select v.id, v.user_id as "authorId", v.video_id as "videoId", ${listed} as listed
      from intro_videos v join users u on u.id = v.user_id where v.${column} = $1`,
  })
}

export const libraryVideoNamed = sqlCommand({
  name: 'library_video_named',
  text: `select 1 from (
        select author_id from library_items where video_id = $1
        union all select user_id from intro_videos where video_id = $1
      ) named join users u on u.id = named.author_id
      where ${listed} or u.id = $2 limit 1`,
})

export const libraryThumbnail = sqlQuery({
  name: 'library_thumbnail',
  row: v.object({ key: v.string() }),
  text: 'select blob_key as key from video_thumbnails where video_id = $1',
})

/** Gives the key of a picture whose video nothing names any more. */
export const unnamedThumbnailDelete = ormQuery(
  v.object({ key: v.string() }),
  (videoId: string) =>
    sql`delete from video_thumbnails where video_id = ${videoId}
      and not exists (select 1 from library_items where video_id = ${videoId})
      and not exists (select 1 from intro_videos where video_id = ${videoId})
      returning blob_key as key`,
)
