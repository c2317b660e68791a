import * as v from 'valibot'
import { registrationFieldsSchema } from '#contract/account/registration.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { confirms } from '../confirm-rule.ts'
import type { Step } from './step.ts'
import { emptyAccount, type AccountFields, type RegistrationValues } from './values.ts'

const { email, username, firstname, lastname, password } = registrationFieldsSchema.entries

/** Spec 5, step 2. */
export const accountSchema = v.pipe(
  v.object({ email, username, firstname, lastname, password, confirmPassword: v.string() }),
  confirms<AccountFields>('password', m.register_mismatch),
)

export const stepNames: Record<Step, () => string> = {
  1: m.register_step_type,
  2: m.register_step_account,
  3: m.register_step_personal,
}

/** Spec 4: the furthest step that may be seen; each needs the steps before it to be valid. */
export function furthestStep({ type, account }: RegistrationValues): Step {
  if (!type) return 1
  return v.is(accountSchema, account) ? 3 : 2
}

/** Where a wish to go leads: back freely, forward as far as the steps are valid. */
export function reachableStep(wanted: Step, values: RegistrationValues): Step {
  const furthest = furthestStep(values)
  return wanted < furthest ? wanted : furthest
}

/** The first step that shows one of these fields; step 3 has all that the others have not. */
export function stepOfFields(fields: readonly string[]): Step {
  return fields.some((field) => Object.hasOwn(emptyAccount, field)) ? 2 : 3
}
