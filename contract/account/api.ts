import * as v from 'valibot'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { emailSchema, loginReplySchema, loginRequestSchema } from './credentials.ts'
import { userIdSchema, revocationsMax, tokenHashSchema } from './model.ts'
import { userSchema } from './profile.ts'
import { currentPasswordSchema, resetCodeText } from './recovery.ts'

export const accountApi = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Opens a session',
    tag: 'Account',
    session: 'none',
    body: { type: 'json', schema: loginRequestSchema, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: loginReplySchema },
    problems: [
      'wrong_credentials',
      'second_factor_required',
      'invalid_code',
      'rate_limited',
      'busy',
    ],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends the session of the token that was sent',
    tag: 'Account',
    session: 'required',
    reply: { status: 204, schema: v.undefined() },
    problems: [],
  }),
  revokeSessions: endpoint({
    method: 'POST',
    path: '/auth/sessions/revoke',
    summary: 'Ends the sessions of the tokens with these hashes; the same reply for unknown ones',
    tag: 'Account',
    session: 'none',
    body: {
      type: 'json',
      schema: v.strictObject({
        tokenHashes: v.pipe(
          v.array(tokenHashSchema),
          v.minLength(1, 'At least one'),
          v.maxLength(revocationsMax, `At most ${revocationsMax}`),
        ),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 204, schema: v.undefined() },
    problems: ['rate_limited'],
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/auth/user/{id}',
    summary: 'A person, with the fields that the viewer may see',
    tag: 'Account',
    session: 'required',
    params: v.object({ id: userIdSchema }),
    reply: { status: 200, schema: userSchema },
    problems: ['not_found'],
    texts: failsWith('Failed to load user data.', { not_found: 'User not found.' }),
  }),
} as const

/** Long enough for somebody who registered without a network for their mail, and comes back to it the next day. */
export const emailCodeLifeMs = 24 * 3_600_000
/** As with a reset, a code is burned by this many wrong tries. */
export const emailCodeTriesMax = 5

export const emailCodeSchema = v.pipe(v.string(), v.regex(/^\d{6}$/, resetCodeText))

/** Proving that one reads the e-mail that one registered with. Nothing of one's own waits for it. */
export const confirmationApi = {
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/email/confirm',
    summary: 'Confirms the e-mail of the session with the code that was mailed there',
    tag: 'Account',
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({ code: emailCodeSchema }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: userSchema },
    problems: ['invalid_code', 'rate_limited'],
  }),
  sendEmailCode: endpoint({
    method: 'POST',
    path: '/auth/email/send-code',
    summary: 'Mails a new code to the e-mail of the session; the one before no longer works',
    tag: 'Account',
    session: 'required',
    reply: { status: 200, schema: v.object({ message: v.string() }) },
    problems: ['rate_limited'],
  }),
  changeEmail: endpoint({
    method: 'PATCH',
    path: '/user/{id}/email',
    summary:
      'Takes another e-mail in the place of one that was never confirmed, and mails a new code there',
    tag: 'Account',
    session: 'required',
    params: v.object({ id: userIdSchema }),
    body: {
      type: 'json',
      schema: v.strictObject({ email: emailSchema, password: currentPasswordSchema }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: userSchema },
    problems: ['not_found', 'wrong_password', 'email_taken', 'wrong_state', 'rate_limited', 'busy'],
    texts: { not_found: 'User not found.' },
  }),
} as const
