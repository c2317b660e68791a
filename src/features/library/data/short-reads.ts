import type { Language } from '#contract/language.ts'
import { plainText, readingMinutes } from '#contract/library/blocks.ts'
import { articleSchema, type Article } from '#contract/library/model.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { isIn, listLanguages } from '../language.tsx'
import { readCursor } from './library-store.ts'

/** An article as an offer: its name and how long it takes. */
export interface ShortRead extends Pick<Article, '_id' | 'title' | 'category' | 'language'> {
  /** Whole minutes. */
  readonly minutes: number
}

/** A page that offers one article reads no more than these of the newest. */
const lookedAtMax = 25

/**
 * The newest articles on this device that take at most so many minutes, newest first: those in the language of the screen
 * where there are any, and the person does not want all; none of whom they have blocked. For a live query.
 */
export async function readShortReads(
  db: UserDatabase,
  language: Language,
  minutesMax = Number.POSITIVE_INFINITY,
): Promise<ShortRead[]> {
  if (!(await readCursor(db.viewerId))) return []
  const hidden = await readHidden(db)
  const short = ({ minutes }: ShortRead) => minutes <= minutesMax
  const shown = ({ author }: Article) => !hidden.has(author._id)
  const own = (article: Article) => shown(article) && isIn(language, article)
  const preferred = listLanguages.get() === 'own' ? (await readNewest(own)).filter(short) : []
  return preferred.length > 0 ? preferred : (await readNewest(shown)).filter(short)
}

async function readNewest(wanted: (article: Article) => boolean): Promise<ShortRead[]> {
  // oxlint-disable-next-line unicorn/no-array-reverse -- a Dexie collection, which is read from its end
  const newest = sharedDatabase().articles.orderBy('_id').reverse()
  const rows = await newest
    .filter((article) => !article.gone && wanted(article))
    .limit(lookedAtMax)
    .toArray()
  return parseRows(articleSchema, rows).map((article) => ({
    ...offerOf(article),
    minutes: readingMinutes(plainText(article)),
  }))
}

function offerOf({ _id, title, category, language }: Article) {
  return { _id, title, category, language }
}
