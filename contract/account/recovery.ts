import * as v from 'valibot'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { passwordText, strictForm } from '../free-text.ts'
import { emailSchema, newPasswordSchema, passwordMax } from './credentials.ts'

/** Spec 9: six digits that expire in ten minutes. */
export const resetCodeDigits = 6
export const resetCodeLifeMs = 600_000
/** Decisions: a code is burned by this many wrong tries. */
export const resetTriesMax = 5
/** Spec 5: the reset screen's own rule; the server then applies the register rule. */
export const resetPasswordMin = 6
export const resetPasswordShortText = 'Password must be at least 6 characters'
export const resetCodeText = 'Please enter the complete 6-digit code'

const messageSchema = v.object({ message: v.string() })

export const recoveryApi = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    summary:
      'Sends a reset code, and binds it to this browser by a cookie; the same answer for unknown e-mails',
    tag: 'Account',
    session: 'none',
    body: { type: 'json', schema: strictForm({ email: emailSchema }), bytesMax: jsonBytesMax },
    reply: { status: 200, schema: messageSchema },
    problems: ['rate_limited'],
    texts: failsWith('Failed to send reset email. Please try again.'),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    summary:
      'Sets a new password with the code of this browser, and ends every session of the account',
    tag: 'Account',
    session: 'none',
    body: {
      type: 'json',
      schema: strictForm({
        otp: v.pipe(v.string(), v.regex(/^\d{6}$/, resetCodeText)),
        newPassword: newPasswordSchema,
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: messageSchema },
    problems: ['invalid_code', 'weak_password', 'rate_limited', 'busy'],
  }),
} as const

/** What a person types to prove that it is them; the register rule may have changed since it was set. */
export function currentPassword(requiredText?: string) {
  return v.pipe(passwordText(requiredText), v.minLength(1, requiredText), v.maxLength(passwordMax))
}

export const currentPasswordSchema = currentPassword()
