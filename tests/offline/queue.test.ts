import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  boundedWaitMs,
  changeQueue,
  forceQueue,
  isDue,
  readQueue,
  resumeAfterOutage,
  resetBackoff,
} from '#src/offline/engine/queue.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { fillDisk } from './full-disk.ts'
import { closePhones, nowMs, openPhone, openTab } from './phone.ts'

afterEach(closePhones)

const hourMs = 3_600_000
const yearMs = 365 * 24 * hourMs

describe('a moment that is waited for', () => {
  test.each([
    ['has gone by', -1, true],
    ['is now', 0, true],
    ['is a millisecond ahead', 1, false],
    ['is an hour ahead', hourMs, false],
    ['is further ahead than any wait: the clock was set back', hourMs + 1, true],
    ['is a year ahead: the clock was set back', yearMs, true],
  ])('it %s', (_, aheadMs, come) => {
    expect(isDue(nowMs + aheadMs, nowMs)).toBe(come)
  })

  test('no clock set back holds anything up for more than an hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: -yearMs, max: yearMs }), (aheadMs) => {
        const at = nowMs + aheadMs
        expect(isDue(at, nowMs) || isDue(at, nowMs + hourMs)).toBe(true)
      }),
    )
  })

  test('no wish of a server reaches further than the wait that is believed', () => {
    expect(boundedWaitMs(5_000)).toBe(5_000)
    expect(boundedWaitMs(yearMs)).toBe(hourMs)
    expect(isDue(nowMs + boundedWaitMs(yearMs), nowMs)).toBe(false)
  })
})

describe('the standing of the queue', () => {
  const waiting = { failures: 3, notBefore: nowMs + 1, heldUntil: nowMs + 2, needsAuth: true }

  test('a new phone waits for nothing', async () => {
    const db = await openPhone()
    expect(await readQueue(db)).toEqual({
      failures: 0,
      notBefore: 0,
      heldUntil: 0,
      needsAuth: false,
      batchMax: 1_000,
    })
  })

  test('a change keeps the rest', async () => {
    const db = await openPhone()
    await changeQueue(db, waiting)
    await changeQueue(db, { batchMax: 8 })
    expect(await readQueue(db)).toMatchObject({ ...waiting, batchMax: 8 })
  })

  test('a sign of life ends our own pause, not the server’s', async () => {
    const db = await openPhone()
    await changeQueue(db, { ...waiting, batchMax: 8 })
    await resetBackoff(db)
    expect(await readQueue(db)).toMatchObject({
      ...waiting,
      failures: 0,
      notBefore: 0,
      batchMax: 8,
    })
  })

  test('an answer to something else ends the pause of a request that got none, and it alone', async () => {
    const db = await openPhone()
    await changeQueue(db, { ...waiting, unanswered: true })
    expect(await resumeAfterOutage(db)).toBe('resumed')
    expect(await readQueue(db)).toMatchObject({ ...waiting, notBefore: 0 })
    expect(await resumeAfterOutage(db)).toBe('unchanged')
  })

  test("a pause after the server's own error is not ended by its other answers", async () => {
    const db = await openPhone()
    await changeQueue(db, { ...waiting, unanswered: false })
    expect(await resumeAfterOutage(db)).toBe('unchanged')
    expect(await readQueue(db)).toMatchObject(waiting)
  })

  test('Send now ends every pause', async () => {
    const db = await openPhone()
    await changeQueue(db, { ...waiting, batchMax: 8 })
    await forceQueue(db)
    expect(await readQueue(db)).toMatchObject({
      failures: 0,
      notBefore: 0,
      heldUntil: 0,
      needsAuth: false,
      batchMax: 8,
    })
  })

  test.each([
    ['a sign of life', resetBackoff],
    ['Send now', forceQueue],
  ])('%s finds room where caches can go', async (_, wake) => {
    installCaches('images')
    const db = await openPhone()
    await changeQueue(db, waiting)
    fillDisk(db, 1)
    await wake(db)
    expect(await readQueue(db)).toMatchObject({ failures: 0, notBefore: 0 })
    removeCaches()
  })

  test('nobody wakes the queue of a database without a login', async () => {
    const db = openTab(crypto.randomUUID())
    await expect(resetBackoff(db)).rejects.toThrow(SessionEndedError)
    await expect(forceQueue(db)).rejects.toThrow(SessionEndedError)
  })
})
