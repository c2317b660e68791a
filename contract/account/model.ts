import * as v from 'valibot'
import { idSchema } from '../id.ts'

export const userTypes = ['Adolescent', 'Parent', 'ServiceProvider'] as const
export type UserType = (typeof userTypes)[number]
export const userTypeSchema = v.picklist(userTypes)

/** The role on top of a user type; compared without regard to case (spec 6). */
export const superAdminRole = 'superAdmin'

/** True for the superAdmin role in any case. */
export function isSuperAdmin(user: { role?: string | null | undefined }): boolean {
  return user.role?.toLowerCase() === superAdminRole.toLowerCase()
}

/** A person by id, in lower case, as the database gives ids back. */
export const userIdSchema = idSchema
export type UserId = v.InferOutput<typeof userIdSchema>

/** Spec 3: what local storage keeps of the signed-in person. */
export const userPayloadSchema = v.object({
  _id: userIdSchema,
  userT: userTypeSchema,
  role: v.optional(v.string()),
  firstname: v.string(),
  lastname: v.string(),
})
export type UserPayload = v.InferOutput<typeof userPayloadSchema>

/** SHA-256 of a token, in hex: all that a device remembers of a session that it ended without a network. */
export const tokenHashSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, 'A hash is 64 hex digits'),
)

/** A device sends the ends of as many sessions in one call; more go in further calls. */
export const revocationsMax = 10
