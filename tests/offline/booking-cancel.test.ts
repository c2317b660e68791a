import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account/api.ts'
import type { OpResult } from '#contract/sync/api.ts'
import { callApi } from '#src/offline/api/api.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { deleteOp, enqueue, unsentOps } from '#src/offline/engine/outbox.ts'
import { dropRefusedCancels, onServerClock, waitingCancel } from '#src/offline/features/booking.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { booking } from '#tests/src/booking/bookings.ts'
import { answerWith, ours } from './network.ts'
import { closePhones, moment, nowMs, openPhone, tap } from './phone.ts'

afterEach(closePhones)

const session = booking()
const at = new Date(nowMs).toISOString()
const cancel = {
  kind: 'booking.cancel',
  payload: { bookingId: session._id, sequence: 0, tappedAt: at, lastAnswerAt: at },
} as const

async function phoneWithSession(): Promise<UserDatabase> {
  const db = await openPhone()
  await db.bookings.put(session)
  return db
}

async function answerAll(db: UserDatabase, answer: (opId: string) => OpResult) {
  const batch = await takeBatch(db, nowMs)
  await applyResults(
    db,
    batch,
    batch.ops.map(({ opId }) => answer(opId)),
    moment,
  )
}

describe('the cancel of a session', () => {
  test('is in line once, however often it is tapped, and the session stays until the server says', async () => {
    const db = await phoneWithSession()
    expect(await enqueue(db, cancel, tap())).toMatchObject({ status: 'queued' })
    expect(await enqueue(db, cancel, tap())).toEqual({ status: 'refused', code: 'wrong_state' })
    expect(await unsentOps(db)).toHaveLength(1)
    expect((await db.bookings.get(session._id))?.status).toBe('booked')
    expect(await waitingCancel(db, session._id)).toMatchObject({ status: 'first' })
  })

  test('makes the session cancelled with the step that takes it out of the line', async () => {
    const db = await phoneWithSession()
    await enqueue(db, cancel, tap())
    const result = { bookingId: session._id, cancelledBy: 'client', sequence: 1, updatedAt: at }
    await answerAll(db, (opId) => ({ opId, status: 'applied', result }))
    expect(await db.bookings.get(session._id)).toMatchObject({ status: 'cancelled', sequence: 1 })
    expect(await unsentOps(db)).toEqual([])
    expect(await enqueue(db, cancel, tap())).toMatchObject({ status: 'refused' })
  })

  test('that an older answer names changes nothing newer', async () => {
    const db = await phoneWithSession()
    await enqueue(db, cancel, tap())
    await db.bookings.put({ ...session, sequence: 2 })
    const result = { bookingId: session._id, cancelledBy: 'client', sequence: 1, updatedAt: at }
    await answerAll(db, (opId) => ({ opId, status: 'duplicate', result }))
    expect(await db.bookings.get(session._id)).toMatchObject({ status: 'booked', sequence: 2 })
  })

  test('is taken back while it waits, and nothing is sent', async () => {
    const db = await phoneWithSession()
    await enqueue(db, cancel, tap())
    const waiting = await waitingCancel(db, session._id)
    expect(await deleteOp(db, waiting?.opId ?? '')).toBe('deleted')
    expect((await takeBatch(db, nowMs)).ops).toEqual([])
  })

  test('that was refused says why, and can be tried again', async () => {
    const db = await phoneWithSession()
    await enqueue(db, cancel, tap())
    const message = 'The session stays.'
    await answerAll(db, (opId) => ({ opId, status: 'rejected', code: 'too_late', message }))
    const refused = { status: 'refused', refusal: message }
    expect(await waitingCancel(db, session._id)).toMatchObject(refused)
    await dropRefusedCancels(db, session._id)
    expect(await waitingCancel(db, session._id)).toBeUndefined()
    expect(await enqueue(db, cancel, tap())).toMatchObject({ status: 'queued' })
    await dropRefusedCancels(db, session._id)
    expect(await unsentOps(db)).toHaveLength(1)
  })
})

describe('the moment of a tap by the server’s clock', () => {
  afterEach(() => void vi.useRealTimers())

  test('is as far from this device’s as the two were at the last answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
    const db = await openPhone()
    const aheadMs = 43_200_000
    const serverMs = nowMs + aheadMs
    const date = new Date(serverMs).toUTCString()
    answerWith(() => ours({ user: null }, { headers: { date } }))
    await callApi(accountApi.logout, {}, { token: 't' }).catch(() => undefined)
    const { tappedAt, lastAnswerAt } = await onServerClock(db, nowMs + 60_000)
    expect(Date.parse(lastAnswerAt)).toBe(serverMs)
    expect(Date.parse(tappedAt)).toBe(serverMs + 60_000)
  })
})
