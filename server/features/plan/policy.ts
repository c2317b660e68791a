import type { Verdict } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'

/** The safety plan of one person. */
export interface Plan {
  readonly ownerId: string
}

/** A plan, and what its owner lets the one who asks see of it at this moment. */
export interface ShownPlan extends Plan {
  /** Shown to the one who asks, and not taken back. */
  readonly shared: boolean
  /** Their connection is an accepted one, and neither is kept from the other. */
  readonly connected: boolean
}

/** Young people have a plan. */
export function onlyAdolescents(actor: Actor): Verdict {
  return actor.userType === 'Adolescent' && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** Plans are shown to care providers whose papers were accepted. */
export function onlyVerifiedProviders(actor: Actor): Verdict {
  const provider = actor.userType === 'ServiceProvider' && actor.verifiedProvider
  return provider && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** A plan is written by its owner alone: what others propose is no part of it. */
export function mayKeepPlan(actor: Actor, plan: Plan): Verdict {
  return plan.ownerId === actor.userId ? onlyAdolescents(actor) : 'not_found'
}

/** Whoever may not see a plan does not learn that there is one. */
export function maySeePlan(actor: Actor, plan: ShownPlan): Verdict {
  const provider = onlyVerifiedProviders(actor) === 'allow'
  return provider && plan.shared && plan.connected ? 'allow' : 'not_found'
}
