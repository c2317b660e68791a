import type { Endpoint } from '#contract/endpoint.ts'
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
    this.body = problem(code, { ...firstFieldText(code, body.fields), ...body })
    this.retryAfterSeconds = retryAfterSeconds
    this.headers = headers
  }
}

/** The problem with the sentence of the endpoint's feature, where it had only that of the catalogue. */
export function inWordsOf({ texts }: Pick<Endpoint, 'texts'>, found: ProblemError): ProblemError {
  const { body, retryAfterSeconds, headers, cause } = found
  const message = texts?.[body.code]
  if (message === undefined || body.message !== problemCatalogue[body.code].message) return found
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return new ProblemError(body.code, { ...body, ...retry, headers, message }, cause)
}

/** A person reads the message: of a 400 about fields it is the text of the first one. */
function firstFieldText(code: ProblemCode, fields: Problem['fields'] = {}): { message?: string } {
  const [message] = Object.values(fields)
  return problemCatalogue[code].status === 400 && message !== undefined ? { message } : {}
}
