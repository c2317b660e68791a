import * as v from 'valibot'
import { freeText } from '../free-text.ts'
import { userIdSchema } from '../account/model.ts'
import { languages } from '../reference/languages.ts'
import { specialties, type Specialty } from '../reference/specialties.ts'

export const languageSchema = v.picklist(languages)
export const specialtySchema = v.picklist(specialties)

/** Decisions: two specialties have pages of their own for parents, and the grid shows the others (spec 9). */
export const familyTherapist = 'Family Constellation Therapist' satisfies Specialty
export const parentingCoach = 'Parenting Coach' satisfies Specialty
export const gridSpecialties = specialties.filter(
  (specialty) => specialty !== familyTherapist && specialty !== parentingCoach,
)

/** The most languages a provider names. */
export const languagesMax = 10

/** What a provider says about their work. */
export const practiceSchema = v.strictObject({
  /** Whether they see people under 18; it counts once the review has cleared them for it. */
  seesMinors: v.optional(v.boolean()),
  languages: v.optional(
    v.pipe(
      v.array(languageSchema),
      v.maxLength(languagesMax),
      v.transform((given) => [...new Set(given)]),
    ),
  ),
})
export type Practice = v.InferOutput<typeof practiceSchema>

/** Where the review of a provider stands. */
export const reviewStates = ['waiting', 'approved', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]

/** The provider reads it at the top of their profile. */
export const reviewReasonCharsMax = 500

export const reviewDecisionSchema = v.variant('decision', [
  v.strictObject({
    decision: v.literal('approve'),
    /** Whether the papers allow them to work with people under 18. */
    clearedForMinors: v.boolean(),
  }),
  v.strictObject({
    decision: v.literal('reject'),
    reason: v.pipe(
      freeText(),
      v.minLength(1, 'Say why: the provider reads the reason.'),
      v.maxLength(reviewReasonCharsMax),
    ),
  }),
])
export type ReviewDecision = v.InferOutput<typeof reviewDecisionSchema>

/** Somebody under 18 who has to do with a provider about whom a superAdmin decides. */
export const minorConcernedSchema = v.object({
  id: userIdSchema,
  firstname: v.string(),
  lastname: v.string(),
  connection: v.picklist(['none', 'pending', 'accepted']),
  /** Sessions to come with this provider. */
  sessions: v.pipe(v.number(), v.integer()),
})
export type MinorConcerned = v.InferOutput<typeof minorConcernedSchema>
