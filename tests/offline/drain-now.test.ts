import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { problem } from '#contract/problem.ts'
import { pushRequestSchema, type WireOp } from '#contract/sync/api.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { drainNow } from '#src/offline/engine/drain-now.ts'
import { withDrainLock } from '#src/offline/engine/lock.ts'
import { unsentOps, type Enqueued } from '#src/offline/engine/outbox.ts'
import { clearSession, writeSession } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { answerWith, noNetwork, ours } from './network.ts'
import { answers, answersDays, applied, closePhones, nowMs, openPhone, openTab } from './phone.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  installCaches()
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  removeCaches()
  await clearSession()
  await closePhones()
})

describe('many contexts and one queue', () => {
  test('three pages and the worker send each operation once', async () => {
    const db = await phoneWithSession()
    for (const type of trackerTypes) await answersDays(db, 15, type)
    const seen = await server()
    const pages = [db, openTab(db.userId), openTab(db.userId)]
    const worker = openTab(db.userId)
    const outcomes = await Promise.all([
      ...pages.map((tab) => drainNow(tab, 'page')),
      drainNow(worker, 'worker'),
    ])
    expect(outcomes).toContainEqual({ status: 'empty' })
    expect(seen).toHaveLength(60)
    expect(new Set(seen.map(({ opId }) => opId)).size).toBe(60)
    expect(await unsentOps(db)).toEqual([])
    expect(await db.trackerEntries.count()).toBe(60)
  })

  test('a storage that breaks off in the middle is no logout', async () => {
    const broken = new DOMException('The transaction was aborted', 'AbortError')
    await expect(withDrainLock('someone', 'page', () => Promise.reject(broken))).rejects.toBe(
      broken,
    )
  })

  test('a page that finds another context at it leaves the work to it', async () => {
    const db = await phoneWithSession()
    await answersDays(db, 1)
    const requests = answerWith(noNetwork)
    const outcome = await withDrainLock(db.userId, 'page', () => drainNow(db, 'page'))
    expect([outcome, requests]).toEqual([undefined, []])
  })

  test('the worker sends once a page is done, and finds what the page left', async () => {
    const db = await phoneWithSession()
    await answersDays(db, 2)
    const seen = await server()
    let worker: ReturnType<typeof drainNow> | undefined
    await withDrainLock(db.userId, 'page', async () => {
      worker = drainNow(openTab(db.userId), 'worker')
      expect(seen).toEqual([])
    })
    expect(await worker).toEqual({ status: 'empty' })
    expect(seen).toHaveLength(2)
  })

  test('what is queued while the lock is given back is sent too', async () => {
    const db = await phoneWithSession()
    await answersDays(db, 1)
    const seen = await server()
    const late: Enqueued[] = []
    afterFirstLock(async () =>
      late.push(await answers(db, { trackerType: 'Diet', answer: 'well' })),
    )
    expect(await drainNow(db, 'page')).toEqual({ status: 'empty' })
    expect(late).toMatchObject([{ status: 'queued' }])
    expect(seen).toHaveLength(2)
    expect(await unsentOps(db)).toEqual([])
  })
})

describe('one context', () => {
  test('sends with the session of this device', async () => {
    const db = await phoneWithSession()
    await answersDays(db, 1)
    const requests = answerWith(reply)
    await drainNow(db, 'page')
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://zync.example/api/sync/push',
    ])
    expect(requests[0]?.headers.get('authorization')).toBe(`Bearer of ${db.userId}`)
  })

  test('sends nothing after a logout', async () => {
    const db = await phoneWithSession()
    await answersDays(db, 1)
    await clearSession()
    const requests = answerWith(reply)
    expect(await drainNow(db, 'page')).toEqual({ status: 'no_session' })
    expect(requests).toEqual([])
  })

  test('keeps everything when a portal answers', async () => {
    const db = await phoneWithSession()
    const rows = await answersDays(db, 3)
    answerWith(() => new Response('<h1>Welcome to the Wi-Fi</h1>'))
    expect(await drainNow(db, 'page')).toMatchObject({ status: 'waiting' })
    expect(await unsentOps(db)).toMatchObject(rows)
  })

  test('keeps everything when the session is no longer known', async () => {
    const db = await phoneWithSession()
    const rows = await answersDays(db, 3)
    answerWith(() => ours(problem('unauthenticated'), { status: 401 }))
    expect(await drainNow(db, 'page')).toEqual({ status: 'needs_auth' })
    expect(await unsentOps(db)).toEqual(rows)
  })
})

async function phoneWithSession(): Promise<UserDatabase> {
  const db = await openPhone()
  await writeSession({ token: `of ${db.userId}`, userId: db.userId })
  return db
}

async function reply(request: Request): Promise<Response> {
  const { ops } = v.parse(pushRequestSchema, await request.json())
  return ours({ results: ops.map(applied) })
}

/** A server that takes everything; gives the operations as they arrive. */
async function server(): Promise<WireOp[]> {
  const seen: WireOp[] = []
  answerWith(async (request) => {
    const { ops } = v.parse(pushRequestSchema, await request.clone().json())
    seen.push(...ops)
    return await reply(request)
  })
  return seen
}

/** Runs `work` once, between the end of the next drain and the moment its lock is seen to be free. */
function afterFirstLock(work: () => Promise<unknown>): void {
  const { locks } = navigator
  const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>
  const once = async (...args: unknown[]) => {
    const outcome = await request(...args)
    await work()
    return outcome
  }
  vi.spyOn(locks, 'request').mockImplementationOnce(once)
}
