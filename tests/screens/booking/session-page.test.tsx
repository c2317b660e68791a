import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import type { Booking } from '#contract/booking/model.ts'
import { useStored } from '#src/data/resource.ts'
import { reviewedResource } from '#src/features/booking/bookings-resource.ts'
import {
  ProposePage,
  SessionPage,
  SessionsPage,
} from '#src/features/booking/pages/sessions-page.tsx'
import { timeThere } from '#src/features/booking/week-slots.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatClock, formatSpan, zoneLabel } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { Route as Session } from '#src/routes/_member.sessions.$id.tsx'
import { Route as Sessions } from '#src/routes/_member.sessions.index.tsx'
import { putProfile } from '#src/session/own-profile.ts'
import { ours, type Answer } from '#tests/offline/network.ts'
import { booking } from '#tests/src/booking/bookings.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { refuses, says, serve, silence } from '../fake-server.ts'
import { openMember, openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

/** What a page reads ahead. */
type Loader = (given: { context: { db: UserDatabase }; params: { id: string } }) => Promise<void>

const readSessions = 'GET /booking/mine'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const upcoming = booking({ start: inDays(3), end: inDays(3.05), changeableUntil: inDays(2) })

const have =
  (...bookings: Booking[]): Answer =>
  ({ url }) => {
    const past = new URL(url).searchParams.get('scope') === 'past'
    return ours({ bookings: past ? [] : bookings, next: null })
  }
const setZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId })
const draw = (db: UserDatabase, { _id }: Booking) => renderScreen(<SessionPage db={db} id={_id} />)

test('a session that nobody knows of says so', async () => {
  serve({ [readSessions]: have() })
  const screen = await draw(await openPhone(), upcoming)
  await expect.element(screen.getByText(m.booking_session_missing())).toBeVisible()
})

test('a session that was canceled has its page, which says by whom', async () => {
  const gone = { ...upcoming, status: 'cancelled', cancelledBy: 'provider', sequence: 1 } as const
  serve({
    [readSessions]: ({ url }) => {
      const past = new URL(url).searchParams.get('scope') === 'past'
      return ours({ bookings: past ? [gone] : [], next: null })
    },
  })
  const screen = await draw(await openPhone(), gone)
  await expect.element(screen.getByRole('heading', { name: 'Sofia Haddad' })).toBeVisible()
  await expect
    .element(screen.getByText(m.booking_status_cancelled_by({ name: 'Sofia' })))
    .toBeVisible()
})

test('a provider proposes one of the free slots of the session’s length', async () => {
  const theirs = { ...upcoming, role: 'provider' } as const
  const slot = { start: inDays(1), end: inDays(1.05) }
  const path = `/booking/${upcoming._id}`
  const proposal = { ...slot, expiresAt: upcoming.start }
  const requests = serve({
    [readSessions]: have(theirs),
    [`GET ${path}/open-slots`]: says({
      slots: [{ ...slot, available: true }],
      timeZone: upcoming.timeZone,
      duration: 72,
    }),
    [`POST ${path}/proposal`]: says({ ...theirs, proposal }),
  })
  const screen = await renderScreen(
    <ProposePage db={await openPhone('ServiceProvider')} id={upcoming._id} />,
  )
  const title = m.booking_propose_title_with({ name: 'Sofia Haddad' })
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
  await expect.poll(() => screen.container.querySelectorAll('[aria-pressed]').length).toBe(1)
  screen.container.querySelector<HTMLElement>('[aria-pressed]')?.click()
  await screen.getByRole('button', { name: m.booking_propose_confirm() }).click()
  await expect.element(screen.getByRole('dialog', { name: m.booking_propose_done() })).toBeVisible()
  expect(await requests.find(({ method }) => method === 'POST')?.json()).toEqual({
    startTime: slot.start,
    endTime: slot.end,
  })
})

