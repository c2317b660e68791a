import * as v from 'valibot'
import { endpoint, jsonBytesMax } from '../endpoint.ts'
import { secondFactorCodeSchema } from './credentials.ts'
import { currentPasswordSchema } from './recovery.ts'

/** RFC 6238 with what every authenticator app knows: SHA-1, six digits, a new code every 30 seconds. */
export const totpDigits = 6
export const totpPeriodSeconds = 30

/** Codes for the day the phone is gone, each good for one sign-in. */
export const recoveryCodesMax = 10

/** How long somebody who begins may take to type the first code. */
export const enrolmentLifeMs = 15 * 60_000

/** Approving, suspending and refunding take a proof that is no older than this. */
export const proofLifeMs = 10 * 60_000

export const secondFactorStatusSchema = v.object({
  status: v.picklist(['off', 'on']),
  /** This person can do nothing else before it is on. */
  required: v.boolean(),
  recoveryCodesLeft: v.pipe(v.number(), v.integer()),
})
export type SecondFactorStatus = v.InferOutput<typeof secondFactorStatusSchema>

/** What an authenticator app is told, as text and as the address that its camera reads; shown once. */
export const enrolmentSchema = v.object({ secret: v.string(), uri: v.string() })
export type Enrolment = v.InferOutput<typeof enrolmentSchema>

export const recoveryCodesSchema = v.object({ recoveryCodes: v.array(v.string()) })

/** The password, and the code of whoever has a second factor. */
const proof = v.strictObject({
  password: currentPasswordSchema,
  code: v.optional(secondFactorCodeSchema),
})
export type Proof = v.InferOutput<typeof proof>

const proofProblems = [
  'wrong_password',
  'second_factor_required',
  'invalid_code',
  'rate_limited',
  'busy',
] as const

/** Everything here is about whoever asks: no call takes an id. */
export const secondFactorApi = {
  getSecondFactor: endpoint({
    method: 'GET',
    path: '/me/second-factor',
    summary: 'Whether one signs in with a code, and how many recovery codes are left',
    tag: 'Settings',
    session: 'required',
    reply: { status: 200, schema: secondFactorStatusSchema },
    problems: [],
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/me/second-factor',
    summary: 'Makes the secret for an authenticator app; it counts once a code of it has come back',
    tag: 'Settings',
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({ password: currentPasswordSchema }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 201, schema: enrolmentSchema },
    problems: ['wrong_password', 'wrong_state', 'rate_limited', 'busy'],
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/me/second-factor/confirm',
    summary: 'Turns the second factor on, ends every other session and gives the recovery codes',
    tag: 'Settings',
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({ code: secondFactorCodeSchema }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: recoveryCodesSchema },
    problems: ['invalid_code', 'wrong_state', 'rate_limited'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/me/second-factor/recovery-codes',
    summary: 'Gives new recovery codes; the ones before are void',
    tag: 'Settings',
    session: 'required',
    body: { type: 'json', schema: proof, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: recoveryCodesSchema },
    problems: ['wrong_state', ...proofProblems],
  }),
  endSecondFactor: endpoint({
    method: 'DELETE',
    path: '/me/second-factor',
    summary: 'Turns the second factor off and ends every other session',
    tag: 'Settings',
    session: 'required',
    body: { type: 'json', schema: proof, bytesMax: jsonBytesMax },
    reply: { status: 204, schema: v.undefined() },
    problems: ['wrong_state', ...proofProblems],
  }),
  proveSelf: endpoint({
    method: 'POST',
    path: '/auth/prove',
    summary: 'Proves again who one is, for what takes a fresh proof',
    tag: 'Account',
    session: 'required',
    body: { type: 'json', schema: proof, bytesMax: jsonBytesMax },
    reply: { status: 204, schema: v.undefined() },
    problems: proofProblems,
  }),
} as const
