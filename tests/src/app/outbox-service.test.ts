import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pushRequestSchema } from '#contract/sync/api.ts'
import { contractVersion } from '#contract/version.ts'
import { resumeEveryMs, startOutboxService } from '#src/app/outbox-service.ts'
import { queueStatus } from '#src/app/queue-status.ts'
import { noteContact, noteServerContract } from '#src/offline/api/api.ts'
import { drainLockName } from '#src/offline/engine/lock.ts'
import { enqueue, outboxStatus, unsentOps } from '#src/offline/engine/outbox.ts'
import { changeQueue } from '#src/offline/engine/queue.ts'
import { clearSession, hashOfToken, writeSession } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { installCaches, removeCaches } from '#tests/offline/fake-caches.ts'
import { answerWith, ours } from '#tests/offline/network.ts'
import { applied, closePhones, command, openPhone, tap } from '#tests/offline/phone.ts'

/** As long as an answer can be taken back here: less than the 30 s after which the service looks by itself. */
const undoMs = 20_000
/** How long a busy machine may take for what is due now; the clock of the test moves on by as much at the most. */
const patience = { timeout: 5_000 }
const reported = vi.fn<typeof reportError>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  installCaches()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('reportError', reported)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reported.mockClear()
  removeCaches()
  await clearSession()
  await closePhones()
})

test('what is due by the clock is sent then, without a sign of life', async () => {
  const { db, seen, stop } = await runningService()
  await answerLater(db)
  await vi.waitFor(() => expect(queueStatus.get().unsent).toBe(1), patience)
  expect(seen()).toBe(0)
  await vi.advanceTimersByTimeAsync(undoMs)
  await vi.waitFor(async () => expect(await unsentOps(db)).toEqual([]), patience)
  expect(seen()).toBe(1)
  stop()
  expect(reported).not.toHaveBeenCalled()
})

test('another context that sends meanwhile does not put off what is due', async () => {
  const { db, seen, stop } = await runningService()
  await answerLater(db)
  await vi.waitFor(() => expect(queueStatus.get().unsent).toBe(1), patience)
  await navigator.locks.request(drainLockName(db.userId), async () => {
    const asked = vi.spyOn(navigator.locks, 'request')
    window.dispatchEvent(new Event('focus'))
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), patience)
    await asked.mock.results[0]?.value
    asked.mockRestore()
  })
  await vi.advanceTimersByTimeAsync(undoMs)
  await vi.waitFor(async () => expect(await unsentOps(db)).toEqual([]), patience)
  expect(seen()).toBe(1)
  stop()
  expect(reported).not.toHaveBeenCalled()
})

test('what another context leaves behind is sent once it is done, long before the next look', async () => {
  const { db, seen, stop } = await runningService()
  await navigator.locks.request(drainLockName(db.userId), async () => {
    const asked = vi.spyOn(navigator.locks, 'request')
    await enqueue(db, command(), tap({ epochMs: Date.now() }))
    // Once in vain, and once to wait for its end.
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(1), patience)
    asked.mockRestore()
  })
  expect(seen()).toBe(0)
  await vi.waitFor(async () => expect(await unsentOps(db)).toEqual([]), patience)
  expect(seen()).toBe(1)
  stop()
  expect(reported).not.toHaveBeenCalled()
})

test('a tap that can be taken back is counted apart, until its time is over or the app is left', async () => {
  const { db, seen, stop } = await runningService()
  await answerLater(db)
  await vi.waitFor(
    () => expect(queueStatus.get()).toMatchObject({ unsent: 1, undoable: 1 }),
    patience,
  )
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(async () => expect(await unsentOps(db)).toEqual([]), patience)
  await vi.waitFor(
    () => expect(queueStatus.get()).toMatchObject({ unsent: 0, undoable: 0 }),
    patience,
  )
  expect(seen()).toBe(1)
  stop()
})

test('what got no answer is sent when the server answers something else, long before its backoff ends', async () => {
  const { db, seen, stop } = await runningService()
  await changeQueue(db, { failures: 9, notBefore: Date.now() + 290_000, unanswered: true })
  await enqueue(db, command(), tap({ epochMs: Date.now() }))
  await vi.waitFor(() => expect(queueStatus.get().unsent).toBe(1), patience)
  noteContact('answered')
  expect(seen()).toBe(0)
  noteContact('read')
  await vi.waitFor(async () => expect(await unsentOps(db)).toEqual([]), patience)
  expect(seen()).toBe(1)
  stop()
  expect(reported).not.toHaveBeenCalled()
})

