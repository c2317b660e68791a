import { databaseErrorFacts, isDatabaseAway } from '#server/db/errors.ts'
import { BlobStoreError } from '#server/ports/blobs/port.ts'
import { PartnerError } from '#server/ports/partner-error.ts'
import type { Exchange } from './route.ts'
import { jsonResponse } from './json-response.ts'
import { ProblemError } from './problem-error.ts'

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
