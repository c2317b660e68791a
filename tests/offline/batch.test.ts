import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { pushBytesMax, pushOpsMax, pushRequestSchema } from '#contract/sync/api.ts'
import { nextDueAt, takeBatch } from '#src/offline/engine/batch.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { changeQueue } from '#src/offline/engine/queue.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { fillDisk } from './full-disk.ts'
import { answer, answers, answersDays, closePhones, nowMs, openPhone, putRow } from './phone.ts'

afterEach(closePhones)

/** A payload of an older build, which this one does not read: a way to operations of any size. */
const sized = (bytes: number) => ({ v: 2, payload: { text: 'x'.repeat(bytes) } })

describe('what a request carries', () => {
  test('everything that is due, in the order of the taps', async () => {
    const db = await openPhone()
    await answers(db, { trackerType: 'Sleep', answer: '7 - 8' })
    await answers(db)
    await answers(db, { trackerType: 'Diet', answer: 'perfect' })
    const batch = await takeBatch(db, nowMs)
    const rows = await unsentOps(db)
    expect(batch.rows).toEqual(rows)
    expect(batch.ops.map(({ opId }) => opId)).toEqual(rows.map(({ opId }) => opId))
    expect(v.is(pushRequestSchema, { ops: [...batch.ops] })).toBe(true)
  })

  test('of a row only what the person meant: no user, lane, state or seq', async () => {
    const db = await openPhone()
    await answers(db)
    const [op] = (await takeBatch(db, nowMs)).ops
    expect(Object.keys(op ?? {})).toEqual(['opId', 'v', 'kind', 'payload', 'localDate', 'tz'])
    expect(op?.payload).toEqual(answer())
  })

  test('nothing when nothing waits', async () => {
    const batch = await takeBatch(await openPhone(), nowMs)
    expect([batch.rows, batch.ops]).toEqual([[], []])
  })

  test('it is noted as under way, in place of an earlier batch', async () => {
    const db = await openPhone()
    const [row] = await answersDays(db, 1)
    await db.meta.put({ key: 'flight', opIds: ['left by a dead tab'] })
    await takeBatch(db, nowMs)
    expect(await db.meta.get('flight')).toEqual({ key: 'flight', opIds: [row?.opId] })
  })

  test('no more operations than the queue allows', async () => {
    const db = await openPhone()
    const rows = await answersDays(db, 5)
    await changeQueue(db, { batchMax: 2 })
    expect((await takeBatch(db, nowMs)).rows).toEqual(rows.slice(0, 2))
  })

  test('never more than 1,000', async () => {
    const db = await openPhone()
    for (let index = 0; index < 1_003; index += 1) await putRow(db, {})
    expect((await takeBatch(db, nowMs)).ops).toHaveLength(pushOpsMax)
  })
})

test('a batch finds room where caches can go', async () => {
  const caches = installCaches('images')
  const db = await openPhone()
  const rows = await answersDays(db, 2)
  fillDisk(db, 1)
  expect((await takeBatch(db, nowMs)).rows).toEqual(rows)
  expect([...caches]).toEqual([])
  removeCaches()
})

describe('256 KiB', () => {
  test('a request never grows beyond them', async () => {
    const db = await openPhone()
    for (let index = 0; index < 9; index += 1) await putRow(db, sized(40_000))
    const { ops } = await takeBatch(db, nowMs)
    expect(ops).toHaveLength(6)
    expect(bytesOf({ ops })).toBeLessThanOrEqual(pushBytesMax)
  })

  test('they are counted in bytes, not in letters', async () => {
    const db = await openPhone()
    for (let index = 0; index < 3; index += 1) {
      await putRow(db, { v: 2, payload: { text: '😀'.repeat(25_000) } })
    }
    expect((await takeBatch(db, nowMs)).ops).toHaveLength(2)
  })

  test('a lane whose next operation does not fit waits, and smaller ones go', async () => {
    const db = await openPhone()
    const first = await putRow(db, { lane: 'a', ...sized(200_000) })
    await putRow(db, { lane: 'b', ...sized(100_000) })
    await putRow(db, { lane: 'b', ...sized(10) })
    const last = await putRow(db, { lane: 'c', ...sized(10) })
    expect((await takeBatch(db, nowMs)).rows).toEqual([first, last])
  })

  test('an operation beyond them goes alone, for the server to refuse', async () => {
    const db = await openPhone()
    const large = await putRow(db, { lane: 'a', ...sized(300_000) })
    await putRow(db, { lane: 'b' })
    expect((await takeBatch(db, nowMs)).rows).toEqual([large])
  })
})

