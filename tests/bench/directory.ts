import {
  createDatabaseHome,
  databasesUnderTest,
  type DatabaseKind,
} from '#tests/support/database.ts'
import { addManyProviders } from '#tests/support/many-providers.ts'
import { withApi, type ApiUnderTest } from './api-under-test.ts'
import { percentile, timed } from './rounds.ts'
import { addPeople, bearer, type Person } from './stored.ts'
import { plainRow, type Row } from './table.ts'

const providersCount = 5_000
const asked = 200
const warmUps = 20
/** A phone has 100 ms from a key to its result: half of them are ours, on a machine that does other things too. */
const p95MsMax = 50

/** What a person asks the directory for, each time in other words. */
const questions: Readonly<Record<string, (index: number) => string>> = {
  'first page': () => '',
  'first page of a specialty': () => '&specialty=Yoga%20Therapist',
  'search as it is typed': (index) => `&search=${'sofia almeida'.slice(0, 1 + (index % 13))}`,
  'search for one of them': (index) => `&search=nair${index}`,
  'two filters': () => '&language=Portuguese&seesMinors=true',
}

/** How long the directory of 5,000 care providers takes to answer, one question after the other. */
export async function benchDirectory(): Promise<Row[]> {
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
        await addManyProviders(database, providersCount)
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
    const query = questions[name]?.(index) ?? ''
    const ms = await timed(async () => {
      const answer = await fetch(`${origin}/api/auth/serviceProviders?limit=50${query}`, {
        headers,
      })
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      await answer.arrayBuffer()
    })
    if (index >= warmUps) taken.push(ms)
  }
  const p95Ms = percentile(taken, 95)
  return plainRow(`directory of 5,000, ${kind}: ${name}`, `p95 ${p95Ms.toFixed(1)} ms`, {
    value: p95Ms,
    goal: { atMost: p95MsMax },
  })
}
