import type { Language } from '#contract/language.ts'
import type { CategoryFilter } from '#contract/library/category.ts'
import type { PageQuery } from '#contract/library/feed.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { blockedWith } from '#server/features/connections/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import {
  libraryItem,
  libraryItemByAttachment,
  libraryPage,
  libraryShelf,
  type ItemKind,
  type ItemRow,
} from './library.sql.ts'
import type { ItemFacts } from './policy.ts'

/** Which items a list is of. */
export interface ListOf {
  readonly kind: ItemKind
  readonly category?: CategoryFilter
  readonly authorId?: string
  /** Those in this language alone. */
  readonly language?: Language | undefined
}

/** Greater than every id. */
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A page of what this viewer may read, newest first. */
export async function pageOfItems(
  client: Queryable,
  { viewerId, apart }: Sight,
  { kind, category = 'All', authorId, language }: ListOf,
  { before = afterAll, limit }: PageQuery,
): Promise<ItemRow[]> {
  const values = [kind, before, viewerId, limit, apart]
  if (authorId !== undefined) return libraryPage.author.all(client, [...values, authorId])
  if (language === undefined) {
    if (category === 'All') return libraryPage.all.all(client, values)
    return libraryPage.category.all(client, [...values, category])
  }
  if (category === 'All') return libraryPage.language.all(client, [...values, language])
  return libraryPage.categoryLanguage.all(client, [...values, category, language])
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

/** How the library looks to one person: what those published with whom they have a block is as if unlisted. */
export interface Sight {
  readonly viewerId: string
  /** Authors with a block between them and the viewer, whichever of the two made it. */
  readonly apart: readonly string[]
  readonly seen: <T extends ItemFacts>(facts: T) => T
}

/** Reads once from whom a block keeps the viewer apart. */
export async function asSeenBy(
  client: Queryable,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Sight> {
  const apart = await blockedWith(client, userId)
  return {
    viewerId: userId,
    apart,
    seen: (facts) => (apart.includes(facts.authorId) ? { ...facts, listed: false } : facts),
  }
}

/** The record, or `not_found` in its place. */
export function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ProblemError('not_found')
  return record
}