describe('a provider whose device is in another zone than their hours', () => {
  const device = 'Asia/Dubai'
  const there = (instant: string, zone: string) =>
    timeThere(instant, { viewer: device, provider: zone }) ?? ''

  beforeEach(async () => {
    await setZone(device)
    return () => setZone('')
  })

  test('reads what they proposed by both clocks, each named, like the session itself', async () => {
    const proposal = { start: inDays(4.1), end: inDays(4.15), expiresAt: inDays(2.5) }
    const asked = booking({ ...upcoming, role: 'provider', proposal })
    serve({ [readSessions]: have(asked) })
    const screen = await draw(await openPhone('ServiceProvider'), asked)
    const when = formatSpan(proposal, device)
    const said = m.booking_proposed_by_you({ name: 'Sofia Haddad', when })
    await expect.element(screen.getByText(said)).toBeVisible()
    for (const { start } of [asked, proposal]) {
      const time = there(start, asked.timeZone)
      const own = m.booking_session_own({ time, zone: zoneLabel(asked.timeZone) })
      await expect.element(screen.getByText(own)).toBeVisible()
    }
  })

  test('proposes by both clocks of now, not by that of the booking', async () => {
    const theirs = { ...upcoming, role: 'provider' } as const
    const slot = { start: inDays(1), end: inDays(1.05), available: true }
    const hours = 'Asia/Kolkata'
    const reply = { slots: [slot], timeZone: hours, duration: 72 }
    serve({
      [readSessions]: have(theirs),
      [`GET /booking/${upcoming._id}/open-slots`]: says(reply),
    })
    const db = await openPhone('ServiceProvider')
    const screen = await renderScreen(<ProposePage db={db} id={upcoming._id} />)
    const time = there(slot.start, hours)
    for (const text of [
      m.booking_move_now({ when: formatSpan(theirs, device) }),
      m.booking_your_zone({ zone: zoneLabel(device) }),
      m.booking_own_zone({ zone: zoneLabel(hours) }),
      `${formatClock(slot.start, device)} ${m.booking_there_own({ time })}`,
    ]) {
      await expect.element(screen.getByText(text, { exact: false })).toBeVisible()
    }
    expect(screen.container.textContent).not.toContain(zoneLabel(theirs.timeZone))
  })
})

test('a provider whose papers are not accepted has neither a week nor another time to propose', async () => {
  const theirs = { ...upcoming, role: 'provider' } as const
  const requests = serve({ [readSessions]: have(theirs) })
  const { db, session } = await openMember('ServiceProvider')
  const profile = fullUser({ _id: db.userId, userT: 'ServiceProvider' })
  await userTransaction(db, [], () => putProfile(db, profile))
  const screen = await renderScreen(
    <SessionsPage {...{ db, session }} show="week" onShow={() => undefined} />,
  )
  await expect.element(screen.getByRole('heading', { name: 'Sofia Haddad' })).toBeVisible()
  const cancel = screen.getByRole('button', { name: m.booking_cancel(), exact: false })
  await expect.element(cancel).toBeVisible()
  for (const gone of [
    screen.getByText(m.booking_sessions_week(), { exact: true }),
    screen.getByRole('link', { name: m.booking_propose(), exact: false }),
  ]) {
    await expect.element(gone).not.toBeInTheDocument()
  }
  expect(requests.filter(({ url }) => url.includes('/week'))).toEqual([])
})

test.each([
  ['My sessions', Sessions.options.loader],
  ['a session', Session.options.loader],
])('%s knows by its first paint whether papers are accepted', async (_page, loader) => {
  const { db } = await openMember('ServiceProvider')
  const profile = fullUser({ _id: db.userId, userT: 'ServiceProvider' })
  await userTransaction(db, [], () => putProfile(db, profile))
  await (loader as Loader)({ context: { db }, params: { id: upcoming._id } })
  const painted: (boolean | undefined)[] = []
  function Reviewed() {
    painted.push(useStored(db, reviewedResource))
    return null
  }
  await renderScreen(<Reviewed />)
  expect(painted[0]).toBe(false)
})

