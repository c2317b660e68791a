import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs as oldJobs } from '#server/db/schema/upkeep.ts'
import { openJobs, type JobsDeps } from '#server/ports/jobs/boss.ts'
import { attemptsMax } from '#server/ports/jobs/library.ts'
import type { Jobs, NewJob } from '#server/ports/jobs/port.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { JobsClock } from '#tests/support/jobs-clock.ts'
import { jobsOf } from '#tests/support/jobs.ts'

const hourMs = 3_600_000
const kind = 'booking.alone'

describe.each(databasesUnderTest('both'))('jobs on %s', (engine) => {
  let open: TestDatabase
  // Time goes on from test to test: the library looks after its queues by it.
  let nowMs = Date.parse('2026-06-15T12:00:00Z')
  let clock: JobsClock
  let opened: Jobs[] = []

  beforeAll(async () => {
    open = await openTestDatabase(engine)
  })
  beforeEach(() => {
    nowMs += 24 * hourMs
    clock = new JobsClock(nowMs)
  })
  afterEach(async () => {
    await Promise.all(opened.map((queue) => queue.stop()))
    opened = []
    await open.database.pool.query('delete from pgboss.job')
  })
  afterAll(() => open.drop())

  async function newQueue(given: Partial<JobsDeps> = { clock }): Promise<Jobs> {
    const log = pino({ level: 'silent' })
    const { database } = open
    const queue = await openJobs({ database, log, now: () => nowMs, newId: uuidv7, ...given })
    opened.push(queue)
    return queue
  }
  const add = (queue: Jobs, more: Partial<NewJob> = {}) =>
    queue.add(open.database.orm, { kind, payload: {}, runAt: new Date(nowMs), ...more })

  test('are done once they are due, each by one of several processes', async () => {
    const done: unknown[] = []
    const queues = [await newQueue(), await newQueue(), await newQueue()]
    for (const queue of queues) queue.handle(kind, async (payload) => void done.push(payload))
    const numbers = Array.from({ length: 40 }, (_, n) => n)
    for (const n of numbers) await add(queues[0]!, { payload: { n } })
    await add(queues[0]!, { payload: { n: 'later' }, runAt: new Date(nowMs + 1) })
    const counts = await Promise.all(queues.map((queue) => queue.runDue()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40)
    const found = done.map((each) => Number(Reflect.get(Object(each), 'n')))
    expect(found.toSorted((a, b) => a - b)).toEqual(numbers)
    nowMs += 1
    expect(await queues[1]!.runDue()).toBe(1)
  })

  test('are noted once under a key, also after they were done', async () => {
    let count = 0
    const queue = await newQueue()
    queue.handle(kind, async () => void (count += 1))
    await add(queue, { key: 'a' })
    await add(queue, { key: 'a' })
    await queue.runDue()
    await add(queue, { key: 'a' })
    await queue.runDue()
    expect(count).toBe(1)
  })

  test('go with the transaction that notes them', async () => {
    const queue = await newQueue()
    queue.handle(kind, async () => undefined)
    const lost = open.database.orm.transaction(async (tx) => {
      await queue.add(tx, { kind, payload: {}, runAt: new Date(nowMs) })
      throw new Error('changed my mind')
    })
    await expect(lost).rejects.toThrow('changed my mind')
    expect(await queue.runDue()).toBe(0)
  })

  test('that fail come again after longer and longer pauses, and are given up in the end', async () => {
    let tries = 0
    const queue = await newQueue()
    queue.handle(kind, async () => {
      tries += 1
      throw new TypeError('Somebody@example.org')
    })
    await add(queue)
    await queue.runDue()
    await queue.runDue()
    expect(tries).toBe(1)
    nowMs += 60_000
    await queue.runDue()
    expect(tries).toBe(2)
    for (let turn = 0; turn < 20; turn += 1) {
      nowMs += hourMs
      await queue.runDue()
    }
    expect(tries).toBe(attemptsMax)
    expect(await jobsOf(open.database)).toMatchObject([
      { name: kind, state: 'failed', output: { message: 'TypeError' } },
      { name: 'given-up', state: 'created' },
    ])
  })

  test('of a process that died are taken over half a minute later', async () => {
    const dying = await newQueue()
    const release = Promise.withResolvers<void>()
    let begun = 0
    dying.handle(kind, async () => {
      begun += 1
      await release.promise
    })
    await add(dying)
    const died = dying.runDue()
    await expect.poll(() => begun).toBe(1)
    const other = await newQueue()
    let done = 0
    other.handle(kind, async () => void (done += 1))
    expect(await other.runDue()).toBe(0)
    nowMs += 31_000
    await other.runDue()
    // The heartbeat's end counts as a failed try: it comes again after its pause.
    nowMs += 70_000
    await other.runDue()
    expect(done).toBe(1)
    release.resolve()
    await died
    expect((await jobsOf(open.database)).map(({ state }) => state)).toEqual(['completed'])
  })

  test('of one kind wait for none of another, and nine mails beside a calendar that hangs go out once', async () => {
    const sent: unknown[] = []
    const hanging = Promise.withResolvers<void>()
    const queues = [await newQueue(), await newQueue()]
    for (const queue of queues) {
      queue.handle('booking.calendar', () => hanging.promise)
      queue.handle('booking.mail', async (payload) => void sent.push(payload))
    }
    await add(queues[0]!, { kind: 'booking.calendar' })
    const mails = Array.from({ length: 9 }, (_, n) => ({ n }))
    for (const payload of mails) await add(queues[0]!, { kind: 'booking.mail', payload })
    for (const queue of queues) await queue.start()
    // Longer than the limit of the job that hangs: another process tries it again.
    for (let second = 0; second < 150; second += 5) await clock.tick(5_000)
    await expect.poll(() => sent.length).toBe(9)
    expect(sent).toEqual(expect.arrayContaining(mails))
    hanging.resolve()
  })

  test('are done one after another without a pause, and side by side once one is found', async () => {
    let running = 0
    const done = Promise.withResolvers<void>()
    const queue = await newQueue()
    queue.handle('payments.receipt', async () => undefined)
    queue.handle('booking.mail', async () => {
      running += 1
      await done.promise
    })
    for (let n = 0; n < 12; n += 1) await add(queue, { kind: 'payments.receipt' })
    await queue.start()
    // The clock stands still: nobody waits for the next look.
    const states = async () => (await jobsOf(open.database)).map(({ state }) => state)
    await expect.poll(states).toEqual(Array.from({ length: 12 }, () => 'completed'))
    for (let n = 0; n < 3; n += 1) await add(queue, { kind: 'booking.mail' })
    await clock.tick(2_000)
    await expect.poll(() => running).toBe(3)
    done.resolve()
  })

  test('that nobody here does are left for others', async () => {
    const queue = await newQueue()
    queue.handle('booking.mail', async () => undefined)
    await add(queue)
    expect(await queue.runDue()).toBe(0)
  })

  test('that repeat run once in each turn, whoever looks', async () => {
    let count = 0
    const queues = [await newQueue(), await newQueue()]
    for (const queue of queues) queue.repeat('upkeep', hourMs, async () => void (count += 1))
    for (const queue of [...queues, ...queues]) await queue.runDue()
    expect(count).toBe(1)
    nowMs += hourMs
    await Promise.all(queues.map((queue) => queue.runDue()))
    expect(count).toBe(2)
  })

  test('of an earlier version are taken over once, those that wait alone', async () => {
    const of = { kind, payload: {}, runAt: new Date(nowMs) }
    await open.database.orm.insert(oldJobs).values([
      { ...of, id: uuidv7(), key: 'still', payload: { n: 1 } },
      { ...of, id: uuidv7(), endedAt: new Date(nowMs) },
      { ...of, id: uuidv7(), kind: 'nobody.knows' },
    ])
    const done: unknown[] = []
    const queues = [await newQueue(), await newQueue()]
    for (const queue of queues) queue.handle(kind, async (payload) => void done.push(payload))
    await Promise.all(queues.map((queue) => queue.runDue()))
    await add(queues[0]!, { key: 'still' })
    await queues[0]!.runDue()
    expect(done).toEqual([{ n: 1 }])
    expect(await open.database.orm.$count(oldJobs)).toBe(0)
  })

  test('that a process of an earlier version still notes are done, those it works on once it is gone', async () => {
    const done: unknown[] = []
    const queue = await newQueue()
    queue.handle(kind, async (payload) => void done.push(payload))
    const of = { kind, runAt: new Date(nowMs) }
    const lockedUntil = new Date(nowMs + 120_000)
    await open.database.orm.insert(oldJobs).values([
      { ...of, id: uuidv7(), payload: { n: 1 } },
      { ...of, id: uuidv7(), payload: { n: 2 }, lockedUntil },
    ])
    await queue.runDue()
    expect(done).toEqual([{ n: 1 }])
    nowMs += 121_000
    await queue.runDue()
    await queue.runDue()
    expect(done).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('leave no connection in a transaction that failed', async () => {
    const { pool } = open.database
    const boss = await newQueue()
    await pool.query(`create function pg_temp_fails() returns trigger language plpgsql as
      $$ begin raise exception 'disk full' using errcode = '53100'; end $$`)
    await pool.query(`create trigger fails before insert or update on pgboss.job
      for each statement execute function pg_temp_fails()`)
    try {
      boss.handle(kind, async () => undefined)
      await expect(boss.runDue()).rejects.toThrow('disk full')
    } finally {
      await pool.query('drop trigger fails on pgboss.job; drop function pg_temp_fails()')
    }
    for (let n = 0; n < 12; n += 1) {
      await open.database.orm.transaction(async (tx) => void (await tx.execute('select 1')))
    }
  })

  test('that soon come again by themselves are tried once', async () => {
    let tries = 0
    const queue = await newQueue()
    queue.handle('upkeep', async () => {
      tries += 1
      throw new Error('no bucket')
    })
    await add(queue, { kind: 'upkeep' })
    for (let turn = 0; turn < 5; turn += 1) {
      await queue.runDue()
      nowMs += hourMs
    }
    expect(tries).toBe(1)
  })

  test('are not begun after the end', async () => {
    const queue = await newQueue()
    queue.handle(kind, async () => undefined)
    await add(queue)
    await queue.stop()
    expect(await queue.runDue()).toBe(0)
  })

  // The last one: by the database's own clock, before which no other test goes back.
  test('run in their time, once, though a process has a clock that is an hour off', async () => {
    const done: unknown[] = []
    let turns = 0
    const [right, ahead, behind] = await Promise.all(
      [0, hourMs, -hourMs].map((offMs) => newQueue({ now: () => Date.now() + offMs })),
    )
    for (const [index, queue] of [right, ahead, behind].entries()) {
      if (!queue) throw new Error('no queue')
      queue.handle(kind, async (payload) => void done.push(payload))
      const offMs = [0, hourMs, -hourMs][index] ?? 0
      // What is for now, and what is for a moment that everybody names alike.
      const [now, later] = [Date.now() + offMs, Date.now() + 2 * hourMs]
      await add(queue, { payload: { index }, runAt: new Date(now) })
      await add(queue, { payload: { later: true }, key: 'one', runAt: new Date(later) })
    }
    // Turns of an hour, and now it is the middle of one: the next does not begin while the test runs.
    const everyMs = Math.floor(Date.now() / (Math.floor(Date.now() / hourMs) + 0.5))
    for (const queue of [ahead, right]) queue?.repeat('upkeep', everyMs, async () => void turns++)
    expect(await right?.runDue()).toBe(4)
    expect(done).toHaveLength(3)
    expect(done).toEqual(expect.arrayContaining([0, 1, 2].map((index) => ({ index }))))
    // The next turn, which is noted already, waits for its hour.
    await ahead?.runDue()
    await right?.runDue()
    expect(turns).toBe(1)
    const states = (await jobsOf(open.database)).map(({ state }) => state)
    expect(states.filter((state) => state === 'created')).toHaveLength(2)
  })
})
