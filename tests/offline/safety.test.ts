import { v7 as newUuid } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import type { OpResult } from '#contract/sync/api.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { enqueue, unsentOps } from '#src/offline/engine/outbox.ts'
import { changeQueue } from '#src/offline/engine/queue.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { answers, closePhones, moment, nowMs, openPhone, tap } from './phone.ts'

afterEach(closePhones)

const them = '01985a3c-0000-7a10-8c00-00000000000b'
const other = '01985a3c-0000-7a10-8c00-00000000000c'
const block = { kind: 'safety.block', payload: { userId: them } } as const
const report = {
  kind: 'safety.report',
  payload: { target: { kind: 'person', id: them }, reason: 'harm', note: '' },
} as const

describe('a block and a report', () => {
  test('leave ahead of everything that was tapped before them', async () => {
    const db = await openPhone()
    await answers(db)
    await enqueue(db, report, tap())
    await answers(db, { trackerType: 'Diet', answer: 'well' })
    await enqueue(db, block, tap())
    const { ops } = await takeBatch(db, nowMs)
    expect(ops.map(({ kind }) => kind)).toEqual([
      'safety.report',
      'safety.block',
      'trackers.record',
      'trackers.record',
    ])
  })

  test.each(['article', 'video'] as const)(
    'of an %s leaves first too, in a lane of its own',
    async (kind) => {
      const db = await openPhone()
      await answers(db)
      const payload = { target: { kind, id: other }, reason: 'sexual', note: 'Look' } as const
      await enqueue(db, { kind: 'safety.report', payload }, tap())
      await enqueue(db, report, tap())
      expect((await unsentOps(db)).map(({ lane }) => lane)).toContain(`report:${kind}:${other}`)
      const { ops } = await takeBatch(db, nowMs)
      expect(ops.map((op) => op.kind)).toEqual([
        'safety.report',
        'safety.report',
        'trackers.record',
      ])
      expect(ops[0]?.payload).toEqual(payload)
    },
  )

  test('leave alone while requests fail as a whole and only one operation goes at a time', async () => {
    const db = await openPhone()
    await answers(db)
    await enqueue(db, block, tap())
    await userTransaction(db, [], () => changeQueue(db, { batchMax: 1 }))
    expect((await takeBatch(db, nowMs)).ops.map(({ kind }) => kind)).toEqual(['safety.block'])
  })

  test('are off the list once the server has them, with whatever the device knew of the person', async () => {
    const db = await openPhone()
    await knowBoth(db)
    await answers(db)
    await enqueue(db, block, tap())
    await enqueue(db, report, tap())
    const batch = await takeBatch(db, nowMs)
    await applyResults(db, batch, batch.ops.map(resultOf), moment)
    expect((await unsentOps(db)).map(({ kind }) => kind)).toEqual(['trackers.record'])
    expect(await db.blocks.toArray()).toMatchObject([{ userId: them }])
    const left = await Promise.all([
      db.friends.toCollection().primaryKeys(),
      db.sentRequests.toCollection().primaryKeys(),
      db.receivedRequests.toCollection().primaryKeys(),
      db.notices.toCollection().primaryKeys(),
    ])
    expect(left).toEqual([[other], [other], [other], [other]])
  })
})

describe('a block of a phone whose clock is a month ahead', () => {
  const dayMs = 86_400_000
  const aheadMs = nowMs + 30 * dayMs
  const tooOld = (opId: string): OpResult => ({
    opId,
    status: 'rejected',
    code: 'too_old',
    message: 'The clock of this device was ahead when this was made. You can send it as new.',
  })

  async function refusedAt(serverMs: number | undefined): Promise<UserDatabase> {
    const db = await openPhone()
    await answers(db, {}, { opId: newUuid({ msecs: aheadMs }) })
    await enqueue(db, block, tap({ opId: newUuid({ msecs: aheadMs }) }))
    const batch = await takeBatch(db, aheadMs)
    const results = batch.ops.map(({ opId }) => tooOld(opId))
    await applyResults(db, batch, results, { ...moment, nowMs: aheadMs, serverMs })
    return db
  }

  test("goes by itself with an id of the server's clock, and an answer waits for its person", async () => {
    const db = await refusedAt(nowMs)
    const rows = await unsentOps(db)
    expect(rows.map(({ kind, state }) => [kind, state])).toEqual([
      ['trackers.record', 'dead'],
      ['safety.block', 'pending'],
    ])
    expect(rows[1]?.opId.slice(0, 13)).toBe(newUuid({ msecs: nowMs }).slice(0, 13))
    expect(await readHidden(db)).toEqual(new Set([them]))
  })

  test('is refused for good where that was no reason, or nothing is known of the other clock', async () => {
    for (const serverMs of [aheadMs, undefined]) {
      const rows = await unsentOps(await refusedAt(serverMs))
      expect(rows.map(({ state }) => state)).toEqual(['dead', 'dead'])
    }
  })
})

/** What the server answers; the tracker's answer has to come again. */
function resultOf({ opId, kind }: { opId: string; kind: string }): OpResult {
  const createdAt = '2026-11-21T12:00:00.000Z'
  switch (kind) {
    case 'safety.block':
      return { opId, status: 'applied', result: { userId: them, name: 'Nour Test', createdAt } }
    case 'safety.report':
      return { opId, status: 'applied', result: { _id: opId, state: 'open', createdAt } }
    default:
      return { opId, status: 'retry', code: 'internal', afterMs: 1_000 }
  }
}

/** A friend, a request sent, one received and a notice, of each of two people; each row has the person's id. */
async function knowBoth(db: UserDatabase): Promise<void> {
  const people = [them, other]
  const person = { firstname: 'Nour', lastname: 'Test', userType: 'Parent', profileImg: null }
  const connection = { status: 'pending', createdAt: '', answeredAt: null, endedAt: null } as const
  const named = { ...person, userType: 'Parent', specialization: null } as const
  await db.friends.bulkPut(people.map((id) => ({ ...named, id, connectionId: id, since: '' })))
  await db.sentRequests.bulkPut(
    people.map((id) => ({
      ...connection,
      _id: id,
      fromUserId: db.userId,
      toUserId: id,
      toUser: { ...named, id },
    })),
  )
  await db.receivedRequests.bulkPut(
    people.map((id) => ({
      ...connection,
      _id: id,
      fromUserId: id,
      toUserId: db.userId,
      fromUser: { ...named, id, bio: null, isMinor: false },
    })),
  )
  await db.notices.bulkPut(
    people.map((id) => ({
      _id: id,
      kind: 'connection.requested',
      aboutId: id,
      person: { ...person, id },
      createdAt: '',
      read: false,
    })),
  )
}
