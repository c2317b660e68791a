import type { Actor } from '#server/http/session/actor.ts'
import type { Verdict } from '#server/http/session/authorize.ts'

/** What belongs to a provider's own calendar. */
export interface OwnCalendar {
  readonly userId: string
}

/** Spec 6: working schedules and busy slots are for care providers, once they were reviewed. */
export function onlyProviders(actor: Actor): Verdict {
  const provider = actor.userType === 'ServiceProvider' && actor.verifiedProvider
  return provider && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** A calendar is its owner's alone; to everybody else what is in it is not there. */
export function isOwnCalendar(actor: Actor, calendar: OwnCalendar): Verdict {
  return calendar.userId === actor.userId ? onlyProviders(actor) : 'not_found'
}
