import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchWords } from '#contract/providers/model.ts'
import { listedProvidersQuery, type DirectoryQuery } from '#server/features/providers/directory.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addManyProviders } from '#tests/support/many-providers.ts'

const anything: DirectoryQuery = {
  specialty: undefined,
  search: undefined,
  seesMinors: undefined,
  language: undefined,
  gender: undefined,
  country: undefined,
  sort: { by: 'name', behind: undefined },
  limit: 50,
  hidden: [],
}
const id = '01985a3c-0000-7a10-8c00-00000000000b'

const questions: readonly [string, Partial<DirectoryQuery>][] = [
  ['the first page', {}],
  ['a page far behind', { sort: { by: 'name', behind: ['m', id] } }],
  ['the newest', { sort: { by: 'newest', behind: undefined } }],
  ['a specialty', { specialty: 'Yoga Therapist' }],
  [
    'the newest of a specialty',
    { specialty: 'Yoga Therapist', sort: { by: 'newest', behind: undefined } },
  ],
  ['a name', { search: searchWords('noor khoury') }],
  ['a middle of a name that few have', { search: searchWords('rson17') }],
  ['a word that half of them have', { search: searchWords('therapist') }],
  ['two letters', { search: searchWords('so') }],
  ['one letter', { search: searchWords('s') }],
  ['a name of a specialty', { search: searchWords('noor'), specialty: 'Yoga Therapist' }],
  ['people who are hidden from the viewer', { search: searchWords('noor'), hidden: [id] }],
]

describe.runIf(databasesUnderTest().includes('postgres'))(
  'the plan of a search among 5,000 providers, on postgres',
  () => {
    let open: TestDatabase

    beforeAll(async () => {
      open = await openTestDatabase('postgres')
      await addManyProviders(open.database, 5_000)
      await open.database.pool.query('vacuum analyze')
    })
    afterAll(() => open.drop())

    test.each(questions)('for %s reads no table from end to end', async (_, question) => {
      const statement = listedProvidersQuery(open.database.orm, { ...anything, ...question })
      const { rows } = await open.database.orm.execute<{ 'QUERY PLAN': string }>(
        sql`explain ${statement}`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/Index/)
      expect(plan).not.toMatch(/Seq Scan/)
    })

    test('finds the few by the index of their letters', async () => {
      const statement = listedProvidersQuery(open.database.orm, {
        ...anything,
        search: searchWords('rson17'),
      })
      const plan = await open.database.orm.execute(sql`explain ${statement}`)
      expect(JSON.stringify(plan.rows)).toContain('providers_search_idx')
      expect(await statement).not.toEqual([])
    })
  },
)
