import {
  createDatabaseHome,
  databasesUnderTest,
  type DatabaseKind,
} from '#tests/support/database.ts'
import { addManyArticles } from '#tests/support/many-articles.ts'
import { withApi, type ApiUnderTest } from './api-under-test.ts'
import { percentile, timed } from './rounds.ts'
import { addPeople, bearer, type Person } from './stored.ts'
import { plainRow, type Row } from './table.ts'

const articlesCount = 10_000
const asked = 100
const warmUps = 10
const p95MsMax = 50

/** The id of an article in the middle of the list: ids grow with time. */
const middle = '019bc000-0000-7000-8000-000000000000'

/** What a person asks the library for. */
const questions: Readonly<Record<string, (index: number) => string>> = {
  'list page': () => '/articles?limit=50',
  'page far down the list': () => `/articles?limit=50&before=${middle}`,
  'page of a category': () => '/articles/category/Physical%20Wellness?limit=50',
  'search for a word in nearly all': () => '/library/search?q=you',
  'search as it is typed': (index) =>
    `/library/search?q=${encodeURIComponent('sleep better at night'.slice(0, 1 + (index % 21)))}`,
  'search for a rare word': (index) => `/library/search?q=note${index * 97}`,
  'search for an author and a word': (index) => `/library/search?q=writer${index % 40}%20phone`,
  'changes of a day': () => `/library/changes?since=${articlesCount - 40}`,
}

/** How long a library of 10,000 articles takes to answer, one question after the other. */
export async function benchLibrary(): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of databasesUnderTest('both')) rows.push(...(await onDatabase(kind)))
  return rows
}

async function onDatabase(kind: DatabaseKind): Promise<Row[]> {
  const home = await createDatabaseHome(kind)
  try {
    return await withApi(
      home,
      async (database) => {
        await addManyArticles(database, articlesCount)
        const [reader] = await addPeople(database, 1)
        await database.pool.query('vacuum analyze')
        return reader
      },
      async (api, reader) => {
        const rows: Row[] = []
        for (const name of Object.keys(questions)) rows.push(await askAll(kind, name, api, reader))
        return rows
      },
    )
  } finally {
    await home.remove()
  }
}

async function askAll(
  kind: DatabaseKind,
  name: string,
  { origin }: ApiUnderTest,
  reader: Person | undefined,
): Promise<Row> {
  const headers = reader ? bearer(reader) : {}
  const taken: number[] = []
  for (let index = 0; index < warmUps + asked; index += 1) {
    const path = questions[name]?.(index) ?? ''
    const ms = await timed(async () => {
      const answer = await fetch(`${origin}/api${path}`, { headers })
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      await answer.arrayBuffer()
    })
    if (index >= warmUps) taken.push(ms)
  }
  const [p50, p95] = [percentile(taken, 50), percentile(taken, 95)]
  return plainRow(
    `library of 10,000, ${kind}: ${name}`,
    `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`,
    { value: p95, goal: { atMost: p95MsMax } },
  )
}
