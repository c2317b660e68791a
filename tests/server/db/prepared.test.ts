import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '#server/db/schema/upkeep.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'

describe.each(databasesUnderTest('both'))('a prepared drizzle query on %s', (kind) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase(kind)
    await opened.database.orm.insert(rateLimits).values([
      { key: 'a', points: 1, expire: 10 },
      { key: 'b', points: 2, expire: null },
    ])
  })
  afterAll(() => opened.drop())

  function prepareByKey() {
    return opened.database.orm
      .select()
      .from(rateLimits)
      .where(eq(rateLimits.key, sql.placeholder('key')))
      .prepare('rate_limit_by_key')
  }

  test('answers with its own values however often and however concurrently it runs', async () => {
    const byKey = prepareByKey()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => byKey.execute({ key: i % 2 ? 'b' : 'a' })),
    )
    for (const [i, rows] of answers.entries()) {
      expect(rows).toEqual(
        i % 2 ? [{ key: 'b', points: 2, expire: null }] : [{ key: 'a', points: 1, expire: 10 }],
      )
    }
  })

  test('still answers on a new connection', async () => {
    const byKey = prepareByKey()
    await byKey.execute({ key: 'a' })
    const client = await opened.database.pool.connect()
    client.release(true)
    expect(await byKey.execute({ key: 'a' })).toHaveLength(1)
  })
})
