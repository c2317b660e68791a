import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandVersion } from '#contract/commands.ts'
import { addDays } from '#contract/local-date.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import {
  deleteOp,
  endUndo,
  enqueue,
  outboxStatus,
  replaceOp,
  retryOps,
  reviveAfterUpgrade,
  unsentOps,
} from '#src/offline/engine/outbox.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { endTransactions, fillDisk } from './full-disk.ts'
import {
  answer,
  answers,
  answersDays,
  closePhones,
  command,
  entryOf,
  nowMs,
  openPhone,
  openTab,
  putRow,
  tap,
  today,
} from './phone.ts'

beforeEach(() => {
  installCaches()
})

afterEach(async () => {
  vi.restoreAllMocks()
  removeCaches()
  await closePhones()
})

const lastError = { code: 'date_out_of_range', message: 'Too long ago.', at: nowMs } as const

describe('a tap that can be taken back', () => {
  const until = nowMs + 6_000

  test('is told apart from what waits for the network', async () => {
    const db = await openPhone()
    await answers(db)
    await answers(db, { trackerType: 'Diet', answer: 'well' }, { undoMs: 6_000 })
    const { unsent, undoableUntil } = await outboxStatus(db)
    expect([unsent, undoableUntil]).toEqual([2, [until]])
  })

  test('can no longer be once it was tried, or refused', async () => {
    const db = await openPhone()
    await putRow(db, { attempts: 1, nextAttemptAt: until })
    await putRow(db, { state: 'dead', nextAttemptAt: until })
    expect((await outboxStatus(db)).undoableUntil).toEqual([])
  })

  test('goes at once when the app is left; what waits for other reasons waits on', async () => {
    const db = await openPhone()
    await answers(db, {}, { undoMs: 6_000 })
    const later = await putRow(db, { attempts: 1, nextAttemptAt: until })
    expect((await takeBatch(db, nowMs)).ops).toEqual([])
    await endUndo(db)
    expect((await outboxStatus(db)).undoableUntil).toEqual([])
    expect((await takeBatch(db, nowMs)).ops).toHaveLength(1)
    expect(await unsentOps(db)).toContainEqual(later)
  })
})

describe('queueing', () => {
  test('is written through to the disk before it is said to be kept', async () => {
    const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const db = await openPhone()
    opened.mockClear()
    await answers(db)
    const writing = opened.mock.calls.filter(([, mode]) => mode === 'readwrite')
    expect(writing.map(([, , options]) => options)).toEqual([{ durability: 'strict' }])
  })

  test('keeps what the person did and when, and nothing of the session', async () => {
    const db = await openPhone()
    const at = tap({ undoMs: 6_000 })
    expect(await enqueue(db, command(), at)).toEqual({ status: 'queued', opId: at.opId })
    expect(await unsentOps(db)).toEqual([
      {
        seq: 1,
        opId: at.opId,
        v: commandVersion,
        userId: db.userId,
        lane: 'tracker:Mood',
        kind: 'trackers.record',
        payload: answer(),
        blobIds: [],
        localDate: today,
        tz: 'Africa/Cairo',
        state: 'pending',
        attempts: 0,
        nextAttemptAt: nowMs + 6_000,
        createdAt: nowMs,
      },
    ])
  })

  test('is on the disk when it is done, not merely on its way there', async () => {
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await answers(await openPhone())
    const writes = begin.mock.calls.filter(([, mode]) => mode === 'readwrite')
    expect(writes.length).toBeGreaterThan(0)
    for (const [, , options] of writes) expect(options).toEqual({ durability: 'strict' })
  })

  test('the order is that of the taps, whatever the clock says', async () => {
    const db = await openPhone()
    await answers(db, {}, { epochMs: nowMs })
    await answers(db, { date: addDays(today, -1) }, { epochMs: nowMs - 365 * 86_400_000 })
    await answers(db, { date: addDays(today, -2) }, { epochMs: nowMs + 1 })
    const rows = await unsentOps(db)
    expect(rows.map(({ payload }) => payload)).toEqual([
      answer(),
      answer({ date: addDays(today, -1) }),
      answer({ date: addDays(today, -2) }),
    ])
  })

  test('an id that is queued already is not queued again', async () => {
    const db = await openPhone()
    const at = tap()
    await enqueue(db, command(), at)
    const again = enqueue(db, command({ date: addDays(today, -1) }), at)
    await expect(again).rejects.toHaveProperty('name', 'ConstraintError')
    expect(await unsentOps(db)).toHaveLength(1)
  })

  test('without a login nothing is kept', async () => {
    const db = openTab(crypto.randomUUID())
    await expect(answers(db)).rejects.toThrow(SessionEndedError)
    expect(await Dexie.exists(db.name)).toBe(false)
  })
})

