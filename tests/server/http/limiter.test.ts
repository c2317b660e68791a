import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteEndedLimits } from '#server/db/maintenance.ts'
import { rateLimits } from '#server/db/schema/upkeep.ts'
import { createLimiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'

describe.each(databasesUnderTest('both'))('a limiter, on %s', (kind) => {
  let open: TestDatabase

  beforeAll(async () => {
    open = await openTestDatabase(kind)
  })
  afterAll(() => open.drop())

  test('lets exactly as many pass as it should, however many come at once', async () => {
    const limiter = createLimiter(open.database.pool, 'exact', 5, 60)
    const takes = await Promise.allSettled(Array.from({ length: 20 }, () => limiter.take('key')))
    const refused = takes.flatMap((take) => (take.status === 'rejected' ? [take.reason] : []))
    expect(refused).toHaveLength(15)
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(ProblemError)
      expect(reason).toMatchObject({ body: { code: 'rate_limited' } })
    }
  })

  test('counts names and keys apart, and gives points back', async () => {
    const [one, other] = ['one', 'other'].map((name) =>
      createLimiter(open.database.pool, name, 1, 60),
    )
    await one?.take('a')
    await one?.take('b')
    await other?.take('a')
    await expect(one?.take('a')).rejects.toThrow('rate_limited')
    await one?.giveBack('b')
    await one?.take('b')
  })

  test('ends a window a fixed time after its first point, and gives nothing back to the next', async () => {
    let nowMs = Date.now() - 60_000
    const limiter = createLimiter(open.database.pool, 'timed', 2, 60, () => nowMs)
    await limiter.take('key')
    nowMs += 59_000
    await limiter.take('key')
    await expect(limiter.take('key')).rejects.toMatchObject({
      body: { code: 'rate_limited' },
      retryAfterSeconds: 1,
    })
    nowMs += 1_000
    await limiter.giveBack('key')
    await limiter.take('key')
    await limiter.take('key')
    await expect(limiter.take('key')).rejects.toThrow('rate_limited')
  })

  test('gives back no more than was taken', async () => {
    const limiter = createLimiter(open.database.pool, 'back', 1, 60)
    await limiter.giveBack('key')
    await limiter.take('key')
    for (let time = 0; time < 3; time += 1) await limiter.giveBack('key')
    await limiter.take('key')
    await expect(limiter.take('key')).rejects.toThrow('rate_limited')
  })

  test('remembers what was set until its window ends', async () => {
    let nowMs = Date.now()
    const limiter = createLimiter(open.database.pool, 'set', 1, 60, () => nowMs)
    expect(await limiter.isSet('key')).toBe(false)
    await limiter.set('key')
    nowMs += 59_999
    expect(await limiter.isSet('key')).toBe(true)
    nowMs += 1
    expect(await limiter.isSet('key')).toBe(false)
  })

  test('leaves nothing behind once its windows are over', async () => {
    await createLimiter(open.database.pool, 'short', 1, 60).set('a', 'b')
    expect(await deleteEndedLimits(open.database, new Date())).toBe(0)
    expect(await deleteEndedLimits(open.database, new Date(Date.now() + 61_000))).toBeGreaterThan(0)
    expect(await open.database.orm.select().from(rateLimits)).toEqual([])
  })

  test.runIf(kind === 'postgres')('is passed over by the upkeep while it is counted', async () => {
    const { database } = open
    await createLimiter(database.pool, 'busy', 1, 60).take('key')
    const later = new Date(Date.now() + 61_000)
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('select from rate_limits for update')
    expect(await deleteEndedLimits(database, later)).toBe(0)
    await client.query('rollback')
    client.release()
    expect(await deleteEndedLimits(database, later)).toBe(1)
  })
})
