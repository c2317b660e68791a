import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { deleteEndedJobs, jobRetentionDays } from '#server/db/maintenance.ts'
import { jobs as table } from '#server/db/schema/jobs.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import { attemptsMax, createJobs } from '#server/ports/jobs/queue.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const startMs = Date.parse('2026-06-15T12:00:00Z')
const hourMs = 3_600_000

describe.each(databasesUnderTest('both'))('jobs on %s', (kind) => {
  let open: TestDatabase
  let nowMs = startMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
  })
  beforeEach(async () => {
    nowMs = startMs
    await open.database.orm.delete(table)
  })
  afterAll(() => open.drop())

  const newQueue = (): Jobs =>
    createJobs({
      database: open.database,
      log: pino({ level: 'silent' }),
      now: () => nowMs,
      newId: uuidv7,
    })
  const add = (queue: Jobs, more: { key?: string; runAt?: Date; payload?: object } = {}) =>
    queue.add(open.database.orm, { kind: 'note', payload: {}, runAt: new Date(nowMs), ...more })

  test('are done once they are due, each by one of several processes', async () => {
    const done: unknown[] = []
    const queues = [newQueue(), newQueue(), newQueue()]
    for (const queue of queues) queue.handle('note', async (payload) => void done.push(payload))
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
    const queue = newQueue()
    queue.handle('note', async () => void (count += 1))
    await add(queue, { key: 'a' })
    await add(queue, { key: 'a' })
    await queue.runDue()
    await add(queue, { key: 'a' })
    await queue.runDue()
    expect(count).toBe(1)
  })

  test('go with the transaction that notes them', async () => {
    const queue = newQueue()
    queue.handle('note', async () => undefined)
    const lost = open.database.orm.transaction(async (tx) => {
      await queue.add(tx, { kind: 'note', payload: {}, runAt: new Date(nowMs) })
      throw new Error('changed my mind')
    })
    await expect(lost).rejects.toThrow('changed my mind')
    expect(await queue.runDue()).toBe(0)
  })

  test('that fail come again after longer and longer pauses, and are given up in the end', async () => {
    let tries = 0
    const queue = newQueue()
    queue.handle('note', async () => {
      tries += 1
      throw new TypeError('Somebody@example.org')
    })
    await add(queue)
    await queue.runDue()
    await queue.runDue()
    expect(tries).toBe(1)
    nowMs += 30_000
    await queue.runDue()
    expect(tries).toBe(2)
    for (let turn = 0; turn < 20; turn += 1) {
      nowMs += hourMs
      await queue.runDue()
    }
    expect(tries).toBe(attemptsMax)
    const [row] = await open.database.orm.select().from(table)
    expect([row?.lastError, row?.endedAt !== null]).toEqual(['TypeError', true])
  })

  test('of a process that died are taken over after its lease', async () => {
    const dying = newQueue()
    const never = new Promise<void>(() => undefined)
    let begun = 0
    dying.handle('note', async () => {
      begun += 1
      await never
    })
    await add(dying)
    void dying.runDue()
    await expect.poll(() => begun).toBe(1)
    const other = newQueue()
    let done = 0
    other.handle('note', async () => void (done += 1))
    expect(await other.runDue()).toBe(0)
    nowMs += 121_000
    expect(await other.runDue()).toBe(1)
    expect(done).toBe(1)
  })

  test('that nobody here does are left for others', async () => {
    const queue = newQueue()
    queue.handle('another', async () => undefined)
    await add(queue)
    expect(await queue.runDue()).toBe(0)
  })

  test('that repeat run once in each turn, whoever looks', async () => {
    let count = 0
    const queues = [newQueue(), newQueue()]
    for (const queue of queues) queue.repeat('hourly', hourMs, async () => void (count += 1))
    for (const queue of [...queues, ...queues]) await queue.runDue()
    expect(count).toBe(1)
    nowMs += hourMs
    await Promise.all(queues.map((queue) => queue.runDue()))
    expect(count).toBe(2)
  })

  test('are forgotten a month after they were done, and not before', async () => {
    const queue = newQueue()
    queue.handle('note', async () => undefined)
    await add(queue)
    await queue.runDue()
    await add(queue, { runAt: new Date(startMs + 60 * 24 * hourMs) })
    const later = (days: number) => new Date(startMs + days * 24 * hourMs)
    expect(await deleteEndedJobs(open.database, later(jobRetentionDays))).toBe(0)
    expect(await deleteEndedJobs(open.database, later(jobRetentionDays + 1))).toBe(1)
    expect(await open.database.orm.$count(table)).toBe(1)
  })

  test('are not begun after the end', async () => {
    const queue = newQueue()
    queue.handle('note', async () => undefined)
    await add(queue)
    await queue.stop()
    expect(await queue.runDue()).toBe(0)
  })
})
