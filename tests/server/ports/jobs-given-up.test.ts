import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openJobs, type OpenJobs } from '#server/ports/jobs/boss.ts'
import { attemptsMax, installJobs, jobsAreInstalled } from '#server/ports/jobs/library.ts'
import {
  givenUpQueue,
  isJobKind,
  type JobKind,
  type JobTry,
  type NewJob,
} from '#server/ports/jobs/port.ts'
import { prometheusMetrics } from '#server/ports/metrics/prometheus.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { JobsClock } from '#tests/support/jobs-clock.ts'
import { jobsOf } from '#tests/support/jobs.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const kind = 'booking.alone'
const startMs = Date.parse('2026-06-15T12:00:00Z')

describe.each(databasesUnderTest('both'))('jobs that were given up, on %s', (engine) => {
  let open: TestDatabase
  let nowMs = startMs
  let queue: OpenJobs
  /** What the work of `kind` does. */
  let work: (payload: unknown, attempt: JobTry) => Promise<void>
  /** Receivers remember what came to them by the id of the job. */
  let received: string[] = []
  const fail = async () => {
    throw new TypeError('somebody@example.org')
  }

  beforeAll(async () => {
    open = await openTestDatabase(engine)
    const log = pino({ level: 'silent' })
    const clock = new JobsClock(nowMs)
    const { database } = open
    queue = await openJobs({ database, log, now: () => nowMs, newId: uuidv7, clock })
    queue.handle(kind, (payload, attempt) => work(payload, attempt))
  })
  beforeEach(async () => {
    await open.database.pool.query('delete from pgboss.job')
    received = []
    nowMs += dayMs
  })
  afterAll(async () => {
    await queue.stop()
    await open.drop()
  })

  const add = (more: Partial<NewJob> = {}) =>
    queue.add(open.database.orm, { kind, payload: {}, runAt: new Date(nowMs), ...more })
  const jobsThere = async () =>
    (await jobsOf(open.database)).map(({ name, state }) => `${name} ${state}`).toSorted()

  async function runUntilGivenUp(): Promise<void> {
    for (let turn = 0; turn < 2 * attemptsMax; turn += 1) {
      await queue.runDue()
      nowMs += hourMs
    }
  }
  async function pass(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      nowMs += dayMs
      await queue.runDue()
    }
  }

  test('are stored nowhere where what they carry opens something, nor for longer than an hour', async () => {
    queue.handle('calendar.leave', fail)
    await add({ kind: 'calendar.leave', payload: { sealedTokens: 'sealed' } })
    await runUntilGivenUp()
    expect(await queue.givenUp.list()).toEqual([])
    await pass(1)
    expect(await jobsThere()).toEqual([])
  })

  test('are there for the operator for 90 days, by kind and name of failure, and say nothing of anybody', async () => {
    work = fail
    const from = nowMs
    await add({ payload: { userId: 'nour' } })
    await add({ payload: { userId: 'lina' } })
    await runUntilGivenUp()
    const [found, ...more] = await queue.givenUp.list()
    expect(more).toEqual([])
    expect(found).toMatchObject({ kind, count: 2, failure: 'TypeError' })
    expect(found?.oldest.getTime()).toBeGreaterThan(from)
    expect(Object.keys(found ?? {}).toSorted()).toEqual(['count', 'failure', 'kind', 'oldest'])
    await pass(88)
    expect(await queue.givenUp.list()).toMatchObject([{ count: 2 }])
    await pass(3)
    expect(await queue.givenUp.list()).toEqual([])
    expect(await jobsThere()).toEqual([])
  })

  test('ring by where they come from, and are no work that waits', async () => {
    work = fail
    await add()
    await runUntilGivenUp()
    const { text } = await prometheusMetrics(open.database.pool).scrape()
    expect(text).toMatch(/^jobs_given_up_total\{kind="booking\.alone"\} 1$/m)
    expect(text).toMatch(/^jobs_given_up_total\{kind="booking\.mail"\} 0$/m)
    expect(text).toMatch(/^jobs_due 0$/m)
    expect(text).not.toContain('given-up')
  })

  test.each([0, 5])(
    'are the same work when the operator gives them back, %s days later',
    async (days) => {
      work = async (_payload, { id }) => {
        if (!received.includes(id)) received.push(id)
        // The effect is there, and still the job does not come to its end.
        await fail()
      }
      await add({ key: 'one', payload: { n: 1 } })
      await runUntilGivenUp()
      await pass(days)
      const given: unknown[] = []
      work = async (payload, { id }) => {
        given.push(payload)
        if (!received.includes(id)) received.push(id)
      }
      expect(await queue.givenUp.retry('booking.mail')).toBe(0)
      expect(await queue.givenUp.retry(kind)).toBe(1)
      await queue.runDue()
      expect(given).toEqual([{ n: 1 }])
      expect(received).toHaveLength(1)
      expect(await queue.givenUp.list()).toEqual([])
      await add({ key: 'one' })
      expect(await queue.runDue()).toBe(0)
      expect(await jobsThere()).toEqual([`${kind} completed`])
    },
  )

  test('have all their tries again, and are given up again under the same id', async () => {
    let tries = 0
    work = async () => {
      tries += 1
      await fail()
    }
    await add()
    for (const round of [1, 2, 3]) {
      await runUntilGivenUp()
      expect(tries).toBe(round * attemptsMax)
      expect(await queue.givenUp.list()).toMatchObject([{ kind, count: 1 }])
      expect(await jobsThere()).toEqual([`${kind} failed`, 'given-up created'])
      await queue.givenUp.retry(kind)
    }
    expect(await queue.givenUp.list()).toEqual([])
  })

  test('that were noted again under their key are done once', async () => {
    work = fail
    await add({ key: 'one' })
    await runUntilGivenUp()
    await add({ key: 'one' })
    expect(await queue.runDue()).toBe(0)
    await pass(5)
    // It was forgotten as what ended; under its key it is the same id.
    work = async (_payload, { id }) => void received.push(id)
    await add({ key: 'one' })
    await Promise.all([queue.givenUp.retry(kind), queue.givenUp.retry(kind)])
    await queue.runDue()
    await queue.givenUp.retry(kind)
    await queue.runDue()
    expect(received).toHaveLength(1)
  })

  test('of work that soon comes again by itself are none', async () => {
    queue.handle('upkeep', fail)
    await add({ kind: 'upkeep' })
    await runUntilGivenUp()
    expect(await jobsThere()).toEqual(['upkeep failed'])
  })

  test('were noted or given up before there was a place for them, and are there after an update', async () => {
    const { pool } = open.database
    work = fail
    await add({ key: 'old' })
    await runUntilGivenUp()
    await add({ key: 'waiting', runAt: new Date(nowMs + hourMs) })
    await pool.query(`delete from pgboss.job where name = 'given-up'`)
    await pool.query('update pgboss.job set dead_letter = null')
    await pool.query('update pgboss.queue set dead_letter = null')
    await pool.query(`delete from pgboss.queue where name = 'given-up'`)
    expect(await jobsAreInstalled(open.database)).toBe(false)
    await installJobs(open.database)
    await installJobs(open.database)
    expect(await jobsAreInstalled(open.database)).toBe(true)
    expect(await queue.givenUp.list()).toMatchObject([{ kind, count: 1, failure: 'TypeError' }])
    await runUntilGivenUp()
    expect(await queue.givenUp.list()).toMatchObject([{ kind, count: 2 }])
  })

  test('are in a place that is no kind: nobody can note work there', () => {
    // @ts-expect-error -- The compiler knows it as no kind.
    const refused: JobKind = givenUpQueue
    expect(isJobKind(refused)).toBe(false)
  })
})
