import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProviderWeek } from '#contract/booking/api.ts'
import { addDays, utcDate } from '#contract/local-date.ts'
import { weeksStoredMax } from '#src/features/booking/stored-sessions.ts'
import { weekStart, weekResource } from '#src/features/booking/week/week-resource.ts'
import { WeekView } from '#src/features/booking/week/week-view.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { ours } from '#tests/offline/network.ts'
import { booking } from '#tests/src/booking/bookings.ts'
import { badGateway, says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const readWeek = 'GET /booking/week'
/** A zone that no device of ours is in, half an hour off all others. */
const zone = 'Asia/Kolkata'
const start = weekStart(Date.now(), zone)
const at = (day: number, clock: string) => `${addDays(start, day)}T${clock}:00.000+05:30`
const instant = (day: number, clock: string) => new Date(at(day, clock)).toISOString()
const span = { start: '09:00', end: '17:00' }
const session = booking({
  role: 'provider',
  start: instant(1, '10:30'),
  end: instant(1, '11:20'),
  timeZone: zone,
})
const week: ProviderWeek = {
  asOf: new Date().toISOString(),
  schedule: { workingHours: span, workingDays: [1, 2], timeZone: zone, saved: true },
  sessions: [session],
  busy: [
    { start: instant(2, '09:00'), end: instant(2, '10:00'), reason: 'Dentist', source: 'zync' },
    { start: instant(1, '10:30'), end: instant(1, '12:00'), reason: '', source: 'google' },
  ],
  google: 'read',
}

let db: UserDatabase
beforeEach(async () => {
  await page.viewport(1280, 800)
  db = await openPhone('ServiceProvider')
})

const draw = () => renderScreen(<WeekView db={db} />)
const grid = () => page.getByRole('grid')

describe('a provider’s week', () => {
  test('has its sessions, busy times and hours by the clock of the working hours, which is named', async () => {
    serve({ [readWeek]: says(week) })
    const screen = await draw()
    const name = m.booking_week_zone_text({ zone })
    await expect.element(screen.getByRole('grid', { name, exact: false })).toBeVisible()
    const link = screen.getByRole('link', { name: 'Sofia Haddad', exact: false })
    await expect.poll(() => link.element().textContent).toContain('10:30')
    await expect.element(screen.getByText('Busy: Dentist', { exact: true }).first()).toBeVisible()
    // Google says of our own session too that one is busy: what is left of it is the rest.
    const rest = screen.getByText(m.booking_week_busy_google(), { exact: true })
    await expect.element(rest.first()).toBeVisible()
    await link.click()
    expect(screen.path()).toBe(`/sessions/${session._id}`)
  })

  test('is shown by the device’s clock on demand, all of it', async () => {
    // On a Saturday evening of this device it is another week there.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at(3, '12:00')) })
    onTestFinished(() => void vi.useRealTimers())
    serve({ [readWeek]: says(week) })
    const screen = await draw()
    const device = m.booking_week_zone_device({ zone: deviceZone().replaceAll('_', ' ') })
    await screen.getByLabelText(m.booking_week_zone()).selectOptions(device)
    const link = screen.getByRole('link', { name: 'Sofia Haddad', exact: false })
    const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
      .format(new Date(session.start))
      .replaceAll('\u202f', ' ')
    await expect.poll(() => link.element().textContent).toContain(clock)
  })

  test('is one stop for the Tab key, and its arrow keys lead to the session', async () => {
    serve({ [readWeek]: says(week) })
    const screen = await draw()
    await expect.element(grid()).toBeVisible()
    await expect.poll(() => grid().element().querySelectorAll('[tabindex="0"]').length).toBe(1)
    const [first] = grid().element().querySelectorAll<HTMLElement>('[data-cell]')
    first?.focus()
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowDown}')
    const link = screen.getByRole('link', { name: 'Sofia Haddad', exact: false })
    await expect.element(link).toHaveFocus()
    await expect.poll(() => grid().element().querySelectorAll('[tabindex="0"]')).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    expect(screen.path()).toBe(`/sessions/${session._id}`)
  })

  test('goes to other weeks and back to this one', async () => {
    const asked = serve({
      [readWeek]: ({ url }) => {
        const day = new URL(url).searchParams.get('day')
        return ours(day === start ? week : { ...week, sessions: [], busy: [] })
      },
    })
    const screen = await draw()
    const link = screen.getByRole('link', { name: 'Sofia Haddad', exact: false })
    await expect.element(link).toBeVisible()
    await screen.getByRole('button', { name: m.booking_week_next() }).click()
    await expect.poll(() => link.elements()).toHaveLength(0)
    await expect
      .poll(() => asked.some(({ url }) => url.includes(`day=${addDays(start, 7)}`)))
      .toBe(true)
    await screen.getByRole('button', { name: m.booking_week_this() }).click()
    await expect.element(link).toBeVisible()
    const cell = grid().element().querySelector<HTMLElement>('[tabindex="0"]')
    cell?.focus()
    await userEvent.keyboard('{PageDown}')
    await expect.poll(() => link.elements()).toHaveLength(0)
  })

  test('keeps the cell of the keyboard from week to week', async () => {
    serve({ [readWeek]: says({ ...week, sessions: [], busy: [] }) })
    const screen = await draw()
    await expect.element(grid()).toBeVisible()
    grid().element().querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowDown}')
    const title = screen.getByRole('heading', { level: 2 })
    const first = title.element().textContent
    for (const key of ['{PageDown}', '{PageDown}', '{PageUp}', '{PageUp}']) {
      const before = title.element().textContent
      await userEvent.keyboard(key)
      await expect.poll(() => title.element().textContent).not.toBe(before)
      await expect
        .poll(() => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell'))
        .toBe('1:1')
    }
    expect(title.element().textContent).toBe(first)
  })

  test('gives the cell of the keyboard to the next week where this one was just drawn again', async () => {
    serve({ [readWeek]: says({ ...week, busy: [] }) })
    const screen = await draw()
    const title = screen.getByRole('heading', { level: 2 })
    const first = title.element().textContent
    await expect
      .element(screen.getByRole('link', { name: 'Sofia Haddad', exact: false }))
      .toBeVisible()
    grid().element().querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowDown}')
    // The key comes between what was drawn and its effects, as a fast finger's does.
    const press = new MutationObserver(() => {
      press.disconnect()
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }),
      )
    })
    press.observe(grid().element(), { subtree: true, characterData: true, childList: true })
    const named = {
      ...session,
      sequence: 9,
      with: session.with && { ...session.with, lastname: 'H.' },
    }
    // In a transaction, as the app writes.
    await db.transaction('rw', db.bookings, () => db.bookings.put(named))
    await expect.poll(() => title.element().textContent).not.toBe(first)
    await expect
      .poll(() => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell'))
      .toBe('1:2')
  })

  test('stays a list from week to week', async () => {
    serve({ [readWeek]: says(week) })
    const screen = await draw()
    await screen.getByText(m.booking_week_list(), { exact: true }).click()
    for (const button of [m.booking_week_next(), m.booking_week_this()]) {
      await screen.getByRole('button', { name: button }).click()
      await expect.element(screen.getByRole('radio', { name: m.booking_week_list() })).toBeChecked()
      await expect.element(grid()).not.toBeInTheDocument()
    }
  })

  test('is a list on a phone and on demand', async () => {
    const away = { start: instant(4, '22:00'), end: instant(6, '00:00'), reason: 'Away' }
    serve({ [readWeek]: says({ ...week, busy: [...week.busy, { ...away, source: 'zync' }] }) })
    const screen = await draw()
    await screen.getByText(m.booking_week_list(), { exact: true }).click()
    await expect.element(screen.getByText(m.booking_week_all_day())).toBeVisible()
    await expect.element(screen.getByText('10:00 PM – 12:00 AM')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Sofia Haddad', exact: false }))
      .toBeVisible()
    await expect.element(grid()).not.toBeInTheDocument()
    await page.viewport(360, 740)
    await expect.poll(() => screen.getByText(m.booking_week_grid()).elements()).toHaveLength(0)
    await expect.element(screen.getByText('Busy: Dentist', { exact: true })).toBeVisible()
    const hours = m.booking_week_works_at({ times: '9:00 AM – 5:00 PM' })
    await expect.element(screen.getByText(hours).first()).toBeVisible()
  })

  test('is drawn from what this device has without a network, and says from when that is', async () => {
    serve({ [readWeek]: says(week) })
    const before = await draw()
    await expect
      .element(before.getByRole('link', { name: 'Sofia Haddad', exact: false }))
      .toBeVisible()
    await before.unmount()
    setOnline(false)
    serve({ [readWeek]: badGateway })
    const screen = await draw()
    await expect
      .element(screen.getByRole('link', { name: 'Sofia Haddad', exact: false }))
      .toBeVisible()
    await expect.element(screen.getByText(/as of/)).toBeVisible()
  })

  test('that Google says nothing of says so', async () => {
    serve({ [readWeek]: says({ ...week, google: 'unavailable' }) })
    const screen = await draw()
    await expect.element(screen.getByText(m.booking_week_google_away())).toBeVisible()
  })

  test('whose Google lets Zync in no longer says that nobody can book', async () => {
    serve({ [readWeek]: says({ ...week, google: 'unavailable', googleExpired: true }) })
    const screen = await draw()
    await expect.element(screen.getByText(m.calendar_google_expired())).toBeVisible()
    expect(screen.container.textContent).not.toContain(m.booking_week_google_away())
  })
})

