import { bookingApi } from '#contract/booking/api.ts'
import { bookingSchema, type Booking, type Proposal } from '#contract/booking/model.ts'
import type { Friend } from '#contract/connections/api.ts'
import { defineLocal, defineResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import { byServerClock, callApi, serverClock } from '#src/offline/api/api.ts'
import { everyPage } from '#src/offline/api/every-page.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { replaceRows } from '#src/offline/storage/put-changed.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { isReviewed } from '#src/session/own-profile.ts'
import { isAfter, reviseWeeks, storedWeeks } from './stored-sessions.ts'

/** All that is to come and the newest of the past: more than this nobody reads on a phone. */
const upcomingPagesMax = 5
const pastPagesMax = 1

/** One's sessions: all that are to come and the newest of the past, in no order. */
export const bookingsResource = defineResource({
  key: 'booking.sessions',
  read: readBookings,
  refresh: refreshBookings,
})

/** Whether a care provider's papers were accepted, as far as this device knows: before, they have no week and propose nothing. */
export const reviewedResource = defineLocal({ key: 'booking.reviewed', read: isReviewed })

/** One's sessions as this device knows them; undefined before the server has sent them. */
export async function readBookings(db: UserDatabase): Promise<Booking[] | undefined> {
  const [asOf, rows] = await Promise.all([db.meta.get('bookingsAsOf'), db.bookings.toArray()])
  return asOf && parseRows(bookingSchema, rows)
}

/**
 * Fetches one's sessions and stores them, but for those that changed here meanwhile; stored weeks say the same of them, and
 * lose a session to come that is no more. Rejects as the calls do.
 */
export async function refreshBookings(db: UserDatabase, token: string): Promise<void> {
  const [before, weeks] = await db.transaction('r', db.bookings, db.meta, () =>
    Promise.all([db.bookings.toArray(), storedWeeks(db)]),
  )
  const [upcoming, past] = await Promise.all([
    fetchScope(token, 'upcoming', upcomingPagesMax),
    fetchScope(token, 'past', pastPagesMax),
  ])
  const fetched = [...upcoming.bookings, ...past.bookings]
  await userTransaction(db, [db.bookings], async () => {
    const newer = (await db.bookings.toArray()).filter(
      (row) => isNewer(row, before) && isNewer(row, fetched),
    )
    const rows = [...fetched, ...newer]
    await replaceRows(db.bookings, rows)
    const ids = new Set(rows.map(({ _id }) => _id))
    const nowMs = byServerClock(Date.now())
    const isGone = (one: Booking) => upcoming.whole && isUpcoming(one, nowMs) && !ids.has(one._id)
    await reviseWeeks(db, { bookings: before, weeks }, { rows, isGone })
    await db.meta.put({ key: 'bookingsAsOf', asOfMs: Date.now(), clock: serverClock() })
  })
}

/** Stores what the server said of one session; an answer that is older than the stored one changes nothing. */
export async function saveBooking(db: UserDatabase, booking: Booking): Promise<void> {
  await userTransaction(db, [db.bookings], async () => {
    const known = await db.bookings.get(booking._id)
    if (known && isAfter(known, booking)) return
    await db.bookings.put(booking)
  })
}

/**
 * The same for a change that the person has just made. The change is made whether or not this device can store it, and
 * is read again with their sessions: to say that it failed would let them make it twice.
 */
export async function saveOwnChange(db: UserDatabase, booking: Booking): Promise<void> {
  await saveBooking(db, booking).catch(() => undefined)
}

function isNewer(booking: Booking, rows: readonly Booking[]): boolean {
  const known = rows.find((row) => row._id === booking._id)
  return !known || isAfter(booking, known)
}

/** Up to so many pages of one scope; `whole` where that is all there is. */
async function fetchScope(
  token: string,
  scope: 'upcoming' | 'past',
  pagesMax: number,
): Promise<{ bookings: Booking[]; whole: boolean }> {
  let whole = false
  const bookings = await everyPage(
    async (page) => {
      const query = { ...page, scope }
      const { bookings: rows, next } = await callApi(bookingApi.listBookings, { query }, { token })
      whole = next === null
      return { rows, next }
    },
    { pagesMax },
  )
  return { bookings, whole }
}

export const sessionScopes = ['upcoming', 'past'] as const
export type SessionScope = (typeof sessionScopes)[number]

/** What a care provider sees of their sessions. */
export const sessionViews = ['week', ...sessionScopes] as const
export type SessionsView = (typeof sessionViews)[number]

/** True until a session that was not cancelled has ended. */
export function isUpcoming({ status, end }: Booking, nowMs: number): boolean {
  return status === 'booked' && Date.parse(end) > nowMs
}

/** The sessions to come, the next one first; or those that were or were cancelled, the newest first. */
export function sessionsIn(
  scope: SessionScope,
  bookings: readonly Booking[],
  nowMs: number,
): Booking[] {
  const found = bookings.filter((one) => isUpcoming(one, nowMs) === (scope === 'upcoming'))
  const turn = scope === 'upcoming' ? 1 : -1
  return found.toSorted((a, b) => turn * (Date.parse(a.start) - Date.parse(b.start)))
}

/** Whether the viewer may still cancel it, and a client move it. */
export function mayChange({ status, changeableUntil }: Booking, nowMs: number): boolean {
  return status === 'booked' && Date.parse(changeableUntil) > nowMs
}

/** The other time that is proposed, while its client may still accept it. */
export function openProposal({ status, proposal }: Booking, nowMs: number): Proposal | undefined {
  const open = status === 'booked' && proposal !== null && Date.parse(proposal.expiresAt) > nowMs
  return open ? proposal : undefined
}

/**
 * Until when a session can still be changed once it is moved to a slot: as long before that slot as it can be before the
 * one it has.
 */
export function changeableOnceMoved(
  { start, changeableUntil }: Pick<Booking, 'start' | 'changeableUntil'>,
  slot: Pick<Booking, 'start'>,
): number {
  return Date.parse(slot.start) - (Date.parse(start) - Date.parse(changeableUntil))
}

/** The same as a text; that it stays there, where the slot is too near for another change. */
export function movedLabel(booking: Booking, slot: Pick<Booking, 'start'>, nowMs: number): string {
  const untilMs = changeableOnceMoved(booking, slot)
  return untilMs > nowMs
    ? m.booking_changeable({ when: formatMoment(untilMs) })
    : m.booking_moved_for_good()
}

/** The status of a session as its tag says it. */
export function sessionStatusLabel(
  booking: Booking,
  nowMs: number,
): { text: string; tone: 'plain' | 'success' } {
  if (booking.status === 'cancelled') return { text: cancelledLabel(booking), tone: 'plain' }
  return isUpcoming(booking, nowMs)
    ? { text: m.booking_status_booked(), tone: 'success' }
    : { text: m.booking_status_past(), tone: 'plain' }
}

function cancelledLabel({ cancelledBy, role, with: other }: Booking): string {
  if (cancelledBy === 'zync') return m.booking_status_cancelled_zync()
  if (cancelledBy === role) return m.booking_status_cancelled_you()
  return cancelledBy !== null && other
    ? m.booking_status_cancelled_by({ name: other.firstname })
    : m.booking_status_cancelled()
}

/** True where this device knows that the two are not connected, or that the care provider does not see its person at the moment. */
export function isApart({ with: other }: Booking, circle: readonly Friend[] | undefined): boolean {
  return !!circle && !circle.some(({ id, unavailable }) => id === other?._id && !unavailable)
}

/** The other person's name. */
export function otherName({ with: other }: Booking): string {
  return other ? `${other.firstname} ${other.lastname}` : m.booking_gone()
}
