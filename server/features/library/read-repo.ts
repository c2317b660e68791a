import type { CategoryFilter } from '#contract/library/category.ts'
import type { PageQuery } from '#contract/library/feed.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Sight } from './as-seen-by.ts'
import {
  libraryItem,
  libraryItemByAttachment,
  libraryPage,
  libraryShelf,
  type ItemKind,
  type ItemRow,
} from './library.sql.ts'

/** Which items a list is of. */
export interface ListOf {
  readonly kind: ItemKind
  readonly category?: CategoryFilter
  readonly authorId?: string
}

/** Greater than every id. */
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A page of what this viewer may read, newest first. */
export async function pageOfItems(
  client: Queryable,
  { viewerId, apart }: Sight,
  { kind, category = 'All', authorId }: ListOf,
  { before = afterAll, limit }: PageQuery,
): Promise<ItemRow[]> {
  const values = [kind, before, viewerId, limit, apart]
  if (authorId !== undefined) return libraryPage.author.all(client, [...values, authorId])
  if (category === 'All') return libraryPage.all.all(client, values)
  return libraryPage.category.all(client, [...values, category])
}

/** An item, whoever may read it; undefined where there is none of that kind. */
export async function itemById(
  client: Queryable,
  kind: ItemKind,
  id: string,
): Promise<ItemRow | undefined> {
  return libraryItem.first(client, [id, kind])
}

/** The article that has this attachment. */
export async function itemByAttachment(
  client: Queryable,
  attachment: string,
): Promise<ItemRow | undefined> {
  return libraryItemByAttachment.first(client, [attachment])
}

/** Whether somebody is an author whose shelf others may look at; undefined for nobody. */
export async function shelfOf(
  client: Queryable,
  userId: string,
): Promise<{ authorId: string; listed: boolean } | undefined> {
  return libraryShelf.first(client, [userId])
}
