import type { UserId } from '#contract/account/model.ts'
import type { Actor } from '#server/http/session/actor.ts'
import type { Verdict } from '#server/http/session/authorize.ts'

/** All tracker entries of one person. */
export interface Diary {
  readonly ownerId: UserId
}

/** Spec 6: trackers are for adolescents. */
export function onlyAdolescents(actor: Actor): Verdict {
  return actor.userType === 'Adolescent' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** A diary belongs to the adolescent who writes it; no other person reads or writes it. */
export function mayKeepDiary(actor: Actor, diary: Diary): Verdict {
  return diary.ownerId === actor.userId ? onlyAdolescents(actor) : 'not_found'
}
