import type { ProblemCode } from '#contract/problem.ts'
import type { Actor } from './actor.ts'
import { ProblemError } from './problem-error.ts'

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
  const verdict = rule(actor, record)
  if (verdict !== 'allow') throw new ProblemError(verdict)
  return record as Authorized<T>
}
