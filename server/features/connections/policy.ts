import type { Verdict } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { ConnectionRow } from './connections.sql.ts'

/** The two people of a connection. */
export type Pair = Pick<ConnectionRow, 'clientId' | 'providerId'>

/** Decisions: young people and parents ask, nobody else. */
export function onlyClients(actor: Actor): Verdict {
  return actor.userType !== 'ServiceProvider' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Decisions: verified providers answer, nobody else. */
export function onlyVerifiedProviders(actor: Actor): Verdict {
  return actor.verifiedProvider && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Everybody but a provider whose papers are not accepted, and a superAdmin, may have to do with a request. */
export function noWaitingProvider(actor: Actor): Verdict {
  const waiting = actor.userType === 'ServiceProvider' && !actor.verifiedProvider
  return waiting || actor.superAdmin ? 'forbidden' : 'allow'
}

/** Either side may end contact; a superAdmin is no side, and to them no connection is there. */
export function noUnverifiedProvider(actor: Actor): Verdict {
  return actor.userType === 'ServiceProvider' && !actor.verifiedProvider && !actor.superAdmin
    ? 'forbidden'
    : 'allow'
}

/** Whoever asks does so for themself. */
export function mayAsk(actor: Actor, pair: Pair): Verdict {
  return pair.clientId === actor.userId ? onlyClients(actor) : 'not_found'
}

/** Only the provider who was asked answers. */
export function mayAnswer(actor: Actor, pair: Pair): Verdict {
  if (pair.providerId === actor.userId) return onlyVerifiedProviders(actor)
  return pair.clientId === actor.userId ? 'forbidden' : 'not_found'
}

/** Only whoever asked takes a request back; the provider rejects instead. */
export function mayRemove(actor: Actor, pair: Pair): Verdict {
  if (pair.clientId === actor.userId) return 'allow'
  return pair.providerId === actor.userId ? 'forbidden' : 'not_found'
}

/** Either of the two ends what is between them. */
export function mayEnd(actor: Actor, pair: Pair): Verdict {
  return [pair.clientId, pair.providerId].includes(actor.userId) ? 'allow' : 'not_found'
}

/** What belongs to one person is that person's alone. */
export function isOwn(actor: Actor, record: { readonly userId: string }): Verdict {
  return record.userId === actor.userId ? 'allow' : 'not_found'
}
