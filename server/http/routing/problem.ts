import type { Endpoint } from '#contract/endpoint.ts'
import { problem, problemCatalogue, type Problem, type ProblemCode } from '#contract/problem.ts'
import { databaseErrorFacts, isDatabaseAway } from '#server/db/errors.ts'
import { BlobStoreError } from '#server/ports/blobs/port.ts'
import { PartnerError } from '#server/ports/partner-error.ts'
import { jsonResponse } from './response.ts'
import type { Exchange } from './route.ts'

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

/** Seconds that a caller is asked to wait while the database is away. */
const databaseRetrySeconds = 5

/** Seconds that a caller is asked to wait while files cannot be stored or read. */
const storeRetrySeconds = 10

/** Seconds that a caller is asked to wait while a service outside does not answer. */
const partnerRetrySeconds = 10

/** The catalogue's answer for anything that was thrown; `internal` for what nobody foresaw. */
export function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (isDatabaseAway(error)) {
    return new ProblemError('database_unavailable', { retryAfterSeconds: databaseRetrySeconds })
  }
  if (error instanceof BlobStoreError) {
    return new ProblemError('busy', { retryAfterSeconds: storeRetrySeconds }, error)
  }
  if (error instanceof PartnerError) {
    const retryAfterSeconds = partnerRetrySeconds
    return new ProblemError('partner_unavailable', { retryAfterSeconds }, error)
  }
  return new ProblemError(isUnusableValue(error) ? 'invalid_input' : 'internal', {}, error)
}

/** The one error body of the API, with the headers that its status calls for. */
export function problemResponse(found: ProblemError, exchange: Exchange): Promise<Response> {
  const headers: Record<string, string> = { ...found.headers }
  if (found.retryAfterSeconds !== undefined) {
    headers['retry-after'] = String(Math.max(1, Math.ceil(found.retryAfterSeconds)))
  }
  if (found.status === 401) headers['www-authenticate'] = 'Bearer'
  return jsonResponse({ status: found.status, body: found.body, headers }, exchange)
}

/** SQLSTATE class 22: a text that no column can hold, as one with a NUL in it. The schemas let it pass, the database does not. */
function isUnusableValue(error: unknown): boolean {
  return /^22...$/.test(databaseErrorFacts(error).code ?? '')
}

/**
 * What may be logged of an error nobody foresaw: its kind and where it came from. A database's message repeats
 * values that people wrote, so only its code and constraint are kept.
 */
export function loggableError(error: unknown): object {
  const { code, constraint, message } = databaseErrorFacts(error)
  const frames = error instanceof Error ? (error.stack ?? '').match(/^ {4}at .*$/gm) : null
  return {
    error: error instanceof Error ? error.name : typeof error,
    ...(code === undefined ? { message } : { code, constraint }),
    stack: frames?.slice(0, 12).map((frame) => frame.trim()),
  }
}