test('what hangs while the server answers something else is sent once more as soon as it has failed', async () => {
  const { db, stop } = await runningService()
  const hanging = Promise.withResolvers<Response>()
  let asked = 0
  answerWith(async (request) => {
    asked += 1
    if (asked === 1) return await hanging.promise
    const { ops } = v.parse(pushRequestSchema, await request.json())
    return ours({ results: ops.map((op) => applied(op)) })
  })
  await changeQueue(db, { failures: 9, notBefore: 0, unanswered: true })
  await enqueue(db, command(), tap({ epochMs: Date.now() }))
  await vi.waitFor(() => expect(asked).toBe(1), patience)
  noteContact('read')
  await vi.advanceTimersByTimeAsync(resumeEveryMs + 1_000)
  hanging.reject(new TypeError('The socket was dead'))
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(100)
    expect(await unsentOps(db)).toEqual([])
  }, patience)
  expect(asked).toBe(2)
  stop()
  expect(reported).not.toHaveBeenCalled()
})

test('what a tab of an older build gives up as unreadable is sent by this one, however often that happens', async () => {
  const { db, seen, stop } = await runningService()
  for (let times = 1; times <= 2; times += 1) {
    await enqueue(db, command(), tap({ epochMs: Date.now(), undoMs: 3_600_000 }))
    const lastError = { code: 'unreadable', message: '', at: Date.now() } as const
    await db.outbox.toCollection().modify({ state: 'dead', lastError })
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(resumeEveryMs)
      expect(await unsentOps(db)).toEqual([])
    }, patience)
    expect(seen()).toBe(times)
    await db.trackerEntries.clear()
  }
  stop()
  expect(reported).not.toHaveBeenCalled()
})

test('what an older server did not know is sent once a newer one answers, and not before', async () => {
  const { db, seen, stop } = await runningService()
  await enqueue(db, command(), tap({ epochMs: Date.now(), undoMs: 3_600_000 }))
  await db.outbox.toCollection().modify({
    state: 'needs_upgrade',
    awaitsContract: contractVersion,
    nextAttemptAt: 0,
  })
  await vi.waitFor(async () => expect((await outboxStatus(db)).awaitsServer).toBe(1), patience)
  await vi.waitFor(() => expect(queueStatus.get().unsent).toBe(1), patience)
  noteServerContract(String(contractVersion - 1))
  noteContact('answered')
  expect((await outboxStatus(db)).awaitsServer).toBe(1)
  noteServerContract(String(contractVersion))
  noteContact('answered')
  await vi.waitFor(async () => expect(await unsentOps(db)).toEqual([]), patience)
  expect(seen()).toBe(1)
  stop()
  expect(reported).not.toHaveBeenCalled()
})

test('what waits for a login goes with a session that the server was never asked about', async () => {
  const db = await openPhone()
  await enqueue(db, command(), tap({ epochMs: Date.now() }))
  await changeQueue(db, { needsAuth: true, refusedToken: await hashOfToken('the one before') })
  const { seen, stop } = await runningService(db)
  await vi.waitFor(async () => expect(await unsentOps(db)).toEqual([]), patience)
  expect(seen()).toBe(1)
  await vi.waitFor(() => expect(queueStatus.get().needsAuth).toBe(false), patience)
  stop()
})

test('a session that the server has refused is not tried again', async () => {
  const db = await openPhone()
  await enqueue(db, command(), tap({ epochMs: Date.now() }))
  await changeQueue(db, { needsAuth: true, refusedToken: await hashOfToken(`of ${db.userId}`) })
  const { seen, stop } = await runningService(db)
  await vi.waitFor(() => expect(queueStatus.get().needsAuth).toBe(true), patience)
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(undoMs)
  expect(seen()).toBe(0)
  stop()
})

async function runningService(own?: UserDatabase) {
  const db = own ?? (await openPhone())
  await writeSession({ token: `of ${db.userId}`, userId: db.userId })
  const requests = answerWith(async (request) => {
    const { ops } = v.parse(pushRequestSchema, await request.json())
    return ours({ results: ops.map((op) => applied(op)) })
  })
  return { db, seen: () => requests.length, stop: startOutboxService(db) }
}

async function answerLater(db: UserDatabase): Promise<void> {
  await enqueue(db, command(), tap({ epochMs: Date.now(), undoMs }))
}
