import * as v from 'valibot'
import { registrationFieldsSchema } from '#contract/account/registration.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { confirms } from '../confirm-rule.ts'
import type { AccountFields } from './values.ts'

const { email, username, firstname, lastname, password } = registrationFieldsSchema.entries

/** Spec 5, step 2. */
export const accountSchema = v.pipe(
  v.object({ email, username, firstname, lastname, password, confirmPassword: v.string() }),
  confirms<AccountFields>('password', m.register_mismatch),
)
