import { proofLifeMs } from '#contract/account/second-factor.ts'
import type { Actor, Session } from './actor.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'

declare const proven: unique symbol

/** Somebody who has just proved again that it is them: a stolen session alone never is one. */
export type ProvenActor = Actor & { readonly [proven]: true }

/** The session's person, for what takes a fresh proof. Throws `proof_required` where the last one is too old. */
export function requireProof({ actor, provedAt }: Session, nowMs: number): ProvenActor {
  const fresh = provedAt !== null && nowMs - provedAt.getTime() <= proofLifeMs
  if (!fresh) throw new ProblemError('proof_required')
  return actor as ProvenActor
}
