import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Booking } from '#contract/booking/model.ts'
import { refreshResource } from '#src/data/resource.ts'
import { bookingsResource } from '#src/features/booking/bookings-resource.ts'
import { SessionsPage } from '#src/features/booking/pages/sessions-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentSession } from '#src/session/session.ts'
import { ours, type Answer } from '#tests/offline/network.ts'
import { booking } from '#tests/src/booking/bookings.ts'
import { serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const readSessions = 'GET /booking/mine'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Sessions to come, and none of before. */
const has =
  (...bookings: Booking[]): Answer =>
  ({ url }) => {
    const past = new URL(url).searchParams.get('scope') === 'past'
    return ours({ bookings: past ? [] : bookings, next: null })
  }

async function draw(db: UserDatabase) {
  const session = currentSession()
  if (!session) throw new Error('Nobody is logged in')
  return await renderScreen(
    <SessionsPage db={db} session={session} show="upcoming" onShow={() => undefined} />,
  )
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() })
})
afterEach(() => void vi.useRealTimers())

test('sessions are drawn near the window alone, and again when something about them changes', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString()
  const next = booking({ start: inDays(1), end: inDays(1.05), changeableUntil: soon })
  const others = Array.from({ length: 299 }, (_, at) =>
    booking({
      start: inDays(10 + at),
      end: inDays(10.05 + at),
      changeableUntil: inDays(9 + at),
    }),
  )
  const db = await openPhone()
  serve({ [readSessions]: has(next, ...others) })
  const screen = await draw(db)
  const rows = () => document.querySelectorAll('li[aria-setsize="300"]').length
  await expect.poll(rows).toBeGreaterThanOrEqual(24)
  expect(rows()).toBeLessThan(60)
  // Each card says from when to when its session is.
  const drawn = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatRange')
  onTestFinished(() => drawn.mockRestore())
  const drawnSince = () => drawn.mock.calls.splice(0).length
  const drawnWithin = async (frames: number) => {
    drawnSince()
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame)
    return drawnSince()
  }
  await expect.poll(() => drawnWithin(10)).toBe(0)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(drawnSince()).toBe(0)
  await expect.element(screen.getByText(m.booking_too_late())).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(40_000)
  await expect.element(screen.getByText(m.booking_too_late())).toBeVisible()
})

test('sessions are looked at again as soon as the page is seen again, and not while it is hidden', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get')
  onTestFinished(() => hidden.mockRestore())
  const soon = new Date(Date.now() + 60_000).toISOString()
  serve({
    [readSessions]: has(booking({ start: inDays(1), end: inDays(1.05), changeableUntil: soon })),
  })
  const screen = await draw(await openPhone())
  await expect.element(screen.getByRole('heading', { name: 'Sofia Haddad' })).toBeVisible()
  hidden.mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(120_000)
  await expect.element(screen.getByText(m.booking_too_late())).not.toBeInTheDocument()
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(screen.getByText(m.booking_too_late())).toBeVisible()
})

test('a report that is being written outlives the session that leaves the list', async () => {
  const session = booking({ start: inDays(1), end: inDays(1.05), changeableUntil: inDays(0.5) })
  const db = await openPhone()
  serve({ [readSessions]: has(session) })
  const screen = await draw(db)
  await screen.getByRole('button', { name: m.reports_menu({ name: 'Sofia Haddad' }) }).click()
  await screen.getByRole('menuitem', { name: m.reports_report() }).click()
  const sheet = screen.getByRole('dialog')
  await sheet.getByText(m.reports_note()).first().click()
  await sheet.getByRole('textbox').fill('They wrote this.')
  serve({ [readSessions]: has() })
  await refreshResource(db, bookingsResource)
  await expect
    .element(screen.getByText(m.booking_sessions_none(), { exact: true }))
    .toBeInTheDocument()
  await screen.getByRole('button', { name: m.reports_reason_harassment() }).click()
  await expect.element(screen.getByText(m.reports_thanks_title())).toBeVisible()
  expect(await db.outbox.toArray()).toMatchObject([
    { kind: 'safety.report', payload: { note: 'They wrote this.' } },
  ])
})
