import { afterEach, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import type { Notice } from '#contract/notices/api.ts'
import { refreshNotices } from '#src/features/notices/notices-resource.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { badgeCount } from '#src/offline/features/badge.ts'
import { changePush } from '#src/offline/features/push.ts'
import { follow } from '#src/offline/storage/user-transaction.ts'
import { chatOf } from '#tests/support/chat-rows.ts'
import { answerWith, ours } from './network.ts'
import { answer, answers, closePhones, entryOf, nowMs, openPhone, tap, today } from './phone.ts'

afterEach(closePhones)

test('a device counts on its icon unread messages and other unread news, each once', async () => {
  const db = await openPhone()
  await db.notices.bulkPut([
    news({ kind: 'connection.accepted' }),
    news({ kind: 'connection.accepted', read: true }),
    // Counted by its chat.
    news({ kind: 'message.received' }),
  ])
  expect(await badgeCount(db, nowMs)).toBe(1)
  await db.chats.put(chatOf(db.userId, { unread: 2 }))
  expect(await badgeCount(db, nowMs)).toBe(3)
})

test('a device counts anew with each look at the notices, one that brings nothing too: time has passed', async () => {
  const db = await openPhone()
  answerWith(() => ours({ notices: [], unread: 0, next: null }))
  let counts = 0
  const watching = follow(db, () => badgeCount(db, nowMs)).subscribe(() => (counts += 1))
  await expect.poll(() => counts).toBe(1)
  await refreshNotices(db, 'token')
  await expect.poll(() => counts).toBe(2)
  watching.unsubscribe()
})

test('a device counts on its icon no news of somebody whom the person has blocked, also before that is sent', async () => {
  const db = await openPhone()
  const blocked = news({})
  await db.notices.bulkPut([blocked, news({})])
  await enqueue(db, { kind: 'safety.block', payload: { userId: blocked.person.id } }, tap())
  expect(await badgeCount(db, nowMs)).toBe(1)
})

const kinds = {
  'tracker.mood': true,
  'tracker.fitness': true,
  'tracker.sleep': true,
  'tracker.diet': true,
  'session.reminder': true,
  'session.changed': true,
  message: true,
  'request.received': true,
  'request.accepted': true,
  'result.shared': true,
  'article.published': false,
  'pack.received': true,
}
const days = [0, 1, 2, 3, 4, 5, 6]
const choices = {
  kinds,
  quiet: null,
  zone: { follows: true, name: 'Africa/Cairo' },
  discreet: true,
}

test('a device counts on its icon check-ins whose reminder has come', async () => {
  const db = await openPhone()
  const reminders = [
    { tracker: 'Mood' as const, minute: 0, days, on: true },
    { tracker: 'Diet' as const, minute: 0, days, on: false },
  ]
  await changePush(db, { settings: { ...choices, reminders } })
  expect(await badgeCount(db, nowMs)).toBe(1)
  await answers(db, { date: addDays(today, -1) })
  expect(await badgeCount(db, nowMs)).toBe(1)
  await answers(db)
  expect(await badgeCount(db, nowMs)).toBe(0)
})

test('a device counts on its icon no check-in of a reminder in the quiet hours, nor of one about a day that is over', async () => {
  const db = await openPhone()
  const reminders = [
    { tracker: 'Mood' as const, minute: 15, days, on: true },
    // Asks about the day before, which lasts until 4:00 AM.
    { tracker: 'Fitness' as const, minute: 30, days, on: true },
  ]
  const quiet = { from: 10, to: 20 }
  await changePush(db, { settings: { ...choices, quiet, reminders } })
  const midnightMs = new Date(2026, 10, 21).getTime()
  expect(await badgeCount(db, midnightMs + 2 * 3_600_000)).toBe(1)
  expect(await badgeCount(db, midnightMs + 5 * 3_600_000)).toBe(0)
})

test('a device counts on its icon by the clock that the reminders go by, where that is not the one of this phone', async () => {
  const db = await openPhone()
  const zone = { follows: false, name: 'Pacific/Auckland' }
  // 1:00 AM there, noon of the day before in London.
  const noonMs = Date.parse('2026-11-21T12:00:00Z')
  const at = (hour: number) => [{ tracker: 'Sleep' as const, minute: hour * 60, days, on: true }]
  await changePush(db, { settings: { ...choices, zone, reminders: at(10) } })
  expect(await badgeCount(db, noonMs)).toBe(0)
  expect(await badgeCount(db, noonMs + 10 * 3_600_000)).toBe(1)
})

test('a device counts on its icon no check-in of reminders that rest, until its tracker is answered', async () => {
  const db = await openPhone()
  const reminders = [{ tracker: 'Mood' as const, minute: 0, days, on: true }]
  const resting = { trackers: ['Mood' as const], atMs: nowMs }
  await changePush(db, { settings: { ...choices, reminders }, resting })
  const dayMs = 86_400_000
  expect(await badgeCount(db, nowMs)).toBe(0)
  expect(await badgeCount(db, nowMs + 2 * dayMs)).toBe(0)
  await db.trackerEntries.put(
    entryOf({ opId: crypto.randomUUID(), payload: answer({ date: addDays(today, 1) }) }),
  )
  expect(await badgeCount(db, nowMs + 2 * dayMs)).toBe(1)
})

/** What happened to the person. */
function news(given: Partial<Notice>): Notice {
  return {
    _id: crypto.randomUUID(),
    kind: 'connection.accepted',
    aboutId: crypto.randomUUID(),
    person: {
      id: crypto.randomUUID(),
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
