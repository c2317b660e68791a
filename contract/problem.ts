import * as v from 'valibot'

/**
 * The closed list of error codes, each with its HTTP status and the text for people.
 * A client branches on `code`, never on `message`.
 */
export const problemCatalogue = {
  invalid_input: { status: 400, message: 'Some of what was sent is not valid.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  unauthenticated: { status: 401, message: 'Please log in.' },
  wrong_credentials: { status: 401, message: 'Wrong email or password.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  already_answered: { status: 409, message: 'You already answered this today.' },
  email_taken: { status: 409, message: 'This email is already in use.' },
  username_taken: { status: 409, message: 'This username is already in use.' },
  request_pending: { status: 409, message: 'You already sent this provider a request.' },
  already_connected: { status: 409, message: 'You are already connected.' },
  already_decided: { status: 409, message: 'This request was already answered.' },
  minors_not_seen: { status: 403, message: 'This provider does not see people under 18.' },
  chat_closed: { status: 403, message: 'This chat has ended. You can still read it.' },
  message_deleted: {
    status: 409,
    message: 'This message was deleted, so nobody can react to it anymore.',
  },
  file_missing: { status: 409, message: 'The file of this message has not arrived yet.' },
  op_reused: { status: 409, message: 'This operation id was used for something else.' },
  too_old: {
    status: 409,
    message: 'This was made too long ago to be sent as it is. You can send it as new.',
  },
  too_slow: {
    status: 408,
    message: 'The upload was too slow. Please try again with a better connection.',
  },
  length_required: { status: 411, message: 'The request must say how long it is.' },
  body_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'This kind of content is not accepted here.' },
  invalid_code: { status: 400, message: 'Invalid or expired code. Please try again.' },
  wrong_password: { status: 400, message: 'This is not your current password.' },
  weak_password: {
    status: 400,
    message: 'This password is one of the most used ones. Pick something only you would think of.',
  },
  second_factor_required: {
    status: 403,
    message: 'Enter the 6-digit code from your authenticator app.',
  },
  second_factor_enrolment_required: {
    status: 403,
    message: 'Turn on two-step login to go on.',
  },
  proof_required: { status: 403, message: 'Please confirm that it is you.' },
  invalid_file: { status: 400, message: 'This file cannot be used.' },
  upload_incomplete: { status: 400, message: 'The upload was cut short. Please try again.' },
  date_out_of_range: { status: 400, message: 'This day is outside the days that can be answered.' },
  no_sessions: {
    status: 403,
    message: 'No Sessions Available: You need to purchase a session package before you can book.',
  },
  slot_unavailable: { status: 400, message: 'The provider does not offer this time.' },
  slot_taken: { status: 409, message: 'This time is already taken.' },
  too_late: { status: 409, message: 'It is too late to change this session.' },
  plan_retired: { status: 409, message: 'This plan has changed. Please choose again.' },
  wrong_state: { status: 409, message: 'This is no longer possible.' },
  not_configured: { status: 503, message: 'This is not set up on this server.' },
  partner_unavailable: {
    status: 503,
    message: 'A service that we need does not answer. Please try again in a moment.',
  },
  calendar_unavailable: {
    status: 503,
    message:
      'Failed to load available slots. The provider may not have connected their calendar yet.',
  },
  client_too_old: {
    status: 426,
    message: 'This version of Zync is too old. Close it and open it again to get the new one.',
  },
  rate_limited: { status: 429, message: 'Too many tries. Please wait a moment.' },
  busy: { status: 503, message: 'The server is busy. Please try again in a moment.' },
  database_unavailable: {
    status: 503,
    message: 'The server cannot reach its database. Please try again in a moment.',
  },
  internal: { status: 500, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof problemCatalogue

/** What a care provider reads who may do something only once their papers are accepted. */
export const waitsForReviewText = 'You can do this once your account is verified.'

/** Every code, for exhaustive tests. */
export const problemCodes = Object.keys(problemCatalogue) as [ProblemCode, ...ProblemCode[]]

/**
 * A code as it is read. One that this build does not know yet counts as `internal`: an answer of a newer server must
 * land, or one refused operation would hold up all the others.
 */
export const problemCodeSchema = v.fallback(v.picklist(problemCodes), 'internal')

/** A field's path (`a.b.0`) and the text to show beside it. */
export const fieldProblemsSchema = v.record(v.string(), v.string())

/** The one error body of the API. `current` carries the stored record that made the request impossible. */
export const problemSchema = v.object({
  code: problemCodeSchema,
  message: v.string(),
  fields: v.optional(fieldProblemsSchema),
  current: v.optional(v.unknown()),
})
export type Problem = v.InferOutput<typeof problemSchema>

/** Builds the body for a code; the catalogue's text stands unless another is given. */
export function problem(code: ProblemCode, more: Partial<Omit<Problem, 'code'>> = {}): Problem {
  return { code, message: problemCatalogue[code].message, ...more }
}
