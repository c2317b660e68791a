import * as v from 'valibot'
import { bioSchema } from '#contract/account/registration.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** Spec 5: a bio says something. */
export const bioFormSchema = v.object({
  bio: v.pipe(bioSchema, v.minLength(1, m.profile_bio_required)),
})
export type BioForm = v.InferInput<typeof bioFormSchema>
