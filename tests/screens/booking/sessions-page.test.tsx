import { useState } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { UserType } from '#contract/account/model.ts'
import { cancelRefusals, type Booking } from '#contract/booking/model.ts'
import { cancelBooking, outcomeOfCancel } from '#src/features/booking/booking-data.ts'
import type { SessionsView } from '#src/features/booking/bookings-resource.ts'
import { MovePage } from '#src/features/booking/pages/booking-page.tsx'
import { SessionsPage } from '#src/features/booking/pages/sessions-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatWeekdayMoment } from '#src/lib/dates.ts'
import { drainNow } from '#src/offline/engine/drain-now.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import { writeSession } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentSession, type Session } from '#src/session/session.ts'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { ours, type Answer } from '#tests/offline/network.ts'
import { booking } from '#tests/src/booking/bookings.ts'
import { badGateway, refuses, says, serve, silence, settles } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'
import { fillDisk } from '../trackers/notes.tsx'

const readSessions = 'GET /booking/mine'
const none = says({ bookings: [], next: null })

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const upcoming = booking({ start: inDays(3), end: inDays(3.05), changeableUntil: inDays(2) })
const past = booking({ start: inDays(-3), end: inDays(-2.95) })

const have =
  (...bookings: Booking[]): Answer =>
  ({ url }) => {
    const scope = new URL(url).searchParams.get('scope')
    const found = bookings.filter(({ end }) => Date.parse(end) > Date.now() === (scope !== 'past'))
    return ours({ bookings: found, next: null })
  }

async function draw(db: UserDatabase) {
  const session = currentSession()
  if (!session) throw new Error('Nobody is logged in')
  return await renderScreen(<Sessions db={db} session={session} />)
}

/** The page with what its address remembers. */
function Sessions(props: { db: UserDatabase; session: Session }) {
  const [show, setShow] = useState<SessionsView>()
  return <SessionsPage {...props} show={show} onShow={setShow} />
}

/** A phone on which the sessions were read once. */
async function knownPhone() {
  const db = await openPhone()
  serve({ [readSessions]: have(upcoming) })
  const screen = await draw(db)
  await expect.element(screen.getByRole('heading', { name: 'Sofia Haddad' })).toBeVisible()
  await screen.unmount()
  return db
}

