import type { Verdict } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/actor.ts'

/** Spec 6: family constellation therapists and parenting coaches are for parents. */
export function onlyParents(actor: Actor): Verdict {
  return actor.userType === 'Parent' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Care providers say things about their work, also while they wait for their review. */
export function onlyProviders(actor: Actor): Verdict {
  return actor.userType === 'ServiceProvider' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Care providers are reviewed by superAdmins. */
export function onlySuperAdmins(actor: Actor): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}

/** What belongs to one person is that person's alone. */
export function isOwn(actor: Actor, record: { readonly userId: string }): Verdict {
  return record.userId === actor.userId ? 'allow' : 'not_found'
}

/** Care providers alone are reviewed. */
export function mayReview(actor: Actor, user: { readonly userType: string }): Verdict {
  if (!actor.superAdmin) return 'forbidden'
  return user.userType === 'ServiceProvider' ? 'allow' : 'not_found'
}
