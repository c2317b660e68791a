import type { AttachmentFacts } from '#contract/library/attachment.ts'
import type { ArticleFormat } from '#contract/library/blocks.ts'
import type { WellnessCategory } from '#contract/library/category.ts'
import type { RemovedItem } from '#contract/library/feed.ts'

export type ItemKind = RemovedItem['kind']

/** An item with its author, as it is read. */
export interface ItemRow {
  readonly id: string
  readonly kind: ItemKind
  readonly category: WellnessCategory
  readonly title: string
  readonly body: string
  readonly format: ArticleFormat
  readonly videoId: string | null
  readonly attachment: string | null
  readonly attachmentFacts: AttachmentFacts | null
  readonly seq: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly authorId: string
  readonly firstname: string
  readonly lastname: string
  readonly specialization: string | null
  readonly profileImg: string | null
  /** True while every member may read it. */
  readonly listed: boolean
}

/** What `itemsAndAuthors` is filtered by: the author is verified and not suspended. */
export const listed = '(u.verified_at is not null and u.suspended_at is null)'

/** An id is nobody's secret and a name neither; what makes a row readable is `listed`, or being its author. */
export const itemColumns = `i.id, i.kind, i.category, i.title, i.body, i.format, i.video_id as "videoId",
  i.attachment, i.attachment_facts as "attachmentFacts", i.seq::float8 as seq,
  i.created_at as "createdAt", i.updated_at as "updatedAt", u.id as "authorId", u.firstname, u.lastname,
  u.specialization, u.profile_img as "profileImg", ${listed} as listed`

export const itemsAndAuthors = 'library_items i join users u on u.id = i.author_id'
