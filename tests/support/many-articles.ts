import { v7 as uuidv7 } from 'uuid'
import { wellnessCategories } from '#contract/library/model.ts'
import type { Database } from '#server/db/client.ts'
import { libraryHead, libraryItems } from '#server/db/schema/library.ts'
import { libraryWords } from '#server/db/search-words.ts'
import { loadDemo } from '#server/demo/load.ts'
import { addAuthor } from './library.ts'
import type { UserRow } from './people.ts'

const authorsCount = 40
const sentencesPerArticle = 24
const rowsPerInsert = 100

/**
 * Fills the library with articles of about 300 words, put together from sentences of real ones, so that words are as
 * common as they are in life. The title of the article with that number ends with the word `note{number}`.
 */
export async function addManyArticles(database: Database, count: number): Promise<void> {
  const authors: UserRow[] = []
  for (let index = 0; index < authorsCount; index += 1) {
    authors.push((await addAuthor(database, { lastname: `Writer${index}` })).user)
  }
  const sentences = realSentences()
  const pick = <T>(list: readonly T[], index: number): T => {
    const found = list[index % list.length]
    if (found === undefined) throw new Error('Nothing to pick from')
    return found
  }
  const rows = Array.from({ length: count }, (_, index) => {
    const author = pick(authors, index)
    const body = Array.from({ length: sentencesPerArticle }, (_, place) =>
      pick(sentences, index * 31 + place * 17 + (index % 7) * place),
    ).join(' ')
    const title = `${pick(sentences, index * 13).slice(0, 60)} note${index}`
    const category = pick(wellnessCategories, index)
    const written = { title, body, format: 'markdown' as const, category }
    const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000)
    return {
      ...written,
      ...libraryWords(written, author),
      id: uuidv7({ msecs: at.getTime() }),
      kind: 'article' as const,
      authorId: author.id,
      seq: index + 1,
      createdAt: at,
      updatedAt: at,
    }
  })
  for (let from = 0; from < count; from += rowsPerInsert) {
    await database.orm.insert(libraryItems).values(rows.slice(from, from + rowsPerInsert))
  }
  await database.orm.update(libraryHead).set({ seq: count })
}

function realSentences(): string[] {
  return loadDemo()
    .articles.filter(({ language }) => language === 'en')
    .flatMap(({ content }) =>
      content.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > 20),
    )
}