describe('a day that is answered', () => {
  const refused = { status: 'refused', code: 'already_answered' }

  test('by an answer that waits is refused', async () => {
    const db = await openPhone()
    await answers(db)
    expect(await answers(db, { answer: 'sad' })).toEqual(refused)
    expect(await unsentOps(db)).toHaveLength(1)
  })

  test('by an answer that waits for a newer build is refused', async () => {
    const db = await openPhone()
    await putRow(db, { state: 'needs_upgrade' })
    expect(await answers(db)).toEqual(refused)
  })

  test('by the server’s entry is refused', async () => {
    const db = await openPhone()
    await db.trackerEntries.put(entryOf({ opId: crypto.randomUUID(), payload: answer() }))
    expect(await answers(db)).toEqual(refused)
  })

  test('by a refused answer may be answered again', async () => {
    const db = await openPhone()
    await putRow(db, { state: 'dead', lastError })
    expect(await answers(db)).toMatchObject({ status: 'queued' })
  })

  test('for one tracker is open for another, and so is another day', async () => {
    const db = await openPhone()
    await answers(db)
    expect(await answers(db, { trackerType: 'Diet', answer: 'perfect' })).not.toEqual(refused)
    expect(await answers(db, { date: addDays(today, -1) })).not.toEqual(refused)
  })

  test('by several taps at once in two tabs is answered once', async () => {
    const db = await openPhone()
    const second = openTab(db.userId)
    const taps = await Promise.all([db, second, db, second].map((tab) => answers(tab)))
    expect(taps.filter(({ status }) => status === 'queued')).toHaveLength(1)
    expect(await unsentOps(db)).toHaveLength(1)
  })

  test('a row nobody can read refuses nothing', async () => {
    const db = await openPhone()
    await putRow(db, { payload: 'torn' })
    expect(await answers(db)).toMatchObject({ status: 'queued' })
  })
})

describe('a full disk', () => {
  test('is freed of what can be fetched again, and the answer is kept', async () => {
    const caches = installCaches('images', 'documents', 'shell')
    const db = await openPhone()
    fillDisk(db, 1)
    expect(await answers(db)).toMatchObject({ status: 'queued' })
    expect(await unsentOps(db)).toHaveLength(1)
    expect([...caches]).toEqual(['shell'])
  })

  test.each<[string, (db: UserDatabase, opId: string) => Promise<unknown>]>([
    ['an operation is taken back', deleteOp],
    ['one is put back in line', retryOps],
    ['the last taps may go', endUndo],
  ])('is freed where %s', async (_, write) => {
    const caches = installCaches('images', 'shell')
    const db = await openPhone()
    await answers(db, {}, { undoMs: 6_000 })
    const [row] = await unsentOps(db)
    fillDisk(db, 1)
    await write(db, row!.opId)
    expect(await unsentOps(db)).not.toEqual([row])
    expect([...caches]).toEqual(['shell'])
  })

  test('that stays full is told, and nothing is half kept', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 2)
    fillDisk(db)
    await expect(answers(db, { trackerType: 'Diet', answer: 'well' })).rejects.toThrow(
      StorageFullError,
    )
    expect(await unsentOps(db)).toEqual(rows)
  })
})

describe('taking an operation back', () => {
  test('deletes its row', async () => {
    const db = await openPhone()
    const [first, second] = await answersDays(db, 2)
    expect(await deleteOp(db, first!.opId)).toBe('deleted')
    expect(await unsentOps(db)).toEqual([second])
    expect(await deleteOp(db, first!.opId)).toBe('gone')
  })

  test('is too late once it is under way', async () => {
    const db = await openPhone()
    const [row] = await answersDays(db, 1)
    await takeBatch(db, nowMs)
    const later = await answersDays(db, 1, 'Diet')
    expect(await deleteOp(db, row!.opId)).toBe('sending')
    expect(await deleteOp(db, later[0]!.opId)).toBe('deleted')
    expect(await unsentOps(db)).toEqual([row])
  })

  test('opens the day again', async () => {
    const db = await openPhone()
    const [row] = await answersDays(db, 1)
    await deleteOp(db, row!.opId)
    expect(await answers(db, { answer: 'sad' })).toMatchObject({ status: 'queued' })
  })
})