describe('my sessions', () => {
  test('cannot be read: they say why, and come with a retry', async () => {
    const db = await openPhone()
    const screen = await retryReadFailure({
      draw: () => draw(db),
      call: readSessions,
      answers: { [readSessions]: none },
      failed: m.booking_sessions_failed(),
      offline: m.booking_sessions_offline(),
    })
    await expect.element(screen.getByText(m.booking_sessions_none(), { exact: true })).toBeVisible()
  })

  test('are a skeleton before the server has said', async () => {
    serve({ [readSessions]: silence })
    const screen = await draw(await openPhone())
    await expect.element(screen.getByText(m.ui_loading())).toBeInTheDocument()
    await expect.element(screen.getByText(m.booking_sessions_none())).not.toBeInTheDocument()
  })

  test.each<[UserType, string]>([
    ['Adolescent', m.booking_sessions_none_client()],
    ['ServiceProvider', m.booking_sessions_none_provider()],
  ])('are none of a %s, to come or past', async (userT, text) => {
    serve({ [readSessions]: none })
    const screen = await draw(await openPhone(userT))
    await screen.getByText(m.booking_sessions_upcoming()).click()
    await expect.element(screen.getByText(m.booking_sessions_none(), { exact: true })).toBeVisible()
    await expect.element(screen.getByText(text)).toBeVisible()
    await screen.getByText(m.booking_sessions_past()).click()
    await expect.element(screen.getByText(m.booking_sessions_none_past())).toBeVisible()
  })

  test('that this device has are shown with why they may not be the newest', async () => {
    const db = await knownPhone()
    serve({ [readSessions]: refuses('busy', 'Come back at nine.') })
    const screen = await draw(db)
    const stale = screen.getByText(`Come back at nine. ${m.ui_stale()}`, { exact: false })
    await expect.element(stale).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Sofia Haddad' })).toBeVisible()
    await screen.getByText(m.booking_sessions_past()).click()
    // That there were none is news from the server alone.
    await expect.element(screen.getByRole('alert').getByText('Come back at nine.')).toBeVisible()
    serve({ [readSessions]: have(upcoming, past) })
    await screen.getByRole('button', { name: m.ui_retry() }).click()
    await expect.element(screen.getByRole('heading', { name: 'Sofia Haddad' })).toBeVisible()
    await expect.poll(() => stale.elements()).toHaveLength(0)
  })

  test("go by the server's clock where the phone's is an hour ahead", async () => {
    const minuteMs = 60_000
    const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()
    // By the server's clock it began half an hour ago, and the next one can be canceled for ten minutes more.
    const going = booking({ start: at(-90), end: at(-30), changeableUntil: at(-300) })
    const next = booking({
      _id: '01985a3c-0000-7a10-8c00-0000000000b2',
      start: at(600),
      end: at(660),
      changeableUntil: at(-50),
    })
    const clockIs = (minutes: number) => ({
      [readSessions]: ({ url }: Request) => {
        const scope = new URL(url).searchParams.get('scope')
        const bookings = scope === 'upcoming' ? [going, next] : []
        return ours(
          { bookings, next: null },
          { headers: { date: new Date(at(minutes)).toUTCString() } },
        )
      },
    })
    serve(clockIs(-60))
    const db = await openPhone()
    const screen = await draw(db)
    const sessions = (of: typeof screen) => () =>
      of.getByRole('heading', { name: 'Sofia Haddad' }).elements()
    const cancels = (of: typeof screen) => () =>
      of.getByRole('button', { name: m.booking_cancel(), exact: false }).elements()
    await expect.poll(sessions(screen)).toHaveLength(2)
    await expect.poll(cancels(screen)).toHaveLength(1)
    await screen.unmount()
    serve(clockIs(0))
    const right = await draw(db)
    // By the right clock the one that was going on is over.
    await expect.poll(sessions(right)).toHaveLength(1)
    await expect.poll(cancels(right)).toHaveLength(0)
  })

  test('are read without a network, and say that they are from before', async () => {
    const db = await knownPhone()
    setOnline(false)
    serve({})
    const screen = await draw(db)
    await expect.element(screen.getByText(m.ui_stale(), { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Sofia Haddad' })).toBeVisible()
  })

  /** Presses 'Cancel session' and says yes; the dialog waits for its answer beyond four seconds. */
  async function cancelIn(screen: Awaited<ReturnType<typeof draw>>) {
    const real = globalThis.setTimeout
    const held = (work: () => void, ms?: number) => (ms === 4_000 ? 0 : real(work, ms))
    const timers = vi.spyOn(globalThis, 'setTimeout')
    timers.mockImplementation(held as typeof setTimeout)
    onTestFinished(() => timers.mockRestore())
    await screen.getByRole('button', { name: m.booking_cancel(), exact: false }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByRole('button', { name: m.booking_cancel(), exact: true }).click()
    return dialog
  }
  /** As the shell's own service does it as soon as something is in line. */
  async function sendOnceQueued(db: UserDatabase) {
    await expect.poll(() => db.outbox.count()).toBe(1)
    await drainNow(db, 'page')
  }

  test('that the server refuses to cancel say its own words, and stay', async () => {
    const db = await knownPhone()
    await writeSession({ token: 'secret', userId: db.userId })
    serve({
      [readSessions]: have(upcoming),
      'POST /sync/push': settles(({ opId }) => {
        return { opId, status: 'rejected', code: 'too_late', message: cancelRefusals.tooMany }
      }),
    })
    const screen = await draw(db)
    const dialog = await cancelIn(screen)
    await sendOnceQueued(db)
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(cancelRefusals.tooMany)
    expect((await db.bookings.get(upcoming._id))?.status).toBe('booked')
    expect(await db.outbox.count()).toBe(0)
  })

  test('that are being cancelled keep the question until there is an answer', async () => {
    const db = await knownPhone()
    serve({ [readSessions]: have(upcoming) })
    const screen = await draw(db)
    const dialog = await cancelIn(screen)
    await expect.poll(() => db.outbox.count()).toBe(1)
    const keep = dialog.getByRole('button', { name: m.booking_cancel_keep() })
    await expect.element(keep).toBeDisabled()
    await expect.element(dialog.getByRole('button', { name: m.ui_close() })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).toBeVisible()
  })

  test('whose cancel is refused after the page was left say why on their card', async () => {
    const db = await knownPhone()
    await writeSession({ token: 'secret', userId: db.userId })
    serve({
      [readSessions]: have(upcoming),
      'POST /sync/push': settles(({ opId }) => {
        return { opId, status: 'rejected', code: 'too_late', message: cancelRefusals.tooMany }
      }),
    })
    const dropped = vi.spyOn(db.outbox, 'bulkDelete')
    const first = await draw(db)
    await cancelIn(first)
    await expect.poll(() => db.outbox.count()).toBe(1)
    await first.unmount()
    dropped.mockClear()
    await drainNow(db, 'page')
    const screen = await draw(db)
    const text = m.booking_cancel_refused({ why: cancelRefusals.tooMany })
    await expect.element(screen.getByText(text)).toBeVisible()
    expect(dropped).not.toHaveBeenCalled()
    expect(await db.outbox.count()).toBe(1)
  })

  test('that are cancelled leave the list', async () => {
    const db = await knownPhone()
    await writeSession({ token: 'secret', userId: db.userId })
    const result = { bookingId: upcoming._id, cancelledBy: 'client', sequence: 1, updatedAt: '' }
    serve({
      [readSessions]: have(upcoming),
      'POST /sync/push': settles(({ opId }) => ({ opId, status: 'applied', result })),
    })
    const screen = await draw(db)
    await cancelIn(screen)
    await sendOnceQueued(db)
    await expect.element(screen.getByText(m.booking_sessions_none(), { exact: true })).toBeVisible()
  })

  test('that are cancelled while a proxy has lost the server wait', async () => {
    const db = await knownPhone()
    await writeSession({ token: 'secret', userId: db.userId })
    serve({ [readSessions]: have(upcoming), 'POST /sync/push': badGateway })
    const screen = await draw(db)
    await cancelIn(screen)
    await sendOnceQueued(db)
    const takeBack = screen.getByRole('button', { name: m.booking_cancel_take_back() })
    await expect.element(takeBack).toBeVisible()
    await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  })

  test.each([
    ['had arrived', have({ ...upcoming, status: 'cancelled' }), m.booking_cancel_was_there()],
    ['had not arrived', have(upcoming), m.booking_cancel_taken_back()],
    ['may have arrived', badGateway, m.booking_cancel_perhaps()],
  ])('whose cancel was tried and is taken back say that it %s', async (_, mine, text) => {
    const db = await knownPhone()
    await writeSession({ token: 'secret', userId: db.userId })
    serve({ [readSessions]: have(upcoming), 'POST /sync/push': badGateway })
    const screen = await draw(db)
    await cancelIn(screen)
    await sendOnceQueued(db)
    const takeBack = screen.getByRole('button', { name: m.booking_cancel_take_back() })
    await expect.element(takeBack).toBeVisible()
    await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
    serve({ [readSessions]: mine })
    await takeBack.click()
    await expect.element(screen.getByText(text)).toBeVisible()
    expect(await db.outbox.count()).toBe(0)
  })

  test('are not called cancelled by a phone that cannot look into its own line', async () => {
    const db = await knownPhone()
    serve({ [readSessions]: have(upcoming) })
    await cancelBooking(db, upcoming)
    vi.spyOn(db.outbox, 'where').mockImplementation(() => {
      throw new Error('no disk')
    })
    expect(await outcomeOfCancel(db, upcoming._id)).toBe('waits')
  })

  test('that are cancelled while nothing answers say until when it counts, and it can be taken back', async () => {
    const db = await knownPhone()
    setOnline(false)
    serve({})
    const screen = await draw(db)
    await screen.getByRole('button', { name: m.booking_cancel(), exact: false }).click()
    const later = m.booking_cancel_later({ hours: 12, times: 2, days: 30 })
    await expect.element(screen.getByRole('dialog').getByText(later)).toBeVisible()
    const yes = { name: m.booking_cancel(), exact: true }
    await screen.getByRole('dialog').getByRole('button', yes).click()
    const until = formatWeekdayMoment(upcoming.changeableUntil, deviceZone())
    await expect
      .element(screen.getByRole('status').getByText(until, { exact: false }))
      .toBeVisible()
    const cancelButton = screen.getByRole('button', { name: m.booking_cancel(), exact: false })
    await expect.poll(() => cancelButton.elements()).toHaveLength(0)
    const takeBack = screen.getByRole('button', { name: m.booking_cancel_take_back() })
    const makeRoom = fillDisk(db)
    await takeBack.click()
    await expect.poll(() => currentToasts().map(({ text }) => text)).toContain(m.sync_undo_failed())
    makeRoom()
    await takeBack.click()
    await expect.poll(() => db.outbox.count()).toBe(0)
    await expect.element(cancelButton).toBeVisible()
  })

  test('whose cancel was refused later say why until that was read', async () => {
    const db = await knownPhone()
    serve({ [readSessions]: have(upcoming) })
    await cancelBooking(db, upcoming)
    const lastError = { code: 'too_late', message: cancelRefusals.tooLong, at: 0 } as const
    await db.outbox.toCollection().modify({ state: 'dead', attempts: 1, lastError })
    const screen = await draw(db)
    const text = m.booking_cancel_refused({ why: cancelRefusals.tooLong })
    await expect.element(screen.getByText(text)).toBeVisible()
    const makeRoom = fillDisk(db)
    await screen.getByRole('button', { name: m.booking_cancel_seen() }).click()
    await expect.poll(() => currentToasts().map(({ text }) => text)).toContain(m.sync_undo_failed())
    makeRoom()
    await screen.getByRole('button', { name: m.booking_cancel_seen() }).click()
    await expect.poll(() => screen.getByText(text).elements()).toHaveLength(0)
    expect(await db.outbox.count()).toBe(0)
  })

  test('that a client cancelled in time, and whose message came late, say so to their provider', async () => {
    const cancelTappedAt = inDays(-1)
    const theirs = {
      ...past,
      role: 'provider',
      status: 'cancelled',
      cancelledBy: 'client',
    } as const
    serve({ [readSessions]: have({ ...theirs, cancelTappedAt }) })
    const screen = await draw(await openPhone('ServiceProvider'))
    await screen.getByText(m.booking_sessions_past()).click()
    const when = formatWeekdayMoment(cancelTappedAt, deviceZone())
    await expect.element(screen.getByText(m.booking_cancelled_late({ when }))).toBeVisible()
  })
})

describe('another time for a session', () => {
  const drawMove = (db: UserDatabase, bookingId = upcoming._id) =>
    renderScreen(<MovePage db={db} providerId="p" bookingId={bookingId} />)

  test('cannot be read: it says why, and comes with a retry', async () => {
    const db = await openPhone()
    const screen = await retryReadFailure({
      draw: () => drawMove(db),
      call: readSessions,
      answers: { [readSessions]: none },
      failed: m.booking_sessions_failed(),
      offline: m.booking_offline(),
    })
    await expect.element(screen.getByText(m.booking_move_missing())).toBeVisible()
  })

  test.each([
    ['that the server does not know', crypto.randomUUID()],
    ['that is over', past._id],
  ])('says of one %s that it is not there', async (_, id) => {
    serve({ [readSessions]: have(upcoming, past) })
    const screen = await drawMove(await openPhone(), id)
    await expect.element(screen.getByText(m.booking_move_missing())).toBeVisible()
  })

  test('begins with what this device has', async () => {
    const db = await knownPhone()
    serve({ [readSessions]: silence, 'GET /booking/available-slots/p': silence })
    const screen = await drawMove(db)
    const title = m.booking_move_title_with({ name: 'Sofia Haddad' })
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: m.booking_week_next() })).toBeVisible()
  })

  test('that is too near to be moved again is moved all the same, and the page leads to the sessions', async () => {
    const times = { start: inDays(0.5), end: inDays(0.55) }
    const slot = { ...times, available: true }
    const moved = { ...upcoming, ...times, changeableUntil: inDays(-0.5), sequence: 1 }
    const db = await openPhone()
    serve({
      [readSessions]: have(upcoming),
      'GET /booking/available-slots/p': says({ slots: [slot], timeZone: 'UTC', duration: 72 }),
      [`POST /booking/${upcoming._id}/reschedule`]: says(moved),
    })
    const screen = await drawMove(db)
    await screen.getByRole('listitem').getByRole('button').click()
    await screen.getByRole('button', { name: m.booking_confirm_move() }).click()
    await expect.element(screen.getByText(m.booking_done_move())).toBeVisible()
    expect((await db.bookings.get(upcoming._id))?.sequence).toBe(1)
    await expect.element(screen.getByText(m.booking_move_missing())).not.toBeInTheDocument()
    await expect.poll(screen.path).toBe('/sessions')
  })
})
