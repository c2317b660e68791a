import type { ArticleFormat } from '#contract/library/blocks.ts'
import type { RemovedItem } from '#contract/library/library-api.ts'
import type { Article } from '#contract/library/model.ts'
import type { ReceivedPack } from '#contract/library/packs.ts'

/** An article as this device last saw it. */
export interface CachedArticle extends Article {
  /** Why the server no longer offers it: it stays for whoever opened it here. */
  readonly gone?: RemovedItem['reason'] | undefined
}

/** Raised by whoever changes what is stored of an item: a copy that an older build made is then read anew. */
export const libraryShape = 1

/** How far this copy of the library reaches. */
export interface LibraryCursor {
  /** For whom it was fetched. */
  readonly viewerId: string
  /** What is stored of an item; a copy of a build before there were shapes has none, and is read anew. */
  readonly shape?: number
  /** The place in the feed up to which this copy is right. */
  readonly since: number
  /** Whom the server kept apart from this person then, as it says it; none from older servers. */
  readonly apart?: string | undefined
  /** Epoch milliseconds, by this device's clock, of the last look at the server. */
  readonly asOfMs: number
  /** The oldest item of each list that has come; null once a list has come to its end. */
  readonly oldest: { readonly article: string | null; readonly video: string | null }
}

/** What a person did with an article on this device; nobody else learns of it. */
export interface ShelfRow {
  readonly articleId: string
  /** Epoch milliseconds. */
  readonly openedAtMs: number
  /** Stored with its file until the person removes it. */
  readonly saved: boolean
  /** How much of it has been read, from 0 to 1. */
  readonly position: number
}

/** The reading packs that a person was sent, as this device has them. */
export interface PacksOnDevice {
  readonly packs: readonly ReceivedPack[]
  /** What of them was saved here, or could not be, as `placeInPack`: what somebody takes off the shelf stays off. */
  readonly handled: readonly string[]
  /** Epoch milliseconds, by this device's clock, of the last look at the server. */
  readonly asOfMs: number
}

/** Names one article of one pack. */
export function placeInPack(packId: string, articleId: string): string {
  return `${packId} ${articleId}`
}

/** Remembers under which id something was tried to be done. */
export interface Attempt {
  /** What tells it from anything else. */
  readonly payload: string
  readonly opId: string
}

/** An article that is being written: under `new`, or under the id of the one that is edited. */
export interface ArticleDraft {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly category: string
  /** None in what a build wrote that knew no languages. */
  readonly language?: string | undefined
  /** None in what a build wrote that did not store it. */
  readonly format?: ArticleFormat | undefined
  /** The `updatedAt` of what the edit began with; none in what an older build wrote. */
  readonly seenUpdatedAt?: string | undefined
  /** The last attempt to publish it, which may have arrived. */
  readonly attempt?: Attempt | undefined
}
