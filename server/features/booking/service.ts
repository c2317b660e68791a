import type { Api } from '#contract/api.ts'
import type { Booking, BookingAccess, SlotsReply } from '#contract/booking/model.ts'
import type { BodyOutput, QueryOf } from '#contract/endpoint.ts'
import { creditsLeft } from '#server/features/payments/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { isDuration } from './availability.ts'
import { book, cancel, move } from './changes.ts'
import { acceptProposal, endProposal, openSlots, propose } from './proposals.ts'
import { dealableIn, own, type BookingDeps } from './dealing.ts'
import { presentSlot } from './present.ts'

export const slotReadsPerMinuteMax = 60
export const changesPerHourMax = 60

/** What is shown to somebody who has nothing left, of a provider who sells nothing. */
const durationMinutesDefault = 60

export type BookingService = ReturnType<typeof createBookingService>

/** What people do with sessions, over `deps`. Each call throws what the contract says of it. */
export function createBookingService(deps: BookingDeps) {
  return {
    access: (actor: Actor, providerId: string) => access(deps, actor, providerId),
    slots: (actor: Actor, providerId: string, asked: QueryOf<Api['availableSlots']>) =>
      slots(deps, actor, providerId, asked),
    book: (actor: Actor, given: BodyOutput<Api['book']>) => book(deps, actor, given),
    move: (actor: Actor, id: string, given: BodyOutput<Api['rescheduleBooking']>) =>
      move(deps, actor, id, given),
    cancel: (actor: Actor, id: string) => cancel(deps, actor, id),
    openSlots: (actor: Actor, id: string, asked: QueryOf<Api['openSlots']>) =>
      openSlots(deps, actor, id, asked),
    propose: (actor: Actor, id: string, given: BodyOutput<Api['proposeTime']>) =>
      propose(deps, actor, id, given),
    acceptProposal: (actor: Actor, id: string, given: BodyOutput<Api['acceptProposal']>) =>
      acceptProposal(deps, actor, id, given),
    endProposal: (actor: Actor, id: string) => endProposal(deps, actor, id),
    own: (actor: Actor, id: string): Promise<Booking> => own(deps, actor, id),
  }
}

async function access(deps: BookingDeps, actor: Actor, given: string): Promise<BookingAccess> {
  const { orm, noticeHours } = deps
  const providerId = await dealableIn(deps, deps.pool, actor, given)
  const remaining = await creditsLeft(orm, { userId: actor.userId, providerId })
  const remainingSessions = remaining.reduce((sum, { sessions }) => sum + sessions, 0)
  const canBook = remainingSessions > 0
  return { canBook, remainingSessions, remaining, changeNoticeHours: noticeHours }
}

async function slots(
  deps: BookingDeps,
  actor: Actor,
  given: string,
  { startDate, endDate, duration }: QueryOf<Api['availableSlots']>,
): Promise<SlotsReply> {
  const providerId = await dealableIn(deps, deps.pool, actor, given)
  await deps.slotReads.take(actor.userId)
  const durationMinutes = duration ?? (await usualDuration(deps, actor, providerId))
  if (!isDuration(durationMinutes)) {
    throw new ProblemError('invalid_input', { fields: { duration: 'No session takes so long.' } })
  }
  const within = { fromMs: Date.parse(startDate), toMs: Date.parse(endDate) }
  const meeting = { providerId, clientId: actor.userId }
  const found = await deps.availability.slots(meeting, { within, durationMinutes })
  const { timeZone } = found
  return { slots: found.slots.map(presentSlot), timeZone, duration: durationMinutes }
}

/** The session that would be used up next; of somebody without any, the provider's first plan. */
async function usualDuration(deps: BookingDeps, actor: Actor, providerId: string): Promise<number> {
  const [left] = await creditsLeft(deps.orm, { userId: actor.userId, providerId })
  if (left) return left.duration
  const [plan] = await deps.plans.onSale(providerId)
  return plan?.durationMinutes ?? durationMinutesDefault
}
