import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpResult } from '#contract/sync/api.ts'
import { contractVersion } from '#contract/version.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { reviveAfterUpgrade, unsentOps } from '#src/offline/engine/outbox.ts'
import { changeQueue, readQueue } from '#src/offline/engine/queue.ts'
import { takeSuperseded } from '#src/offline/features/trackers.ts'
import { kindOf } from '#src/offline/kinds.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { endTransactions, fillDisk } from './full-disk.ts'
import {
  answersDays,
  applied,
  closePhones,
  entryOf,
  moment,
  nowMs,
  openPhone,
  putRow,
} from './phone.ts'

beforeEach(() => {
  installCaches()
})

afterEach(async () => {
  vi.restoreAllMocks()
  removeCaches()
  await closePhones()
})

describe('what the server has', () => {
  test.each(['applied', 'duplicate', 'superseded'] as const)(
    'an operation that was %s goes, and the stored record stays',
    async (status) => {
      const db = await openPhone()
      const [row] = await answersDays(db, 1)
      const stored = { ...entryOf(row!), answer: 'normal', score: 3 }
      await applyTo(db, () => ({ opId: row!.opId, status, result: stored }))
      expect(await unsentOps(db)).toEqual([])
      expect(await db.trackerEntries.toArray()).toEqual([stored])
    },
  )

  test('a day that another device answered first is noted, to be told once', async () => {
    const db = await openPhone()
    const [mine, theirs] = await answersDays(db, 2)
    const stored = { ...entryOf(theirs!), id: crypto.randomUUID(), answer: 'sad', score: 2 }
    await applyTo(db, (row) =>
      row.opId === theirs!.opId
        ? { opId: row.opId, status: 'superseded', result: stored }
        : { opId: row.opId, status: 'duplicate', result: entryOf(row) },
    )
    expect(await db.trackerEntries.toArray()).toEqual([stored, entryOf(mine!)])
    expect(await takeSuperseded(db)).toEqual([stored])
    expect(await takeSuperseded(db)).toEqual([])
  })

  test('a thousand of them go at once, and what stands between them stays', async () => {
    const db = await openPhone()
    for (let index = 0; index < 40; index += 1) {
      await putRow(db, { state: index % 7 === 0 ? 'dead' : 'pending' })
    }
    const remaining = (await unsentOps(db)).filter(({ state }) => state === 'dead')
    await applyTo(db, applied)
    expect(await unsentOps(db)).toEqual(remaining)
  })

  test('a day that several operations named stands as the last of them left it', async () => {
    const db = await openPhone()
    const [first, second] = [await putRow(db, {}), await putRow(db, {})]
    await applyTo(db, (row) => {
      const answer = row.opId === second.opId ? 'sad' : 'happy'
      return { ...applied(row), result: { ...entryOf(first), answer } }
    })
    expect(await unsentOps(db)).toEqual([])
    expect(await db.trackerEntries.toArray()).toEqual([{ ...entryOf(first), answer: 'sad' }])
  })

  test.each([
    ['nothing', null],
    ['an empty record', {}],
    ['a score nobody can have', { score: 5 }],
    ['a page', '<h1>Hello</h1>'],
  ])('a record that is %s is not taken in, and the operation is sent again', async (_, wrong) => {
    const db = await openPhone()
    await answersDays(db, 1)
    await applyTo(db, (row) => ({
      opId: row.opId,
      status: 'applied',
      result: isObject(wrong) && 'score' in wrong ? { ...entryOf(row), ...wrong } : wrong,
    }))
    expect(await db.trackerEntries.count()).toBe(0)
    expect(await unsentOps(db)).toMatchObject([
      { state: 'pending', attempts: 1, nextAttemptAt: nowMs + 500 },
    ])
  })
})

describe('what the server has not', () => {
  test('a refused operation stays, dead, with its reason', async () => {
    const db = await openPhone()
    const [row] = await answersDays(db, 1)
    await applyTo(db, ({ opId }) => ({
      opId,
      status: 'rejected',
      code: 'date_out_of_range',
      message: 'Too long ago.',
    }))
    const lastError = { code: 'date_out_of_range', message: 'Too long ago.', at: nowMs }
    expect(await unsentOps(db)).toEqual([{ ...row, state: 'dead', attempts: 1, lastError }])
  })

  test('an operation for a newer build waits for that build', async () => {
    const db = await openPhone()
    const [row] = await answersDays(db, 1)
    await applyTo(db, ({ opId }) => ({ opId, status: 'upgrade_required' }))
    expect(await unsentOps(db)).toEqual([{ ...row, state: 'needs_upgrade' }])
  })

  test('an operation that an older server did not know waits for that server, and any other for a newer build', async () => {
    const db = await openPhone()
    await answersDays(db, 2)
    const strand = (serverContract: number) =>
      applyTo(db, ({ opId }) => ({ opId, status: 'upgrade_required' }), { serverContract })
    const awaited = async () => (await unsentOps(db)).map(({ awaitsContract }) => awaitsContract)
    await strand(contractVersion - 1)
    expect(await awaited()).toEqual([contractVersion, contractVersion])
    await reviveAfterUpgrade(db, contractVersion - 1)
    expect((await unsentOps(db)).map(({ state }) => state)).toEqual(Array(2).fill('needs_upgrade'))
    await reviveAfterUpgrade(db, contractVersion)
    expect((await unsentOps(db)).map(({ state }) => state)).toEqual(Array(2).fill('pending'))

    await strand(contractVersion)
    expect(await awaited()).toEqual([undefined, undefined])
    await reviveAfterUpgrade(db, contractVersion)
    expect((await unsentOps(db)).map(({ state }) => state)).toEqual(Array(2).fill('needs_upgrade'))
    await reviveAfterUpgrade(db)
    expect((await unsentOps(db)).map(({ state }) => state)).toEqual(Array(2).fill('pending'))
  })

  test.each([
    ['asked to come again later than our own pause', 9_000, 9_000],
    ['asked to come again sooner than our own pause', 10, 500],
    ['asked to come again next year', 365 * 86_400_000, 3_600_000],
  ])('an operation %s waits in line', async (_, afterMs, waitMs) => {
    const db = await openPhone()
    const [row] = await answersDays(db, 1)
    await applyTo(db, ({ opId }) => ({ opId, status: 'retry', code: 'busy', afterMs }))
    expect(await unsentOps(db)).toEqual([{ ...row, attempts: 1, nextAttemptAt: nowMs + waitMs }])
  })

  test('an operation the answer does not speak of waits in line', async () => {
    const db = await openPhone()
    const [row] = await answersDays(db, 1)
    await landResults(db, [])
    expect(await unsentOps(db)).toEqual([{ ...row, attempts: 1, nextAttemptAt: nowMs + 500 }])
  })

  test('a result for an operation that was not sent changes nothing', async () => {
    const db = await openPhone()
    const [sent, later] = await answersDays(db, 2)
    await changeQueue(db, { batchMax: 1 })
    await landResults(db, [applied(later!), applied(sent!)])
    expect(await unsentOps(db)).toEqual([later])
  })
})