describe('retrying', () => {
  test('puts one operation back in line under its own id', async () => {
    const db = await openPhone()
    const dead = await putRow(db, { state: 'dead', attempts: 3, nextAttemptAt: 9, lastError })
    const other = await putRow(db, { state: 'dead', lastError })
    await retryOps(db, dead.opId)
    const { lastError: _, ...calm } = dead
    expect(await unsentOps(db)).toEqual([{ ...calm, state: 'pending', nextAttemptAt: 0 }, other])
  })

  test('sends one that waits at once', async () => {
    const db = await openPhone()
    const waiting = await putRow(db, { attempts: 2, nextAttemptAt: nowMs + 200_000 })
    await retryOps(db, waiting.opId)
    expect((await takeBatch(db, nowMs)).ops).toHaveLength(1)
  })

  test('of everything takes what was refused and nothing else', async () => {
    const db = await openPhone()
    await putRow(db, { state: 'dead', lastError })
    await putRow(db, { state: 'dead', lastError })
    const untouched = [
      await putRow(db, { nextAttemptAt: nowMs + 6_000 }),
      await putRow(db, { state: 'needs_upgrade' }),
    ]
    await retryOps(db)
    const rows = await unsentOps(db)
    expect(rows.slice(0, 2).map(({ state }) => state)).toEqual(['pending', 'pending'])
    expect(rows.slice(2)).toEqual(untouched)
  })

  test('a newer build tries again what an older one could not send, and nothing else', async () => {
    const db = await openPhone()
    const dead = await putRow(db, { state: 'dead', lastError })
    const stranded = await putRow(db, { state: 'needs_upgrade', nextAttemptAt: nowMs + 9 })
    await reviveAfterUpgrade(db)
    expect(await unsentOps(db)).toEqual([dead, { ...stranded, state: 'pending', nextAttemptAt: 0 }])
  })
})

describe('correcting a refused operation', () => {
  test('puts the corrected one under a new id in its stead', async () => {
    const db = await openPhone()
    const old = await putRow(db, { state: 'dead', lastError })
    const at = tap()
    expect(await replaceOp(db, old.opId, command({ answer: 'sad' }), at)).toEqual({
      status: 'queued',
      opId: at.opId,
    })
    expect(await unsentOps(db)).toMatchObject([
      { opId: at.opId, state: 'pending', attempts: 0, payload: answer({ answer: 'sad' }) },
    ])
  })

  test('for a day that is answered changes nothing', async () => {
    const db = await openPhone()
    const old = await putRow(db, { state: 'dead', lastError })
    const yesterday = addDays(today, -1)
    await answers(db, { date: yesterday })
    const before = await unsentOps(db)
    expect(await replaceOp(db, old.opId, command({ date: yesterday }), tap())).toEqual({
      status: 'refused',
      code: 'already_answered',
    })
    expect(await unsentOps(db)).toEqual(before)
  })

  test('that cannot be kept leaves the refused one where it was', async () => {
    const db = await openPhone()
    const old = await putRow(db, { state: 'dead', lastError })
    endTransactions(db, () => new Error('torn cable'))
    await expect(replaceOp(db, old.opId, command(), tap())).rejects.toThrow('torn cable')
    expect(await unsentOps(db)).toEqual([old])
  })

  test('on a full disk leaves the refused one where it was', async () => {
    const db = await openPhone()
    const old = await putRow(db, { state: 'dead', lastError })
    fillDisk(db)
    await expect(replaceOp(db, old.opId, command(), tap())).rejects.toThrow(StorageFullError)
    expect(await unsentOps(db)).toEqual([old])
  })

  test('that was deleted in another tab queues the corrected one', async () => {
    const db = await openPhone()
    const outcome = await replaceOp(db, crypto.randomUUID(), command(), tap())
    expect(outcome.status).toBe('queued')
    expect(await unsentOps(db)).toHaveLength(1)
  })
})
