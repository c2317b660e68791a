import { expect, onTestFinished, test, vi } from 'vitest'
import type { NoticeKind } from '#contract/notices/api.ts'
import { NoticesPage } from '#src/features/notices/pages/notices-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { badGateway, says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const happened = {
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
  createdAt: '2026-11-20T10:00:00.000Z',
  read: true,
}

test('the inbox shows what was read too, also when the server is away', async () => {
  serve({ 'GET /notices': badGateway })
  const db = await openPhone()
  await db.notices.bulkPut([
    happened,
    { ...happened, _id: crypto.randomUUID(), kind: 'of.the.future', read: false },
  ])
  const screen = await renderScreen(<NoticesPage db={db} />)
  await expect
    .element(screen.getByText(m.notices_accepted({ name: 'Sofia Almeida' })))
    .toBeVisible()
  await expect.element(screen.getByText(m.notices_unknown({ name: 'Sofia Almeida' }))).toBeVisible()
})

test('an empty inbox says so once the server has, and marking reads all of it', async () => {
  serve({
    'GET /notices': says({ notices: [{ ...happened, read: false }], unread: 1, next: null }),
    'POST /notices/read': says(null, 204),
  })
  const db = await openPhone()
  const screen = await renderScreen(<NoticesPage db={db} />)
  await screen.getByRole('button', { name: m.notices_mark_read() }).click()
  await expect.poll(() => db.notices.filter(({ read }) => read).count()).toBe(1)
})

test('an inbox without anything says so, and one that nobody could look into why', async () => {
  serve({ 'GET /notices': says({ notices: [], unread: 0, next: null }) })
  const empty = await renderScreen(<NoticesPage db={await openPhone()} />)
  await expect.element(empty.getByText(m.sync_notifications_empty())).toBeVisible()
  await empty.unmount()
  serve({ 'GET /notices': badGateway })
  const failed = await renderScreen(<NoticesPage db={await openPhone()} />)
  await expect.element(failed.getByText(m.notices_failed())).toBeVisible()
  await failed.unmount()
  setOnline(false)
  const offline = await renderScreen(<NoticesPage db={await openPhone()} />)
  await expect.element(offline.getByText(m.notices_offline())).toBeVisible()
})

test('what happened stands under its day, the newest first', async () => {
  // The middle of a day, so that none ends meanwhile.
  vi.setSystemTime(new Date(`${new Date().toDateString()} 12:00`))
  onTestFinished(() => void vi.useRealTimers())
  const [now, dayMs] = [Date.now(), 86_400_000]
  const at = (ms: number) => ({
    ...happened,
    _id: crypto.randomUUID(),
    createdAt: new Date(ms).toISOString(),
  })
  const notices = [at(now), at(now - dayMs), at(now - dayMs - 1), at(now - 40 * dayMs)]
  serve({ 'GET /notices': says({ notices, unread: 0, next: null }) })
  const screen = await renderScreen(<NoticesPage db={await openPhone()} />)
  const days = screen.getByRole('heading', { level: 2 })
  await expect.poll(() => days.elements()).toHaveLength(3)
  const names = days.elements().map(({ textContent }) => textContent)
  expect(names.slice(0, 2)).toEqual(['Today', 'Yesterday'])
  await expect.poll(() => screen.getByRole('listitem').elements()).toHaveLength(4)
})

const { id: personId } = happened.person
/** Where each kind leads; a new one does not compile until it says so. */
const places: Record<NoticeKind, string> = {
  'connection.requested': '/connection-requests',
  'connection.accepted': `/service-providers/${personId}`,
  'message.received': `/chats?with=${personId}`,
  'booking.proposed': `/sessions/${happened.aboutId}`,
  'booking.accepted': `/sessions/${happened.aboutId}`,
  'booking.declined': `/sessions/${happened.aboutId}`,
  'booking.booked': `/sessions/${happened.aboutId}`,
  'booking.moved': `/sessions/${happened.aboutId}`,
  'booking.cancelled': `/sessions/${happened.aboutId}`,
  'booking.withdrawn': `/sessions/${happened.aboutId}`,
  'booking.provider_left': `/sessions/${happened.aboutId}`,
  'booking.reminder': `/sessions/${happened.aboutId}`,
  'payment.paid': '/payment',
  'payment.changed': '/payment',
  'payment.provider_left': '/payment',
  'calendar.expired': '/edit-profile?tab=calendar',
  'pack.received': '/library/packs',
}

test('each kind leads to its place', async () => {
  const kinds = Object.keys(places)
  const notices = kinds.map((kind, index) => ({
    ...happened,
    _id: crypto.randomUUID(),
    kind,
    createdAt: new Date(Date.parse(happened.createdAt) - index).toISOString(),
  }))
  serve({ 'GET /notices': says({ notices, unread: 0, next: null }) })
  const screen = await renderScreen(<NoticesPage db={await openPhone()} />)
  const links = screen.getByRole('listitem').getByRole('link')
  await expect.poll(() => links.elements()).toHaveLength(kinds.length)
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(Object.values(places))
})
