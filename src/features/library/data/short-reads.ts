import { articleSchema, type Article } from '#contract/library/model.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { readCursor } from './library-store.ts'
import { minutesToRead } from './reading-minutes.ts'

/** An article as an offer: its name and how long it takes. */
export interface ShortRead extends Pick<Article, '_id' | 'title' | 'category'> {
  /** Whole minutes. */
  readonly minutes: number
}

/** A page that offers one article reads no more than these of the newest. */
const lookedAtMax = 25

/** The newest articles on this device that take at most so many minutes, newest first. For a live query. */
export async function readShortReads(
  viewerId: string,
  minutesMax = Number.POSITIVE_INFINITY,
): Promise<ShortRead[]> {
  if (!(await readCursor(viewerId))) return []
  // oxlint-disable-next-line unicorn/no-array-reverse -- a Dexie collection, which is read from its end
  const newest = sharedDatabase().articles.orderBy('_id').reverse()
  const rows = await newest
    .filter(({ gone }) => !gone)
    .limit(lookedAtMax)
    .toArray()
  return parseRows(articleSchema, rows)
    .map((article) => ({ ...offerOf(article), minutes: minutesToRead(article) }))
    .filter(({ minutes }) => minutes <= minutesMax)
}

function offerOf({ _id, title, category }: Article) {
  return { _id, title, category }
}