describe('the queue after an answer', () => {
  test('every pause is over, nothing is under way, and requests grow again', async () => {
    const db = await openPhone()
    await answersDays(db, 1)
    const paused = { failures: 4, notBefore: 1, heldUntil: 2, needsAuth: true, batchMax: 8 }
    await changeQueue(db, paused)
    await applyTo(db, applied)
    const calm = { failures: 0, notBefore: 0, heldUntil: 0, needsAuth: false, batchMax: 16 }
    expect(await readQueue(db)).toMatchObject(calm)
    expect(await db.meta.get('flight')).toBeUndefined()
  })

  test('requests never grow beyond 1,000 operations', async () => {
    const db = await openPhone()
    await answersDays(db, 1)
    await changeQueue(db, { batchMax: 900 })
    await applyTo(db, applied)
    expect((await readQueue(db)).batchMax).toBe(1_000)
  })
})

describe('all of it or nothing', () => {
  async function mixedBatch(db: UserDatabase) {
    const rows = await answersDays(db, 3)
    const results = (row: OutboxRow): OpResult =>
      row.seq === rows[1]?.seq
        ? { opId: row.opId, status: 'rejected', code: 'internal', message: 'No.' }
        : applied(row)
    return { rows, results }
  }

  test('on a full disk everything is as it was, and the error says so', async () => {
    const db = await openPhone()
    const { rows, results } = await mixedBatch(db)
    const batch = await takeBatch(db, nowMs)
    fillDisk(db)
    await expect(applyResults(db, batch, batch.rows.map(results), moment)).rejects.toThrow(
      StorageFullError,
    )
    expect(await unsentOps(db)).toEqual(rows)
    expect(await db.trackerEntries.count()).toBe(0)
  })

  test('a disk that is full until the caches are gone loses nothing', async () => {
    const caches = installCaches('images', 'shell')
    const db = await openPhone()
    const { rows, results } = await mixedBatch(db)
    const batch = await takeBatch(db, nowMs)
    fillDisk(db, 1)
    await applyResults(db, batch, batch.rows.map(results), moment)
    expect((await unsentOps(db)).map(({ seq }) => seq)).toEqual([rows[1]?.seq])
    expect(await db.trackerEntries.count()).toBe(2)
    expect([...caches]).toEqual(['shell'])
  })

  test('when taking in one record fails, everything is as it was', async () => {
    const db = await openPhone()
    const { rows, results } = await mixedBatch(db)
    vi.spyOn(kindOf('trackers.record'), 'settle').mockImplementation(async (target, [first]) => {
      await target.trackerEntries.put(first!)
      throw new Error('broken')
    })
    await expect(applyTo(db, results)).rejects.toThrow('broken')
    expect(await unsentOps(db)).toEqual(rows)
    expect(await db.trackerEntries.count()).toBe(0)
  })

  test('a person who logged out meanwhile gets nothing written', async () => {
    const db = await openPhone()
    const { rows, results } = await mixedBatch(db)
    const batch = await takeBatch(db, nowMs)
    await db.meta.delete('owner')
    await expect(applyResults(db, batch, batch.rows.map(results), moment)).rejects.toThrow(
      SessionEndedError,
    )
    expect(await unsentOps(db)).toEqual(rows)
  })

  test('a commit that fails for another reason is told as it is', async () => {
    const db = await openPhone()
    const { rows, results } = await mixedBatch(db)
    const batch = await takeBatch(db, nowMs)
    endTransactions(db, () => new Error('torn cable'))
    await expect(applyResults(db, batch, batch.rows.map(results), moment)).rejects.toThrow(
      'torn cable',
    )
    expect(await unsentOps(db)).toEqual(rows)
  })
})

async function applyTo(
  db: UserDatabase,
  answer: (row: OutboxRow) => OpResult,
  more: { serverContract?: number } = {},
): Promise<void> {
  const batch = await takeBatch(db, nowMs)
  await applyResults(db, batch, batch.rows.map(answer), { ...moment, ...more })
}

async function landResults(db: UserDatabase, results: OpResult[]): Promise<void> {
  await applyResults(db, await takeBatch(db, nowMs), results, moment)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