describe('the weeks that a device stores', () => {
  const refresh = (day = start) => weekResource.refresh(db, 'token', day)

  test('are those that were read last, each once', async () => {
    serve({ [readWeek]: says(week) })
    for (let index = 0; index <= weeksStoredMax; index += 1)
      await refresh(addDays(start, 7 * index))
    await refresh(addDays(start, 7))
    const row = await db.meta.get('providerWeeks')
    const days = row?.key === 'providerWeeks' ? row.weeks.map(({ day }) => day) : []
    expect([days.length, days[0], new Set(days).size]).toEqual([
      weeksStoredMax,
      addDays(start, 7),
      weeksStoredMax,
    ])
    expect(days).not.toContain(start)
  })

  test('are without a session that has moved to another one', async () => {
    serve({ [readWeek]: says(week) })
    await refresh()
    const moved = {
      ...session,
      sequence: session.sequence + 1,
      start: instant(8, '10:30'),
      end: instant(8, '11:20'),
    }
    await db.bookings.put({ ...moved, updatedAt: new Date().toISOString() })
    expect((await weekResource.read(db, start))?.sessions).toEqual([])
    serve({ [readWeek]: says({ ...week, asOf: new Date(0).toISOString(), sessions: [] }) })
    await refresh(addDays(start, 7))
    const next = await weekResource.read(db, addDays(start, 7))
    expect(next?.sessions).toMatchObject([{ _id: session._id, start: moved.start }])
  })

  test('show what the person has just changed, and sessions where the week was never read', async () => {
    serve({ [readWeek]: says(week) })
    await refresh()
    await db.bookings.put({ ...session, status: 'cancelled', sequence: 1 })
    expect((await weekResource.read(db, start))?.sessions).toEqual([])
    const next = addDays(start, 7)
    const later = booking({
      role: 'provider',
      start: `${addDays(next, 1)}T10:00:00.000Z`,
      end: `${addDays(next, 1)}T11:00:00.000Z`,
    })
    expect(await weekResource.read(db, utcDate(Date.parse(next)))).toBeUndefined()
    await db.bookings.put(later)
    await db.meta.put({ key: 'bookingsAsOf', asOfMs: 1 })
    expect(await weekResource.read(db, next)).toMatchObject({
      whole: false,
      asOfMs: 1,
      sessions: [{ _id: later._id }],
      busy: [],
    })
  })
})
