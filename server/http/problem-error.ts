import { problem, problemCatalogue, type Problem, type ProblemCode } from '#contract/problem.ts'

interface ProblemMore extends Partial<Omit<Problem, 'code'>> {
  /** Seconds for `Retry-After`, on 429 and 503. */
  readonly retryAfterSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer of the error catalogue on its way to the caller; anything may throw it. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly status: number
  readonly body: Problem
  readonly retryAfterSeconds: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, more: ProblemMore = {}, cause?: unknown) {
    super(code, { cause })
    const { retryAfterSeconds, headers = {}, ...body } = more
    this.status = problemCatalogue[code].status
    this.body = problem(code, body)
    this.retryAfterSeconds = retryAfterSeconds
    this.headers = headers
  }
}
