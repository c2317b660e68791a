import * as v from 'valibot'
import { freeLine, passwordText, strictForm } from '../free-text.ts'
import { westernDigits } from '../language.ts'
import { userPayloadSchema } from './model.ts'

/** Spec 9: a login asks for this many characters; longer ones are cut off by nobody. */
export const loginPasswordMin = 8
export const passwordMax = 128

/**
 * Nothing invisible: two addresses that look alike are one person's and somebody else's. Each letter fits one place
 * alone, the dot being the first that may be it, so that no text is gone through more than twice.
 */
const emailPattern =
  /^[^\s@\p{C}\p{DI}]+@[^\s@\p{C}\p{DI}][^\s@.\p{C}\p{DI}]*\.[^\s@\p{C}\p{DI}]+$/u

/** Spec 5: the basic e-mail pattern; stored and compared in lower case. */
export const emailSchema = v.pipe(
  freeLine(),
  v.maxLength(254, 'Invalid email format'),
  v.regex(emailPattern, 'Invalid email format'),
)

/** Spec 5: the register rule, which register, reset and change share on the server. */
export const passwordRule =
  'Password must be at least 8 characters and include uppercase, lowercase, number, and special character'
export const newPasswordSchema = newPassword()

/** The same rule; `requiredText` is for a form that says more plainly that nothing was typed. */
export function newPassword(requiredText?: string) {
  return v.pipe(
    passwordText(requiredText),
    v.check((password) => password !== '', requiredText ?? passwordRule),
    v.minLength(8, passwordRule),
    v.maxLength(passwordMax, 'Password must be at most 128 characters'),
    v.regex(/\p{Ll}/u, passwordRule),
    v.regex(/\p{Lu}/u, passwordRule),
    v.regex(/\d/, passwordRule),
    v.regex(/[^\p{L}\d\s]/u, passwordRule),
  )
}

/** Six digits of an authenticator app, of any keyboard, or a recovery code; what is neither is told so when it is tried. */
export const secondFactorCodeSchema = v.pipe(
  freeLine(),
  v.transform(westernDigits),
  v.minLength(1, 'Enter the 6-digit code from your authenticator app.'),
  v.maxLength(40, 'Invalid or expired code. Please try again.'),
)

export const loginRequestSchema = strictForm({
  email: emailSchema,
  password: v.pipe(
    passwordText(),
    v.minLength(loginPasswordMin, 'Password must be at least 8 characters'),
    v.maxLength(passwordMax, 'Password must be at most 128 characters'),
  ),
  /** Of whoever has a second factor; others may leave it out. */
  code: v.optional(secondFactorCodeSchema),
})
export type LoginRequest = v.InferOutput<typeof loginRequestSchema>

/** An opaque bearer token of 256 random bits and the person it stands for. */
export const loginReplySchema = v.object({ token: v.string(), userPayload: userPayloadSchema })
export type LoginReply = v.InferOutput<typeof loginReplySchema>
