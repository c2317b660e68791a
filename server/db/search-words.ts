import { sql, type SQL, and, eq, gt, gte, lt, or } from 'drizzle-orm'
import { foldedWords, foldVersion } from '#contract/fold.ts'
import { type ArticleFormat, plainText } from '#contract/library/blocks.ts'
import type { WellnessCategory } from '#contract/library/model.ts'
import { categoryWords } from '#contract/reference/found-by.ts'
import type { Database } from './client.ts'
import type { DatabaseLog } from './errors.ts'
import { searchedBy } from './provider-listing.ts'
import { users } from './schema/account.ts'
import { libraryItems } from './schema/library.ts'
import { providers } from './schema/providers.ts'

/** The folded words that search reads: PostgreSQL's own rules for letters and accents differ between databases. */
export function libraryWords(
  item: { title: string; body: string; format: ArticleFormat; category: WellnessCategory },
  author: { firstname: string; lastname: string },
): { headWords: SQL; allWords: SQL; fold: number } {
  const title = foldedWords(item.title).join(' ')
  const name = foldedWords(`${author.firstname} ${author.lastname}`).join(' ')
  const written = plainText({ content: item.body, format: item.format })
  const text = [...foldedWords(written), ...categoryWords(item.category)].join(' ')
  const head = sql`setweight(to_tsvector('simple', ${title}), 'A') || setweight(to_tsvector('simple', ${name}), 'B')`
  return {
    headWords: head,
    allWords: sql`${head} || to_tsvector('simple', ${text})`,
    fold: foldVersion,
  }
}

/** So few that a start holds nobody up. */
const rowsPerTurn = 50

/** Runs at each start and once a day: so long ago may a process of the build before have written since. */
const comparedMs = 2 * 86_400_000

/**
 * Writes anew what search reads of providers, articles and videos that an older build has folded. Several processes may do
 * it at once, and one that ends in the middle loses nothing: each row is whole before and after. While processes are replaced, one
 * of the build before goes on writing; what it edits keeps the number of a fold that it does not know, so that of what was
 * edited lately the words themselves are compared.
 */
export async function refoldSearch(
  { orm }: Pick<Database, 'orm'>,
  { log, now }: { log: Pick<DatabaseLog, 'info'>; now: Date },
): Promise<void> {
  const providers = await refoldProviders(orm)
  const library = (await refoldLibrary(orm)) + (await compareEdited(orm, now))
  if (providers + library > 0) log.info({ providers, library }, 'search was folded anew')
}

async function refoldProviders(orm: Database['orm']): Promise<number> {
  const { firstname, lastname, specialization } = users
  for (let done = 0; ;) {
    const rows = await orm
      .select({ id: providers.userId, firstname, lastname, specialization })
      .from(providers)
      .innerJoin(users, eq(users.id, providers.userId))
      .where(lt(providers.fold, foldVersion))
      .limit(rowsPerTurn)
    if (rows.length === 0) return done
    for (const row of rows) {
      await orm.update(providers).set(searchedBy(row)).where(eq(providers.userId, row.id))
    }
    done += rows.length
  }
}

async function refoldLibrary(orm: Database['orm']): Promise<number> {
  for (let done = 0; ;) {
    const items = await readItems(orm, lt(libraryItems.fold, foldVersion))
    if (items.length === 0) return done
    for (const item of items) done += await refoldItem(orm, item)
  }
}

/** What a later build has folded is left to it. */
async function compareEdited(orm: Database['orm'], now: Date): Promise<number> {
  const { id, fold, updatedAt } = libraryItems
  const edited = gte(updatedAt, new Date(now.getTime() - comparedMs))
  let after: string | undefined
  for (let done = 0; ;) {
    const next = after === undefined ? undefined : gt(id, after)
    const items = await readItems(orm, and(eq(fold, foldVersion), edited, next))
    if (items.length === 0) return done
    for (const item of items) done += await refoldItem(orm, item)
    after = items.at(-1)?.id
  }
}

function readItems(orm: Database['orm'], where: SQL | undefined) {
  const { id, seq, title, body, format, category } = libraryItems
  const { firstname, lastname } = users
  return orm
    .select({ id, seq, title, body, format, category, firstname, lastname })
    .from(libraryItems)
    .innerJoin(users, eq(users.id, libraryItems.authorId))
    .where(where)
    .orderBy(id)
    .limit(rowsPerTurn)
}

type Item = Awaited<ReturnType<typeof readItems>>[number]

/** One that changed meanwhile has another place in the feed, and words of what it says now. Gives how many were written. */
async function refoldItem(orm: Database['orm'], item: Item): Promise<number> {
  const { id, seq, fold, allWords } = libraryItems
  const words = libraryWords(item, item)
  const unchanged = and(eq(id, item.id), eq(seq, item.seq))
  const differs = or(lt(fold, foldVersion), sql`${allWords} is distinct from ${words.allWords}`)
  const { rowCount } = await orm.update(libraryItems).set(words).where(and(unchanged, differs))
  return rowCount ?? 0
}
