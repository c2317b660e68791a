import * as v from 'valibot'
import * as m from '#src/i18n/paraglide/messages.js'

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
export type PasswordForm = v.InferOutput<typeof passwordFormSchema>
