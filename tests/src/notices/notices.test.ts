import { afterEach, describe, expect, test } from 'vitest'
import { noticeKinds, type Notice } from '#contract/notices/api.ts'
import { noticeLabel } from '#src/features/notices/notices-box.tsx'
import {
  inboxResource,
  markRead,
  readUnread,
  refreshNotices,
} from '#src/features/notices/notices-resource.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { enqueue, unsentOps } from '#src/offline/engine/outbox.ts'
import { answerWith, noNetwork, ours, oursRaw } from '#tests/offline/network.ts'
import { closePhones, moment, nowMs, openPhone, tap } from '#tests/offline/phone.ts'

afterEach(closePhones)

const old = notice({ _id: '0193a000-0000-7000-8000-000000000001' })
const newest = notice({ createdAt: '2026-11-21T12:00:00.000Z' })
const read = notice({ _id: '0193a000-0000-7000-8000-000000000003', read: true })

describe('notices', () => {
  test('that are unread have the newest first, also when the server does not answer', async () => {
    const db = await openPhone()
    answerWith(() => ours({ notices: [old, newest, read], unread: 2, next: null }), noNetwork)
    await refreshNotices(db, 'token')
    await expect(refreshNotices(db, 'token')).rejects.toThrow('No answer')
    expect(await readUnread(db)).toEqual([newest, old])
  })

  test('are read up to the newest that was seen, and no further', async () => {
    const db = await openPhone()
    const later = notice({
      _id: '0193a000-0000-7000-8000-000000000004',
      createdAt: '2026-11-21T13:00:00.000Z',
    })
    await db.notices.bulkPut([old, newest])
    const requests = answerWith(async () => {
      await db.notices.put(later)
      return oursRaw(null, { status: 204 })
    })
    await markRead(db, 'token', await readUnread(db))
    expect(await requests[0]?.json()).toEqual({ upTo: newest.createdAt })
    expect(await readUnread(db)).toEqual([later])
  })

  test('that were read while a list was on its way stay read, and are unread again where they are of something newer', async () => {
    const db = await openPhone()
    await db.notices.bulkPut([old, newest])
    const renewed = { ...newest, createdAt: '2026-11-21T14:00:00.000Z' }
    answerWith(
      async () => {
        await db.notices.bulkPut([old, newest].map((each) => ({ ...each, read: true })))
        return ours({ notices: [newest, old], unread: 2, next: null })
      },
      () => ours({ notices: [renewed, old], unread: 2, next: null }),
    )
    await refreshNotices(db, 'token')
    expect(await readUnread(db)).toEqual([])
    await refreshNotices(db, 'token')
    expect(await readUnread(db)).toEqual([renewed])
  })

  test('of an older look that is answered last do not take the place of newer ones', async () => {
    const db = await openPhone()
    const late = Promise.withResolvers<void>()
    answerWith(
      async () => {
        await late.promise
        return ours({ notices: [old], unread: 1, next: null })
      },
      () => ours({ notices: [newest, old], unread: 2, next: null }),
    )
    const older = refreshNotices(db, 'token')
    await refreshNotices(db, 'token')
    late.resolve()
    await older
    expect(await readUnread(db)).toEqual([newest, old])
  })

  test('of somebody whom the person has blocked are gone from the tap on, and an older answer brings none back', async () => {
    const db = await openPhone()
    const other = notice({
      _id: '0193a000-0000-7000-8000-000000000005',
      person: { ...newest.person, id: '0193a000-0000-7000-8000-00000000000b' },
    })
    await db.notices.bulkPut([newest, other])
    const userId = newest.person.id
    await enqueue(db, { kind: 'safety.block', payload: { userId } }, tap())
    expect(await inboxResource.read(db)).toEqual([other])
    answerWith(async () => {
      const batch = await takeBatch(db, nowMs)
      const result = { userId, name: 'Sofia Almeida', createdAt: newest.createdAt }
      const results = batch.ops.map(({ opId }) => ({ opId, status: 'applied' as const, result }))
      await applyResults(db, batch, results, moment)
      return ours({ notices: [newest, other], unread: 2, next: null })
    })
    await refreshNotices(db, 'token')
    expect(await unsentOps(db)).toEqual([])
    expect(await inboxResource.read(db)).toEqual([other])
    expect(await readUnread(db)).toEqual([other])
  })

  test('stay unread where the call failed', async () => {
    const db = await openPhone()
    await db.notices.put(old)
    answerWith(noNetwork)
    await expect(markRead(db, 'token', [old])).rejects.toThrow('No answer')
    expect(await readUnread(db)).toEqual([old])
    const requests = answerWith(noNetwork)
    await markRead(db, 'token', [])
    expect(requests).toEqual([])
  })
})

describe('the label of a notice', () => {
  /** Neither of the two did it; and whoever pays for somebody is named nowhere. */
  const withoutActor = [
    'booking.withdrawn',
    'booking.provider_left',
    'payment.paid',
    'payment.changed',
    'payment.provider_left',
    'calendar.expired',
  ] as const
  const withActor = noticeKinds.filter((kind) => !withoutActor.some((other) => other === kind))
  test.each(withActor)('of the kind %s names who did it', (kind) => {
    expect(noticeLabel(notice({ kind })).text).toContain('Sofia Almeida')
  })

  test.each(withoutActor)('of the kind %s names nobody', (kind) => {
    expect(noticeLabel(notice({ kind })).text).not.toContain('Sofia')
  })

  test('of a session that was withdrawn is the same for both: the credit is its client’s alone', () => {
    expect(noticeLabel(notice({ kind: 'booking.withdrawn' })).text).toBe(
      'One of your sessions was canceled.',
    )
  })

  test('of a kind that this build does not know says that there is news', () => {
    expect(noticeLabel(notice({ kind: 'moon.landing' })).text).toBe(
      'There’s news from Sofia Almeida',
    )
  })
})

function notice(given: Partial<Notice> = {}): Notice {
  return {
    _id: '0193a000-0000-7000-8000-000000000002',
    kind: 'connection.accepted',
    aboutId: '0193a000-0000-7000-8000-00000000c001',
    person: {
      id: '0193a000-0000-7000-8000-00000000000a',
      firstname: 'Sofia',
      lastname: 'Almeida',
      userType: 'ServiceProvider',
      profileImg: null,
    },
    createdAt: '2026-11-21T10:00:00.000Z',
    read: false,
    ...given,
  }
}
