import type { Api } from '#contract/api.ts'
import type { Booking, BookingAccess, SlotsReply } from '#contract/booking/model.ts'
import type { BodyOutput, QueryOf } from '#contract/endpoint.ts'
import { creditsLeft } from '#server/features/payments/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { isDuration } from './availability.ts'
import { book, cancel, move } from './changes.ts'
import { dealableIn, own, type BookingParts } from './dealing.ts'
import { presentSlot } from './present.ts'

export const looksPerMinuteMax = 60
export const changesPerHourMax = 60

/** What is shown to somebody who has nothing left, of a provider who sells nothing. */
const durationMinutesDefault = 60

export type BookingService = ReturnType<typeof createBookingService>

/** What people do with sessions, over `parts`. Each call throws what the contract says of it. */
export function createBookingService(parts: BookingParts) {
  return {
    access: (actor: Actor, providerId: string) => access(parts, actor, providerId),
    slots: (actor: Actor, providerId: string, asked: QueryOf<Api['availableSlots']>) =>
      slots(parts, actor, providerId, asked),
    book: (actor: Actor, given: BodyOutput<Api['book']>) => book(parts, actor, given),
    move: (actor: Actor, id: string, given: BodyOutput<Api['rescheduleBooking']>) =>
      move(parts, actor, id, given),
    cancel: (actor: Actor, id: string) => cancel(parts, actor, id),
    own: (actor: Actor, id: string): Promise<Booking> => own(parts, actor, id),
  }
}

async function access(parts: BookingParts, actor: Actor, given: string): Promise<BookingAccess> {
  const { orm, noticeHours } = parts
  const providerId = await dealableIn(parts, parts.pool, actor, given)
  const remaining = await creditsLeft(orm, { userId: actor.userId, providerId })
  const remainingSessions = remaining.reduce((sum, { sessions }) => sum + sessions, 0)
  const canBook = remainingSessions > 0
  return { canBook, remainingSessions, remaining, changeNoticeHours: noticeHours }
}

async function slots(
  parts: BookingParts,
  actor: Actor,
  given: string,
  { startDate, endDate, duration }: QueryOf<Api['availableSlots']>,
): Promise<SlotsReply> {
  const providerId = await dealableIn(parts, parts.pool, actor, given)
  await parts.looks.take(actor.userId)
  const durationMinutes = duration ?? (await usualDuration(parts, actor, providerId))
  if (!isDuration(durationMinutes)) {
    throw new ProblemError('invalid_input', { fields: { duration: 'No session takes so long.' } })
  }
  const within = { fromMs: Date.parse(startDate), toMs: Date.parse(endDate) }
  const meeting = { providerId, clientId: actor.userId }
  const found = await parts.availability.slots(meeting, { within, durationMinutes })
  const { timeZone } = found
  return { slots: found.slots.map(presentSlot), timeZone, duration: durationMinutes }
}

/** The session that would be used up next; of somebody without any, the provider's first plan. */
async function usualDuration(
  parts: BookingParts,
  actor: Actor,
  providerId: string,
): Promise<number> {
  const [left] = await creditsLeft(parts.orm, { userId: actor.userId, providerId })
  if (left) return left.duration
  const [plan] = await parts.plans.onSale(providerId)
  return plan?.durationMinutes ?? durationMinutesDefault
}