describe('another time that is proposed', () => {
  const proposal = { start: inDays(4), end: inDays(4.05), expiresAt: inDays(2.5) }
  const asked = booking({ ...upcoming, proposal })
  const accept = `POST /booking/${upcoming._id}/proposal/accept`
  const end = `DELETE /booking/${upcoming._id}/proposal`
  const acceptButton = { name: m.booking_proposed_accept(), exact: false }

  test('is accepted by its client: the session is at the new time', async () => {
    const { start } = proposal
    const moved = { ...upcoming, start, end: proposal.end, sequence: 1, proposal: null }
    const requests = serve({ [readSessions]: have(asked), [accept]: says(moved) })
    const screen = await draw(await openPhone(), asked)
    await screen.getByRole('button', acceptButton).click()
    await expect.poll(() => screen.getByRole('button', acceptButton).elements()).toHaveLength(0)
    expect(await requests.find(({ method }) => method === 'POST')?.json()).toEqual({
      startTime: new Date(start).toISOString(),
      endTime: new Date(proposal.end).toISOString(),
    })
  })

  test('is declined by its client, and the session stays', async () => {
    serve({ [readSessions]: have(asked), [end]: says({ ...upcoming, proposal: null }) })
    const screen = await draw(await openPhone(), asked)
    await screen.getByRole('button', { name: m.booking_proposed_decline(), exact: false }).click()
    await expect.element(screen.getByText(m.booking_proposed_declined())).toBeVisible()
  })

  test('that is gone says so in the server’s words, and is no longer offered', async () => {
    serve({ [readSessions]: have(asked), [accept]: refuses('slot_taken') })
    const screen = await draw(await openPhone(), asked)
    await screen.getByRole('button', acceptButton).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('This time is already taken.')
    await expect.element(screen.getByRole('button', acceptButton)).toBeVisible()
  })

  test('is taken back by the provider who proposed it, who cannot accept it', async () => {
    const theirs = { ...asked, role: 'provider' } as const
    serve({ [readSessions]: have(theirs), [end]: says({ ...theirs, proposal: null }) })
    const screen = await draw(await openPhone('ServiceProvider'), theirs)
    const back = screen.getByRole('button', { name: m.booking_proposed_take_back(), exact: false })
    await expect.element(back).toBeVisible()
    await expect.element(screen.getByRole('button', acceptButton)).not.toBeInTheDocument()
    await back.click()
    await expect.element(screen.getByText(m.booking_proposed_taken_back())).toBeVisible()
  })

  test('is not there once it is too late for it', async () => {
    const late = { ...asked, proposal: { ...proposal, expiresAt: inDays(-1) } }
    serve({ [readSessions]: have(late) })
    const screen = await draw(await openPhone(), asked)
    await expect.element(screen.getByRole('heading', { name: 'Sofia Haddad' })).toBeVisible()
    await expect.element(screen.getByRole('button', acceptButton)).not.toBeInTheDocument()
  })
})

