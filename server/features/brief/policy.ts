import type { Actor } from '#server/http/session/actor.ts'
import type { Verdict } from '#server/http/session/authorize.ts'

/** The brief of one session. */
export interface Brief {
  readonly clientId: string
}

/** A brief, and what lets the one who asks see it at this moment. */
export interface ShownBrief extends Brief {
  readonly providerId: string | null
  /** It was sent and not taken back, and its session stands or was within the last 30 days. */
  readonly there: boolean
  /** Their connection is an accepted one, and neither is kept from the other. */
  readonly connected: boolean
}

/** Whoever books sessions may send something along for them. */
export function onlyClients(actor: Actor): Verdict {
  return actor.userType === 'ServiceProvider' || actor.superAdmin ? 'forbidden' : 'allow'
}

/** Briefs are read by care providers whose papers were accepted. */
export function onlyVerifiedProviders(actor: Actor): Verdict {
  const provider = actor.userType === 'ServiceProvider' && actor.verifiedProvider
  return provider && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** The client of a session decides alone what goes along for it; to everybody else the session is not there. */
export function maySendBrief(actor: Actor, brief: Brief): Verdict {
  return brief.clientId === actor.userId ? onlyClients(actor) : 'not_found'
}

/** Whoever may not see a brief does not learn that there is one. */
export function maySeeBrief(actor: Actor, brief: ShownBrief): Verdict {
  const provider = onlyVerifiedProviders(actor) === 'allow' && brief.providerId === actor.userId
  return provider && brief.there && brief.connected ? 'allow' : 'not_found'
}
