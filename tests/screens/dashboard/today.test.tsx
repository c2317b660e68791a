import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { UserType } from '#contract/account/model.ts'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { defaultPushSettings } from '#contract/push/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { DashboardScreen } from '#src/features/dashboard/pages/dashboard-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { watchInstall } from '#src/lib/install.ts'
import { endWelcome } from '#src/offline/features/hints.ts'
import { changePush } from '#src/offline/features/push.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { currentSession } from '#src/session/session.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { booking } from '#tests/src/booking/bookings.ts'
import { friend, received } from '#tests/src/connections/people.ts'
import { article } from '#tests/src/library/articles.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { browserSays } from '../push/browser.ts'
import { renderScreen } from '../router.tsx'

const hourMs = 3_600_000

/** A phone that has what it has, and no network. */
async function openToday(userT: UserType, fill: (db: UserDatabase) => Promise<unknown>) {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone(userT)
  await fill(db)
  return await draw(db)
}

async function draw(db: UserDatabase) {
  const session = currentSession()
  if (!session) throw new Error('Nobody is logged in')
  return await renderScreen(<DashboardScreen db={db} session={session} />)
}

const at = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString()

async function storeArticle(db: UserDatabase, title: string) {
  const shared = sharedDatabase()
  const oldest = { article: null, video: null }
  await shared.facts.put({
    key: 'library',
    viewerId: db.viewerId,
    since: 0,
    asOfMs: Date.now(),
    oldest,
  })
  await shared.articles.put(article({ title }))
}

afterEach(async () => {
  await sharedDatabase().articles.clear()
  await sharedDatabase().facts.clear()
})

test('of a young person begins with four faces and has one small thing, without a network', async () => {
  const screen = await openToday('Adolescent', async () => undefined)
  await expect
    .element(screen.getByRole('button', { name: m.trackers_answer_happy() }))
    .toBeVisible()
  await expect.element(screen.getByText(m.dashboard_small_title())).toBeVisible()
  const [first] = screen.getByRole('heading', { level: 2 }).elements()
  expect(first?.textContent).toBe(m.trackers_check_in_title())
})

test('of a young person has all that the specification names', async () => {
  const screen = await openToday('Adolescent', (db) =>
    db.meta.put({ key: 'noticesAsOf', asOfMs: Date.now() }),
  )
  for (const name of ['MY PROFILE', 'NOTIFICATIONS', 'Circle of Care']) {
    await expect.element(screen.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  for (const name of ['Mood', 'Fitness', 'Sleep', 'Diet']) {
    // In its row and over its chart.
    await expect
      .poll(() => screen.getByRole('heading', { name, exact: true }).elements())
      .toHaveLength(2)
  }
})

test('of a parent begins with the next session, one article and who helps families', async () => {
  const screen = await openToday('Parent', async (db) => {
    await db.meta.put({ key: 'bookingsAsOf', asOfMs: Date.now() })
    const start = at(30 * hourMs)
    await db.bookings.put(booking({ start, end: at(31 * hourMs), status: 'booked' }))
    await storeArticle(db, 'When evenings are loud')
  })
  const { with: other } = booking()
  await expect.element(screen.getByText(`${other?.firstname} ${other?.lastname}`)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'When evenings are loud' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Parenting Coaches' })).toBeVisible()
})

test('of a parent without a session says so and leads to the coaches', async () => {
  const db = await openPhone('Parent')
  serve({ 'GET /booking/mine': says({ bookings: [], next: null }) })
  const screen = await draw(db)
  await expect.element(screen.getByText(m.booking_sessions_none())).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: m.dashboard_coach_find() }))
    .toHaveAttribute('href', '/parenting-coaches')
})

test('of a care provider has the sessions of today alone, and the requests that wait', async () => {
  vi.setSystemTime(new Date().setHours(12, 0))
  onTestFinished(() => void vi.useRealTimers())
  const screen = await openToday('ServiceProvider', async (db) => {
    await db.meta.bulkPut([
      { key: 'bookingsAsOf', asOfMs: Date.now() },
      { key: 'connectionsAsOf', received: Date.now(), friends: Date.now() },
    ])
    const later = friend({ firstname: 'Tomorrow', lastname: 'Person' })
    await db.bookings.bulkPut([
      booking({ _id: crypto.randomUUID(), start: at(0), end: at(hourMs), status: 'booked' }),
      booking({
        _id: crypto.randomUUID(),
        start: at(49 * hourMs),
        end: at(50 * hourMs),
        status: 'booked',
        with: {
          _id: later.id,
          firstname: later.firstname,
          lastname: later.lastname,
          profileImg: null,
        },
      }),
    ])
    await db.receivedRequests.put(received())
  })
  const { with: other } = booking()
  await expect.element(screen.getByText(`${other?.firstname} ${other?.lastname}`)).toBeVisible()
  await expect.element(screen.getByText('Tomorrow Person')).not.toBeInTheDocument()
  await expect.element(screen.getByText(m.dashboard_desk_requests({ count: 1 }))).toBeVisible()
})

