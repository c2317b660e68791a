import * as v from 'valibot'
import { registrationFieldsSchema } from '#contract/account/registration.ts'
import * as m from '#src/i18n/paraglide/messages.js'

const { email, username, firstname, lastname, password } = registrationFieldsSchema.entries

/** Spec 5, step 2. */
export const accountSchema = v.pipe(
  v.object({ email, username, firstname, lastname, password, confirmPassword: v.string() }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (fields) => fields.password === fields.confirmPassword,
      () => m.register_mismatch(),
    ),
    ['confirmPassword'],
  ),
)
