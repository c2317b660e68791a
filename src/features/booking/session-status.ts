import type { Booking, Proposal } from '#contract/booking/model.ts'
import type { Friend } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'

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