describe('lanes', () => {
  test('an operation that is not due holds its own lane and no other', async () => {
    const db = await openPhone()
    await putRow(db, { lane: 'a', nextAttemptAt: nowMs + 1 })
    await putRow(db, { lane: 'a' })
    const other = await putRow(db, { lane: 'b' })
    expect((await takeBatch(db, nowMs)).rows).toEqual([other])
  })

  test('an answer that can still be taken back is not sent', async () => {
    const db = await openPhone()
    await answers(db, {}, { undoMs: 6_000 })
    expect((await takeBatch(db, nowMs + 5_999)).ops).toEqual([])
    expect((await takeBatch(db, nowMs + 6_000)).ops).toHaveLength(1)
  })

  test('a refused operation, or one for a newer build, holds nothing up', async () => {
    const db = await openPhone()
    await putRow(db, { lane: 'a', state: 'dead' })
    await putRow(db, { lane: 'a', state: 'needs_upgrade' })
    const next = await putRow(db, { lane: 'a' })
    expect((await takeBatch(db, nowMs)).rows).toEqual([next])
  })

  test.each([
    ['by a year', 365 * 86_400_000],
    ['by 50 minutes', 50 * 60_000],
  ])('a clock set back %s neither holds up nor reorders', async (_, backMs) => {
    const db = await openPhone()
    const rows = await answersDays(db, 3)
    expect((await takeBatch(db, nowMs - backMs)).rows).toEqual(rows)
  })

  test('nor does it hold up one that could have been taken back', async () => {
    const db = await openPhone()
    await answers(db, {}, { undoMs: 6_000 })
    expect((await takeBatch(db, nowMs - 50 * 60_000)).ops).toHaveLength(1)
  })
})

describe('a row that cannot be read', () => {
  test.each([
    ['an id that is none', { opId: '7' }],
    ['no version', { v: undefined }],
    ['a day that does not exist', { localDate: '2026-02-30' }],
    ['a kind that is no text', { kind: 7 }],
    ['no zone', { tz: undefined }],
    ['a payload that this version of its kind never had', { payload: { mood: 'happy' } }],
    ['words the tracker does not know', { payload: { ...answer(), answer: 'splendid' } }],
    ['a kind that this version never had', { kind: 'moon.watch' }],
  ])('with %s it dies, stays, and holds nothing up', async (_, given) => {
    const db = await openPhone()
    const broken = await putRow(db, { lane: 'a', ...given })
    const next = await putRow(db, { lane: 'a' })
    const batch = await takeBatch(db, nowMs)
    expect(batch.rows).toEqual([next])
    expect(await unsentOps(db)).toEqual([
      {
        ...broken,
        state: 'dead',
        lastError: {
          code: 'unreadable',
          message: 'This item cannot be read any more.',
          at: nowMs,
        },
      },
      next,
    ])
  })
})

describe('when something is due', () => {
  test('never, when nothing waits', async () => {
    const db = await openPhone()
    await putRow(db, { state: 'dead' })
    await putRow(db, { state: 'needs_upgrade' })
    expect(await nextDueAt(db)).toBeUndefined()
  })

  test('as soon as the first lane is', async () => {
    const db = await openPhone()
    await putRow(db, { lane: 'a', nextAttemptAt: nowMs + 9_000 })
    await putRow(db, { lane: 'b', nextAttemptAt: nowMs + 4_000 })
    expect(await nextDueAt(db)).toBe(nowMs + 4_000)
  })

  test('not before the head of its lane, whatever waits behind it', async () => {
    const db = await openPhone()
    await putRow(db, { lane: 'a', nextAttemptAt: nowMs + 9_000 })
    await putRow(db, { lane: 'a', nextAttemptAt: nowMs })
    expect(await nextDueAt(db)).toBe(nowMs + 9_000)
  })

  test.each(['notBefore', 'heldUntil'] as const)('not before the queue’s own %s', async (pause) => {
    const db = await openPhone()
    await answers(db)
    await changeQueue(db, { [pause]: nowMs + 60_000 })
    expect(await nextDueAt(db)).toBe(nowMs + 60_000)
  })
})

function bytesOf(body: unknown): number {
  return new TextEncoder().encode(JSON.stringify(body)).byteLength
}