test.each([
  ['in three days', 3, /Next: \S+ \S+, [A-Z][a-z]{2} \d+:\d\d/],
  ['a week from now', 7, /Next: \S+ \S+, [A-Z][a-z]{2} \d+, \d+:\d\d/],
  ['in three weeks', 21, /Next: \S+ \S+, [A-Z][a-z]{2} \d+, \d+:\d\d/],
])('of a care provider says when the next session is that is %s', async (_, days, text) => {
  const screen = await openToday('ServiceProvider', async (db) => {
    await db.meta.put({ key: 'bookingsAsOf', asOfMs: Date.now() })
    const [start, end] = [at(days * 24 * hourMs), at((days * 24 + 1) * hourMs)]
    await db.bookings.put(booking({ start, end, status: 'booked' }))
  })
  await expect.element(screen.getByText(text)).toBeVisible()
})

test('of a care provider whose papers are looked at says so first', async () => {
  const screen = await openToday('ServiceProvider', (db) =>
    db.meta.put({
      key: 'profile',
      user: fullUser({
        _id: db.userId,
        userT: 'ServiceProvider',
        verifiedAt: null,
        approvedAt: null,
        rejectedReason: null,
      }),
    }),
  )
  await expect.element(screen.getByText(m.profile_review_waiting_title())).toBeVisible()
})

test('of a young person’s first week has the small thing of its day', async () => {
  const { date } = clockAt(Date.now())
  const screen = await openToday('Adolescent', (db) => endWelcome(db, addDays(date, -1)))
  await expect
    .element(screen.getByRole('link', { name: m.welcome_day_sleep() }))
    .toHaveAttribute('href', '/trackers')
})

test('offers a reminder after answers on three days, and not before', async () => {
  browserSays({ permission: 'default' })
  const { date } = clockAt(Date.now())
  let phone: UserDatabase | undefined
  const screen = await openToday('Adolescent', async (db) => {
    phone = db
    await hasSettings(db, date)
    await answered(db, date)
    await answered(db, addDays(date, -1))
  })
  await expect.element(screen.getByText(m.dashboard_small_title())).toBeVisible()
  expect(screen.container.textContent).not.toContain(m.push_ask_title())
  if (phone) await answered(phone, addDays(date, -2))
  await expect.element(screen.getByText(m.push_ask_title())).toBeVisible()
})

/** The settings for reminders are those of somebody new, of fourteen. */
async function hasSettings(db: UserDatabase, date: LocalDate): Promise<void> {
  const person = { birthDate: addDays(date, -14 * 365), timeZone: 'Africa/Cairo' }
  await changePush(db, { settings: defaultPushSettings(person, date) })
}

/** The mood of a day has an answer. */
async function answered(
  db: UserDatabase,
  day: LocalDate,
  brought: { importId?: string } = {},
): Promise<void> {
  const id = crypto.randomUUID()
  await db.trackerEntries.put({
    ...brought,
    id,
    trackerType: 'Mood',
    answer: 'happy',
    date: day,
    day,
    score: 4,
  })
}

test('counts no day of another app for a reminder or a place on the home screen', async () => {
  browserSays({ permission: 'default' })
  watchInstall()
  window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
  const { date } = clockAt(Date.now())
  let phone: UserDatabase | undefined
  const screen = await openToday('Adolescent', async (db) => {
    phone = db
    await hasSettings(db, date)
    await answered(db, date)
    for (let ago = 1; ago <= 30; ago += 1) {
      await answered(db, addDays(date, -ago), { importId: crypto.randomUUID() })
    }
  })
  await expect.element(screen.getByText(m.dashboard_small_title())).toBeVisible()
  await expect.element(screen.getByText(m.trackers_already())).toBeVisible()
  expect(screen.container.textContent).not.toContain(m.push_ask_title())
  expect(screen.container.textContent).not.toContain(m.shell_install_title())
  // Days of one's own come beside them.
  if (phone) await answered(phone, addDays(date, -31))
  await expect.element(screen.getByText(m.shell_install_title())).toBeVisible()
  expect(screen.container.textContent).not.toContain(m.push_ask_title())
  if (phone) await answered(phone, addDays(date, -32))
  await expect.element(screen.getByText(m.push_ask_title())).toBeVisible()
})

test('offers a place on the home screen after answers on two days, and not before', async () => {
  watchInstall()
  window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
  const { date } = clockAt(Date.now())
  let phone: UserDatabase | undefined
  const screen = await openToday('Adolescent', async (db) => {
    phone = db
    await answered(db, date)
  })
  await expect.element(screen.getByText(m.dashboard_small_title())).toBeVisible()
  expect(screen.container.textContent).not.toContain(m.shell_install_title())
  if (phone) await answered(phone, addDays(date, -1))
  await expect.element(screen.getByText(m.shell_install_title())).toBeVisible()
})
