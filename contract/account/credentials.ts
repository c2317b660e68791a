import * as v from 'valibot'
import { userPayloadSchema } from './model.ts'

/** Spec 9: a login asks for this many characters; longer ones are cut off by nobody. */
export const loginPasswordMin = 8
export const passwordMax = 128

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Spec 5: the basic e-mail pattern; stored and compared in lower case. */
export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254, 'Invalid email format'),
  v.regex(emailPattern, 'Invalid email format'),
)

/** Spec 5: the register rule, which register, reset and change share on the server. */
export const passwordRule =
  'Password must be at least 8 characters and include uppercase, lowercase, number, and special character'
export const newPasswordSchema = v.pipe(
  v.string(),
  v.minLength(8, passwordRule),
  v.maxLength(passwordMax, 'Password must be at most 128 characters'),
  v.regex(/\p{Ll}/u, passwordRule),
  v.regex(/\p{Lu}/u, passwordRule),
  v.regex(/\d/, passwordRule),
  v.regex(/[^\p{L}\d\s]/u, passwordRule),
)

export const loginRequestSchema = v.strictObject({
  email: emailSchema,
  password: v.pipe(
    v.string(),
    v.minLength(loginPasswordMin, 'Password must be at least 8 characters'),
    v.maxLength(passwordMax, 'Password must be at most 128 characters'),
  ),
})
export type LoginRequest = v.InferOutput<typeof loginRequestSchema>

/** An opaque bearer token of 256 random bits and the person it stands for. */
export const loginReplySchema = v.object({ token: v.string(), userPayload: userPayloadSchema })
export type LoginReply = v.InferOutput<typeof loginReplySchema>
