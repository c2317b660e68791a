import * as v from 'valibot'
import { endpoint, jsonBytesMax } from '../endpoint.ts'
import { userSchema } from './profile.ts'
import { resetCodeText } from './recovery.ts'

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
} as const