describe('where a session takes place', () => {
  const host = 'zoom.us'
  const call = { kind: 'video', host, url: null } as const
  const soon = { ...upcoming, start: inMinutes(9), end: inMinutes(69) }
  const join = { name: m.booking_room_join(), exact: false }

  test('is a place for as long as it is to come', async () => {
    const room = { kind: 'place', text: 'Second floor' } as const
    serve({ [readSessions]: have({ ...upcoming, room }) })
    const screen = await draw(await openPhone(), upcoming)
    await expect.element(screen.getByText(m.booking_room_place({ place: room.text }))).toBeVisible()
  })

  test('is a call that says from when on one can join', async () => {
    serve({ [readSessions]: have({ ...upcoming, room: call }) })
    const screen = await draw(await openPhone(), upcoming)
    await expect.element(screen.getByText(host, { exact: false })).toBeVisible()
    await expect.element(screen.getByRole('button', join)).not.toBeInTheDocument()
  })

  test('is asked for once one may join, and left for with a word of care and without a trace', async () => {
    const db = await openPhone()
    await db.bookings.put({ ...soon, room: call })
    await db.meta.put({ key: 'bookingsAsOf', asOfMs: Date.now() })
    const url = 'https://zoom.us/j/1'
    serve({ [readSessions]: have({ ...soon, room: { ...call, url } }) })
    const screen = await draw(db, soon)
    await screen.getByRole('button', join).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(m.booking_room_care())).toBeVisible()
    const link = dialog.getByRole('link', { name: m.booking_room_open({ host }) })
    await expect.element(link).toHaveAttribute('href', url)
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(link).toHaveAttribute('referrerpolicy', 'no-referrer')
  })

  test('is the call that the provider has saved by the tap on Join, or the last one known where nothing answers', async () => {
    const url = (number: number) => `https://zoom.us/j/${number}`
    const known = { ...soon, room: { ...call, url: url(1) } }
    serve({ [readSessions]: have(known) })
    const db = await openPhone()
    const screen = await draw(db, soon)
    const button = screen.getByRole('button', join)
    await expect.element(button).toBeEnabled()
    serve({ [readSessions]: have({ ...known, room: { ...call, url: url(2) } }) })
    await button.click()
    const link = screen
      .getByRole('dialog')
      .getByRole('link', { name: m.booking_room_open({ host }) })
    await expect.element(link).toHaveAttribute('href', url(2))
    await screen.getByRole('button', { name: m.booking_room_stay() }).click()
    const waited: (() => void)[] = []
    const real = globalThis.setTimeout
    const timer = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((work: () => void, ms?: number) =>
        ms === 3_000 ? waited.push(work) : real(work, ms)) as typeof setTimeout)
    onTestFinished(() => timer.mockRestore())
    serve({ [readSessions]: silence })
    await button.click()
    await expect.poll(() => waited).toHaveLength(1)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    waited[0]?.()
    await expect.element(link).toHaveAttribute('href', url(2))
    await screen.getByRole('button', { name: m.booking_room_stay() }).click()
    setOnline(false)
    await button.click()
    await expect.element(link).toHaveAttribute('href', url(2))
  })

  test('is asked for again, by itself and by a tap, where no answer came', async () => {
    const db = await openPhone()
    await db.bookings.put({ ...soon, room: call })
    await db.meta.put({ key: 'bookingsAsOf', asOfMs: Date.now() })
    const later: (() => void)[] = []
    const real = globalThis.setTimeout
    const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      work: () => void,
      ms?: number,
    ) => {
      if (ms !== 25_000) return real(work, ms)
      later.push(work)
      return 0
    }) as typeof setTimeout)
    const requests = serve({})
    const screen = await draw(db, soon)
    await expect.element(screen.getByText(m.booking_room_missing())).toBeVisible()
    const asked = requests.length
    later.at(-1)?.()
    await expect.poll(() => requests.length).toBeGreaterThan(asked)
    const url = 'https://zoom.us/j/1'
    serve({ [readSessions]: have({ ...soon, room: { ...call, url } }) })
    const room = screen.getByText(m.booking_room_missing())
    await expect.element(room).toBeVisible()
    await screen.getByRole('button', { name: m.ui_retry() }).last().click()
    await expect.element(screen.getByRole('button', join)).toBeEnabled()
    await expect.element(room).not.toBeInTheDocument()
    timer.mockRestore()
  })

  test('cannot be joined without a network, and says so', async () => {
    const db = await openPhone()
    await db.bookings.put({ ...soon, room: call })
    await db.meta.put({ key: 'bookingsAsOf', asOfMs: Date.now() })
    setOnline(false)
    serve({})
    const screen = await draw(db, soon)
    await expect.element(screen.getByRole('button', join)).toBeDisabled()
    await expect.element(screen.getByText(m.booking_room_offline())).toBeVisible()
  })
})

test.each(['client', 'provider'] as const)(
  'the other person of a session can be blocked and reported by its %s',
  async (role) => {
    const db = await openPhone(role === 'client' ? 'Adolescent' : 'ServiceProvider')
    serve({ [readSessions]: have({ ...upcoming, role }) })
    const screen = await draw(db, upcoming)
    const menu = m.reports_menu({ name: 'Sofia Haddad' })
    await screen.getByRole('button', { name: menu }).click()
    await screen.getByRole('menuitem', { name: m.reports_block(), exact: true }).click()
    const block = m.reports_block_action({ name: 'Sofia Haddad' })
    await screen.getByRole('button', { name: block }).click()
    await expect
      .poll(() => db.outbox.toArray())
      .toMatchObject([{ kind: 'safety.block', payload: { userId: upcoming.with?._id } }])
  },
)

test('of somebody whom a session does not name there is no menu', async () => {
  const nameless = { ...upcoming, role: 'provider', with: null } as const
  serve({ [readSessions]: have(nameless) })
  const screen = await draw(await openPhone('ServiceProvider'), nameless)
  await expect.element(screen.getByText(m.booking_gone())).toBeVisible()
  const menu = m.reports_menu({ name: m.booking_gone() })
  await expect.element(screen.getByRole('button', { name: menu })).not.toBeInTheDocument()
})
