import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { QueryOf } from '#contract/endpoint.ts'
import { plainText } from '#contract/library/blocks.ts'
import type {
  LibraryChanges,
  PageQuery,
  SearchReply,
  libraryApi,
} from '#contract/library/library-api.ts'
import type { Article, Video, CategoryFilter } from '#contract/library/model.ts'
import { matchIn, searchWords, isWholeWord } from '#contract/library/search.ts'
import type { Queryable } from '#server/db/orm.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import {
  asSeenBy,
  type Sight,
  found,
  itemById,
  pageOfItems,
  shelfOf,
  type ListOf,
} from './items-repo.ts'
import {
  libraryHead,
  libraryChanged,
  libraryRemoved,
  librarySearch,
  type ItemRow,
  type RemovalRow,
} from './library.sql.ts'
import { mayRead } from './policy.ts'
import { presentArticle, presentRemoved, presentVideo } from './present.ts'

/** Hits on one page. */
const hitsMax = 20

export type Reading = ReturnType<typeof createReading>

interface ReadingDeps {
  readonly pool: pg.Pool
  readonly sealer: Pick<Sealer, 'keyFor'>
}

/** What every member reads. */
export function createReading({ pool, sealer }: ReadingDeps) {
  /** Throws `not_found` for the list of somebody whom nobody sees as an author. */
  async function page(actor: Actor, list: ListOf, query: PageQuery): Promise<ItemRow[]> {
    const sight = await asSeenBy(pool, actor)
    if (list.authorId !== undefined) {
      authorize(actor, sight.seen(found(await shelfOf(pool, list.authorId))), mayRead)
    }
    return pageOfItems(pool, sight, list, query)
  }

  async function articles(
    actor: Actor,
    list: Omit<ListOf, 'kind'>,
    query: PageQuery,
  ): Promise<Article[]> {
    return (await page(actor, { ...list, kind: 'article' }, query)).map(presentArticle)
  }

  async function videos(
    actor: Actor,
    list: Omit<ListOf, 'kind'>,
    query: PageQuery,
  ): Promise<Video[]> {
    return (await page(actor, { ...list, kind: 'video' }, query)).map(presentVideo)
  }

  async function article(actor: Actor, id: string): Promise<Article> {
    const { seen } = await asSeenBy(pool, actor)
    const row = seen(found(await itemById(pool, 'article', id)))
    return presentArticle(authorize(actor, row, mayRead))
  }

  async function search(
    actor: Actor,
    { q, category, skip }: QueryOf<(typeof libraryApi)['searchLibrary']>,
  ): Promise<SearchReply> {
    const words = searchWords(q)
    if (words.length === 0) return { hits: [], more: false }
    const asked = { words, category, skip, limit: hitsMax + 1 }
    const rows = await searchArticles(pool, await asSeenBy(pool, actor), asked)
    const hits = rows.slice(0, hitsMax).map((row) => {
      const article = presentArticle(row)
      return { article, match: matchIn(plainText(article), words) }
    })
    return { hits, more: rows.length > hitsMax }
  }

  async function changes(
    actor: Actor,
    query: QueryOf<(typeof libraryApi)['libraryChanges']>,
  ): Promise<LibraryChanges> {
    const sight = await asSeenBy(pool, actor)
    const changed = await changesFor(pool, actor, { ...query, sight })
    return { ...changed, apart: apartText(sight, sealer.keyFor('apart')) }
  }

  return { articles, videos, article, changes, search }
}

/** The head is read first: whatever is not above it is committed, so the two lists miss nothing of each other. */
async function changesFor(
  pool: pg.Pool,
  actor: Actor,
  { since, limit, sight }: QueryOf<(typeof libraryApi)['libraryChanges']> & { sight: Sight },
): Promise<LibraryChanges> {
  const upTo = await feedHead(pool)
  const nothing = { articles: [], videos: [], removed: [], next: upTo, more: false, reset: false }
  if (since === undefined || since > upTo) return { ...nothing, reset: since !== undefined }
  const { items, removals } = await changesBetween(pool, { since, upTo, limit: limit + 1 })
  const all = [...items, ...removals].toSorted((a, b) => a.seq - b.seq)
  const last = all.length > limit ? (all[limit - 1]?.seq ?? upTo) : upTo
  const readable = (row: ItemRow) => mayRead(actor, sight.seen(row)) === 'allow'
  const given = items.filter(({ seq }) => seq <= last)
  return {
    articles: given.filter((row) => row.kind === 'article' && readable(row)).map(presentArticle),
    videos: given.filter((row) => row.kind === 'video' && readable(row)).map(presentVideo),
    removed: [
      ...given.filter((row) => !readable(row)).map((row) => presentRemoved(row, 'hidden')),
      ...removals
        .filter(({ seq }) => seq <= last)
        .map((removal) => presentRemoved(removal, removal.reason)),
    ],
    next: last,
    more: all.length > limit,
    reset: false,
  }
}

/** Names nobody: it is hashed with a key that all processes have and no reader. */
function apartText({ viewerId, apart }: Sight, key: string): string {
  const ids = [viewerId, ...apart.toSorted()].join(' ')
  return createHmac('sha256', key).update(ids).digest('base64url')
}

/** The newest place of the feed. Everything up to it is committed: writers hold its row until they are. */
async function feedHead(client: Queryable): Promise<number> {
  const row = await libraryHead.first(client, [])
  return row?.seq ?? 0
}

/** The places of the feed after `since` and up to `upTo`, in their order, `limit` of each kind at most. */
async function changesBetween(
  client: Queryable,
  { since, upTo, limit }: { since: number; upTo: number; limit: number },
): Promise<{ items: ItemRow[]; removals: RemovalRow[] }> {
  const values = [since, upTo, limit]
  const items = await libraryChanged.all(client, values)
  const removals = await libraryRemoved.all(client, values)
  return { items, removals }
}

/**
 * Articles that this viewer may read and that have all of `words`, as `wordMatches` has it, best first. The words are
 * folded ones, of letters and digits alone. Whatever has them all in its title and its author stands before whatever
 * has them in its text too, so texts are only looked at where the first are few.
 */
async function searchArticles(
  client: Queryable,
  { viewerId, apart }: Sight,
  asked: { words: readonly string[]; category: CategoryFilter; skip: number; limit: number },
): Promise<ItemRow[]> {
  return librarySearch.all(client, [
    prefixQuery(asked.words),
    viewerId,
    asked.category,
    asked.skip,
    asked.limit,
    apart,
  ])
}

/** Quoted, so that no word is taken for an operator. */
function prefixQuery(words: readonly string[]): string {
  return words.map((word) => (isWholeWord(word) ? `'${word}'` : `'${word}':*`)).join(' & ')
}
