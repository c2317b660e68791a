import type { Problem } from '#contract/problem.ts'

/** Set by the app: what the server said, in the language of the screen. The worker shows nothing, and has none. */
export const translation = { of: (problem: Problem): Problem => problem }

/** The server refused and said why. `retryAfterMs` is its Retry-After header, where it sent one. */
export class ApiProblemError extends Error {
  override readonly name = 'ApiProblemError'
  /** As it came: what is stored of it is of no language but the server's. */
  readonly problem: Problem
  readonly status: number
  readonly retryAfterMs: number | undefined

  constructor(problem: Problem, status: number, retryAfterMs: number | undefined) {
    super(problem.message)
    this.problem = problem
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** What a screen shows of it, in the language of this moment. */
  get shown(): Problem {
    return translation.of(this.problem)
  }
}

/** Nothing of ours answered: no network, a timeout, a captive portal's page or a reply cut short. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

export function isApiProblem(error: unknown): error is ApiProblemError {
  return error instanceof ApiProblemError
}

export function isUnreachable(error: unknown): error is UnreachableError {
  return error instanceof UnreachableError
}

/** The server's own words for why it refused, which go before any of ours; undefined when it said nothing. */
export function serverWords(error: unknown): string | undefined {
  return isApiProblem(error) ? error.shown.message : undefined
}

/**
 * Spec 8: what is said of anything that failed. The server's message is preferred; where it said nothing, or nothing of
 * ours answered, `fallback` is the product's own sentence. What the server says of `field` goes before what it says of all.
 */
export function failureText(error: unknown, fallback: string, field?: string): string {
  const ofField = field && isApiProblem(error) && error.shown.fields?.[field]
  return ofField || serverWords(error) || fallback
}
