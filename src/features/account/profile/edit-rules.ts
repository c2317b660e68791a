import * as v from 'valibot'
import { bioSchema } from '#contract/account/registration.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** Spec 5: a bio says something. */
export const bioFormSchema = v.object({
  bio: v.pipe(bioSchema, v.minLength(1, m.profile_bio_required)),
})
export type BioFields = v.InferInput<typeof bioFormSchema>

const filled = (message: () => string) => v.pipe(v.string(), v.minLength(1, message))

/** Spec 5: the change of a password; what a good one is, the server says. */
export const passwordFormSchema = v.pipe(
  v.object({
    oldPassword: filled(m.profile_password_old_required),
    newPassword: filled(m.profile_password_new_required),
    confirmPassword: filled(m.profile_password_confirm_required),
  }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
      m.profile_password_differs,
    ),
    ['confirmPassword'],
  ),
)
export type PasswordFields = v.InferOutput<typeof passwordFormSchema>
