import { changeableUntilMs, type BookingRole } from '#contract/booking/model.ts'
import type { Verdict } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'

/** The two people of a session. */
export interface Participants {
  readonly clientId: string
  readonly providerId: string | null
}

/** Which part somebody has in a session; undefined for everybody else. */
export function roleIn(actor: Actor, session: Participants): BookingRole | undefined {
  if (session.clientId === actor.userId) return 'client'
  return session.providerId === actor.userId ? 'provider' : undefined
}

/** A session is between two people; to everybody else it is not there. */
export function takesPart(actor: Actor, session: Participants): Verdict {
  return roleIn(actor, session) === undefined ? 'not_found' : 'allow'
}

/** A client moves their session; a provider who cannot come cancels it, which gives the credit back. */
export function mayMove(actor: Actor, session: Participants): Verdict {
  return roleIn(actor, session) === 'provider' ? 'forbidden' : takesPart(actor, session)
}

/** Another time is proposed by the provider of a session, while they are verified. */
export function mayPropose(actor: Actor, session: Participants): Verdict {
  const provides = roleIn(actor, session) === 'provider'
  if (!provides) return takesPart(actor, session) === 'allow' ? 'forbidden' : 'not_found'
  return actor.verifiedProvider ? 'allow' : 'forbidden'
}

/** Whether another time is proposed that can be accepted still. */
export function canBeAccepted(
  { proposedUntil }: { readonly proposedUntil: Date | null },
  nowMs: number,
): boolean {
  return proposedUntil !== null && nowMs < proposedUntil.getTime()
}

/** People book for themselves. */
export function isClientOf(actor: Actor, session: Participants): Verdict {
  return session.clientId === actor.userId ? 'allow' : 'forbidden'
}

/** How a booked session stands to being changed by somebody at a moment. */
export function changeStatus(
  session: { readonly status: 'booked' | 'cancelled'; readonly startsAt: Date },
  role: BookingRole,
  { nowMs, noticeHours }: { nowMs: number; noticeHours: number },
): 'open' | 'too_late' | 'wrong_state' {
  if (session.status !== 'booked') return 'wrong_state'
  const untilMs = changeableUntilMs(role, session.startsAt.getTime(), noticeHours)
  return nowMs < untilMs ? 'open' : 'too_late'
}
