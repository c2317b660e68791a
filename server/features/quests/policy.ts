import type { UserId } from '#contract/account/model.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { Verdict } from '#server/http/session/authorize.ts'

/** All quest responses of one person. */
export interface Journal {
  readonly ownerId: UserId
}

/** A person with results, and how they are related to the one who asks. */
export interface ResultOwner {
  readonly userId: UserId
  /** Their connection is an accepted one. */
  readonly connected: boolean
}

export interface ShownResult extends ResultOwner {
  /** Shared with the one who asks, and not taken back. */
  readonly shared: boolean
}

/** Spec 6: quests are for adolescents. */
export function onlyAdolescents(actor: Actor): Verdict {
  return actor.userType === 'Adolescent' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Responses belong to the adolescent who gave them; no other person writes or lists them. */
export function mayKeepJournal(actor: Actor, journal: Journal): Verdict {
  return journal.ownerId === actor.userId ? onlyAdolescents(actor) : 'not_found'
}

/** A result is its own person's; a verified provider they are connected with sees it while it is shared. */
export function maySeeResult(actor: Actor, result: ShownResult): Verdict {
  if (result.userId === actor.userId) return 'allow'
  return result.shared ? mayAskForShared(actor, result) : 'not_found'
}

/** Whoever could be shown results may ask which: that it is none is no secret to them. */
export function mayAskForShared(actor: Actor, owner: ResultOwner): Verdict {
  if (owner.userId === actor.userId) return 'allow'
  const provider = actor.userType === 'ServiceProvider' && actor.verifiedProvider
  return provider && owner.connected ? 'allow' : 'not_found'
}
