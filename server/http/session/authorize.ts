import { proofLifeMs } from '#contract/account/second-factor.ts'
import { waitsForReviewText, type ProblemCode } from '#contract/problem.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { Actor, Session } from './caller.ts'

declare const authorized: unique symbol

/**
 * A record that a rule has let this actor touch. Only `authorize` makes one; functions that write demand it,
 * so that a write without a policy does not compile.
 */
export type Authorized<T> = T & { readonly [authorized]: true }

/** `allow`, or the code to answer with: `not_found` hides a record, `forbidden` names a wrong role. */
export type Verdict =
  | 'allow'
  | Extract<ProblemCode, 'forbidden' | 'not_found' | 'wrong_credentials'>

/** Who may. `A` is `undefined` in rules for people who have no session yet. */
export type Rule<T, A extends Actor | undefined = Actor> = (actor: A, record: T) => Verdict

/** Gives the record back branded, or throws the problem that the rule decided on. */
export function authorize<T, A extends Actor | undefined>(
  actor: A,
  record: T,
  rule: Rule<T, A>,
): Authorized<T> {
  allowed(actor, (one) => rule(one, record))
  return record as Authorized<T>
}

/**
 * Throws the problem that a rule decides on. A care provider who may do it once their papers are accepted is told so:
 * the words for a wrong role would be untrue.
 */
export function allowed<A extends Actor | undefined>(actor: A, rule: (actor: A) => Verdict): void {
  const verdict = rule(actor)
  if (verdict === 'allow') return
  const waits =
    verdict === 'forbidden' &&
    actor?.userType === 'ServiceProvider' &&
    !actor.verifiedProvider &&
    rule({ ...actor, verifiedProvider: true }) === 'allow'
  throw new ProblemError(verdict, waits ? { message: waitsForReviewText } : {})
}

declare const proven: unique symbol

/** Somebody who has just proved again that it is them: a stolen session alone never is one. */
export type ProvenActor = Actor & { readonly [proven]: true }

/** The session's person, for what takes a fresh proof. Throws `proof_required` where the last one is too old. */
export function requireProof({ actor, provedAt }: Session, nowMs: number): ProvenActor {
  const fresh = provedAt !== null && nowMs - provedAt.getTime() <= proofLifeMs
  if (!fresh) throw new ProblemError('proof_required')
  return actor as ProvenActor
}
