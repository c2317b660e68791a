import * as v from 'valibot'
import { localDateSchema } from '../local-date.ts'

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
export const userIdSchema = v.pipe(v.string(), v.uuid(), v.toLowerCase())
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

const cardFields = {
  _id: userIdSchema,
  userT: userTypeSchema,
  firstname: v.string(),
  lastname: v.string(),
  name: v.string(),
  profileImg: v.nullable(v.string()),
  state: v.nullable(v.string()),
  country: v.nullable(v.string()),
  bio: v.nullable(v.string()),
}

/** What a member sees of a verified care provider. */
export const cardViewSchema = v.object({
  ...cardFields,
  view: v.literal('card'),
  specialization: v.nullable(v.string()),
  gender: v.string(),
  languages: v.array(v.string()),
  /** They see people under 18, and the review has cleared them for it. */
  seesMinors: v.boolean(),
  /** When a superAdmin accepted their papers; null where nobody has looked at them. */
  reviewedAt: v.nullable(v.string()),
})
export type ProviderCard = v.InferOutput<typeof cardViewSchema>
/** What an accepted provider sees of a client. */
const clientViewSchema = v.object({
  ...cardFields,
  view: v.literal('client'),
  age: v.number(),
  /** Null while the person does not share it. */
  score: v.nullable(v.number()),
})

const privateFields = {
  ...cardFields,
  specialization: v.nullable(v.string()),
  username: v.string(),
  email: v.string(),
  role: v.optional(v.string()),
  birthDate: localDateSchema,
  age: v.number(),
  gender: v.string(),
  phoneNumber: v.string(),
  /** Spec 3 names a city, and no form asks for one; absent in what an earlier build stored. */
  city: v.optional(v.nullable(v.string())),
  /** File names of a provider's papers, null where there is none; absent in lists and in what an earlier build stored. */
  resume: v.optional(v.nullable(v.string())),
  workLicense: v.optional(v.nullable(v.string())),
  score: v.number(),
  verifiedAt: v.nullable(v.string()),
  /** Null until they proved that they read their e-mail; absent in what an earlier build stored. */
  emailConfirmedAt: v.optional(v.nullable(v.string())),
  /** Of a care provider: approved, and listed once the e-mail is confirmed, too. */
  approvedAt: v.optional(v.nullable(v.string())),
  /** Why a superAdmin turned a provider down; absent or null while nobody has. */
  rejectedReason: v.optional(v.nullable(v.string())),
  /** Whether connected providers see the score. */
  shareScore: v.optional(v.boolean()),
  /** Of a care provider: what they say about their work, and what the review says. */
  practice: v.optional(
    v.object({
      languages: v.array(v.string()),
      /** What they say; it counts once `clearedForMinors` is true. */
      seesMinors: v.boolean(),
      clearedForMinors: v.boolean(),
      /** Since when their wish to see people under 18 waits for a superAdmin; null or absent while none waits. */
      minorsAskedAt: v.optional(v.nullable(v.string())),
      reviewedAt: v.nullable(v.string()),
    }),
  ),
}
/** What a person sees of themself. */
const fullViewSchema = v.object({ ...privateFields, view: v.literal('full') })
/** What a superAdmin sees of a provider. */
export const adminViewSchema = v.object({ ...privateFields, view: v.literal('admin') })

/** Decisions: profile fields by viewer. */
export const userSchema = v.variant('view', [
  cardViewSchema,
  clientViewSchema,
  fullViewSchema,
  adminViewSchema,
])
export type User = v.InferOutput<typeof userSchema>
export type FullUser = v.InferOutput<typeof fullViewSchema>
