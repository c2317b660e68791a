import { describe, expect, test } from 'vitest'
import type { UserType } from '#contract/account/model.ts'
import type { FullUser } from '#contract/account/profile.ts'
import { preloadToday } from '#src/features/dashboard/later.tsx'
import { NoticesPart } from '#src/features/dashboard/notices-part.tsx'
import { DashboardScreen } from '#src/features/dashboard/pages/dashboard-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentSession } from '#src/session/session.ts'
import { friend } from '#tests/src/connections/people.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { badGateway, refuses, says, serve, type Answers } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen, type Screen } from '../router.tsx'

const readNotices = 'GET /notices'
const readFriends = 'GET /connections/friends'
const readUser = 'GET /auth/user/'

const accepted = {
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
}
/** The words of the notice, as its link has them. */
const sofia = m.notices_accepted({ name: 'Sofia Almeida' })
const noNotices = says({ notices: [], unread: 0, next: null })
const oneNotice = says({ notices: [accepted], unread: 1, next: null })

/** The answers about a person to whom nothing has happened yet. */
function quiet(db: UserDatabase, user: Partial<FullUser> = {}): Answers {
  return {
    [readNotices]: noNotices,
    [readFriends]: says({ friends: [], next: null }),
    [readUser + db.userId]: says(fullUser({ _id: db.userId, score: 0, ...user })),
    ...Object.fromEntries(
      ['Mood', 'Fitness', 'Sleep', 'Diet'].map((type) => [
        `GET /trackers/entries/${type}/latest`,
        says([]),
      ]),
    ),
  }
}

/** As its route does it, so that what comes later moves nothing. */
async function draw(db: UserDatabase) {
  const session = currentSession()
  if (!session) throw new Error('Nobody is logged in')
  await preloadToday(db, session.user)
  return await renderScreen(<DashboardScreen db={db} session={session} />)
}

const drawNotices = (db: UserDatabase) => renderScreen(<NoticesPart db={db} />)

describe('the notifications', () => {
  test('that cannot be read say why, and come with a retry', async () => {
    const screen = await retryReadFailure({
      draw: async () => await drawNotices(await openPhone()),
      call: readNotices,
      answers: { [readNotices]: noNotices },
      failed: m.notices_failed(),
      offline: m.ui_offline_title(),
    })
    await expect.element(screen.getByText(m.sync_notifications_empty())).toBeVisible()
  })

  test('that this device has stay where the newest cannot be read, which is said under them', async () => {
    const db = await openPhone()
    serve({ [readNotices]: oneNotice })
    const first = await drawNotices(db)
    await expect
      .element(first.getByRole('link', { name: sofia }))
      .toHaveAttribute('href', `/service-providers/${accepted.person.id}`)
    await first.unmount()
    serve({ [readNotices]: refuses('busy', 'Come back at nine.') })
    const screen = await drawNotices(db)
    const failed = screen.getByText('Come back at nine.', { exact: true })
    await expect.element(failed).toBeVisible()
    await expect.element(screen.getByRole('link', { name: sofia })).toBeVisible()
    // Without a network the shell says so already.
    setOnline(false)
    await expect.poll(() => failed.elements()).toHaveLength(0)
    await expect.element(screen.getByRole('link', { name: sofia })).toBeVisible()
  })

  test('that cannot be marked as read say so, and stay', async () => {
    serve({ [readNotices]: oneNotice })
    const screen = await drawNotices(await openPhone())
    await screen.getByRole('button', { name: m.notices_mark_read() }).click()
    await expect.element(screen.getByText(m.notices_mark_failed())).toBeVisible()
    await expect.element(screen.getByRole('link', { name: sofia })).toBeVisible()
  })
})

describe('the dashboard', () => {
  test('says who cannot be read in the circle, and comes with a retry', async () => {
    const db = await openPhone()
    const screen = await retryReadFailure({
      draw: () => draw(db),
      call: readFriends,
      answers: quiet(db),
      failed: 'Failed to fetch friends',
    })
    await expect.element(screen.getByText(m.shell_circle_hint())).toBeVisible()
  })

  test.each<[UserType, string]>([
    ['Adolescent', m.sync_notifications_empty()],
    ['ServiceProvider', 'No connections to display.'],
  ])('of a %s to whom nothing has happened says: %s', async (userT, text) => {
    const db = await openPhone(userT)
    serve(quiet(db, { userT }))
    const screen = await draw(db)
    await expect.element(screen.getByText(text, { exact: true }).first()).toBeVisible()
  })

  test.each([
    ['connection requests', 'GET /connections/requests/received', m.connections_requests_none()],
    ['chats', 'GET /chat/user/', m.dashboard_desk_all_read()],
  ])('of a care provider says that the %s cannot be read', async (what, path, none) => {
    const db = await openPhone('ServiceProvider')
    const call = what === 'chats' ? path + db.userId : path
    const answers = {
      ...quiet(db, { userT: 'ServiceProvider', verifiedAt: '2026-01-01T00:00:00.000Z' }),
      'GET /connections/requests/received': says({ requests: [], next: null }),
      [`GET /chat/user/${db.userId}`]: says([]),
      'GET /booking/mine': says({ bookings: [], next: null }),
    }
    const screen = await retryReadFailure({
      draw: async () => {
        const drawn = await draw(db)
        await expect.element(drawn.getByText(m.dashboard_desk_title())).toBeVisible()
        expect(drawn.container.textContent).not.toContain(none)
        return drawn
      },
      call,
      answers,
      failed: `Failed to fetch ${what}`,
    })
    await expect.element(screen.getByText(none)).toBeVisible()
  })

  test('does not call empty what was never read, and says from when is what was read once', async () => {
    const db = await openPhone()
    serve(quiet(db))
    const first = await draw(db)
    const points = m.account_profile_points({ score: 0 })
    const openProfile = (screen: Screen) =>
      screen.getByRole('heading', { name: m.account_profile_title() }).click()
    const empty = [m.shell_circle_empty(), m.sync_notifications_empty()]
    // Closed it is one line with the name and the points.
    const closed = `Lina Haddad · ${points}`
    await expect.element(first.getByText(closed)).toBeVisible()
    await openProfile(first)
    for (const text of [points, ...empty]) {
      await expect.element(first.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await first.unmount()

    serve({})
    const screen = await draw(db)
    await expect.element(screen.getByText(closed)).toBeVisible()
    await openProfile(screen)
    await expect.element(screen.getByText('Failed to fetch friends', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(m.notices_failed(), { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/^As of [A-Z][a-z]+ \d/)).toBeVisible()
    await expect.element(screen.getByText(points, { exact: true })).toBeVisible()
    for (const text of [...empty, 'Failed to load score', m.trackers_chart_empty_title()]) {
      await expect.element(screen.getByText(text, { exact: true })).not.toBeInTheDocument()
    }
  })

  test('has the circle that this device knows before the server has said', async () => {
    const db = await openPhone()
    const one = friend()
    serve({ ...quiet(db), [readFriends]: says({ friends: [one], next: null }) })
    const first = await draw(db)
    const name = `${one.firstname} ${one.lastname}`
    await expect.element(first.getByText(name)).toBeVisible()
    await first.unmount()
    serve({ ...quiet(db), [readFriends]: badGateway })
    const screen = await draw(db)
    await expect.element(screen.getByText(name)).toBeVisible()
  })
})
