import { v7 as newUuid } from 'uuid'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LogoutFlow } from '#src/app/logout-flow.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { drainNow } from '#src/offline/engine/drain-now.ts'
import { drainLockName } from '#src/offline/engine/lock.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { savePlanDraft } from '#src/offline/features/plan-drafts.ts'
import { writeSession } from '#src/offline/session/session-copy.ts'
import { hasUserStorage } from '#src/offline/storage/user-storage.ts'
import { currentSession, openSession } from '#src/session/session.ts'
import { day } from '#tests/support/day.ts'
import { says, serve, settles } from '../fake-server.ts'
import { locksAwaited } from '../locks.ts'
import { openMember } from '../phone.ts'
import { renderScreen } from '../router.tsx'

/** A logout tries this long to send what waits before it asks. */
const lastTryMs = 5_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Somebody who logs out while the page itself sends what they answered: the server says nothing before `arrive`. */
async function leavesWhileSending() {
  const { db, session } = await openMember()
  await writeSession({ token: session.token, userId: db.userId })
  const date = day('2026-03-05')
  const payload = { trackerType: 'Mood', answer: 'sad', date } as const
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  await enqueue(db, { kind: 'trackers.record', payload }, tap)
  const arrival = Promise.withResolvers<void>()
  const applied = settles(({ opId }) => {
    const result = { id: opId, ...payload, score: 2, day: date }
    return { opId, status: 'applied', result }
  })
  const asked = serve({
    'POST /sync/push': (request) => arrival.promise.then(() => applied(request)),
    'POST /auth/logout': says(undefined, 204),
  })
  drainNow(db, 'page').catch(() => undefined)
  await expect.poll(() => asked.length).toBe(1)
  const closed = vi.fn<() => void>()
  await renderScreen(<LogoutFlow session={session} onClose={closed} />)
  await expect.poll(locksAwaited).toContain(drainLockName(db.userId))
  return { db, session, asked, closed, arrive: () => arrival.resolve() }
}

const question = () => page.getByText(m.shell_logout_ask_text({ count: 1 }))

test('a logout waits for what is on its way at that moment, and asks nothing about it', async () => {
  const { db, asked, closed, arrive } = await leavesWhileSending()
  arrive()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect([currentSession(), await hasUserStorage(db.userId)]).toEqual([undefined, false])
  expect(asked.filter(({ url }) => url.endsWith('/sync/push'))).toHaveLength(1)
})

test('a question about what arrives meanwhile ends with the logout', async () => {
  const { db, closed, arrive } = await leavesWhileSending()
  await vi.advanceTimersByTimeAsync(lastTryMs)
  await expect.element(question()).toBeVisible()
  expect(closed).not.toHaveBeenCalled()
  arrive()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect([currentSession(), await hasUserStorage(db.userId)]).toEqual([undefined, false])
})

test('a question about what arrives meanwhile stays where words are left that go nowhere', async () => {
  const { db, closed, arrive } = await leavesWhileSending()
  const line = { id: newUuid(), step: 'signs', text: 'I st', phone: '', basedOn: null }
  await savePlanDraft(db, line)
  await vi.advanceTimersByTimeAsync(lastTryMs)
  await expect.element(question()).toBeVisible()
  arrive()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(page.getByText(m.plan_logout())).toBeVisible()
  expect(closed).not.toHaveBeenCalled()
  await page.getByRole('button', { name: m.trackers_logout_delete() }).click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(currentSession()).toBeUndefined()
})

test('a question about what arrives meanwhile ends without a logout where its person has logged in anew', async () => {
  const { session, closed, arrive } = await leavesWhileSending()
  await vi.advanceTimersByTimeAsync(lastTryMs)
  await expect.element(question()).toBeVisible()
  // As another tab does it.
  await openSession({ token: 'another', userPayload: session.user })
  arrive()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(currentSession()?.token).toBe('another')
})
