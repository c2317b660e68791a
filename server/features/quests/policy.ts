import type { UserId } from '#contract/account/model.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Verdict } from '#server/http/authorize.ts'

/** All quest responses of one person. */
export interface Journal {
  readonly ownerId: UserId
}

/** A result, and how its owner stands to whoever wants to see it. */
export interface ShownResult {
  readonly userId: UserId
  /** Shared with the one who asks, and not taken back. */
  readonly shared: boolean
  /** Their connection is an accepted one. */
  readonly connected: boolean
}

/** Spec 6: quests are for adolescents. */
export function onlyAdolescents(actor: Actor): Verdict {
  return actor.userType === 'Adolescent' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Responses belong to the adolescent who gave them; nobody else writes them or lists them. */
export function mayKeepJournal(actor: Actor, journal: Journal): Verdict {
  return journal.ownerId === actor.userId ? onlyAdolescents(actor) : 'not_found'
}

/** A result is its own person's; a verified provider they are connected with sees it while it is shared. */
export function maySeeResult(actor: Actor, result: ShownResult): Verdict {
  if (result.userId === actor.userId) return 'allow'
  const provider = actor.userType === 'ServiceProvider' && actor.verifiedProvider
  return provider && result.shared && result.connected ? 'allow' : 'not_found'
}
