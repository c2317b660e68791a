import * as v from 'valibot'
import type { UserType } from '#contract/account/model.ts'
import { registrationApi } from '#contract/account/registration-api.ts'
import {
  providerRegistrationFieldsSchema,
  registrationFieldsSchema,
} from '#contract/account/registration.ts'
import { countryNamed } from '#contract/reference/countries.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { RegistrationValues } from './values.ts'

export type RegisterAttempt =
  | { status: 'registered'; codeSent: boolean }
  /** `text` is for the whole form, `fields` are texts by the name of a field. */
  | { status: 'failed'; text: string; fields: Readonly<Record<string, string>> }

/** Sends a registration whose steps are valid; `national` is the phone number without its prefix. */
export async function sendRegistration(
  type: UserType,
  values: RegistrationValues,
  national: string,
): Promise<RegisterAttempt> {
  try {
    const { codeSent = false } = await call(type, values, national)
    return { status: 'registered', codeSent }
  } catch (error) {
    return failureOf(error)
  }
}

async function call(type: UserType, values: RegistrationValues, national: string) {
  const { profileImg, resume, workLicense, seesMinors } = values.personal
  const fields = bodyOf(values, national)
  if (type === 'ServiceProvider') {
    const parsed = v.parse(providerRegistrationFieldsSchema, fields)
    const body = { ...parsed, seesMinors: seesMinors ? ('true' as const) : ('false' as const) }
    const files = { profileImg, resume, workLicense }
    return await callApi(registrationApi.registerServiceProvider, { body, files })
  }
  const endpoint =
    type === 'Parent' ? registrationApi.registerParent : registrationApi.registerAdolescent
  const body = v.parse(registrationFieldsSchema, fields)
  return await callApi(endpoint, { body, files: { profileImg } })
}

function bodyOf({ account, personal }: RegistrationValues, national: string) {
  const { birthDate, gender, country, state, bio, specialization } = personal
  const phoneNumber = `${countryNamed(country)?.prefix ?? ''}${national}`
  const about = bio.trim() ? { bio } : {}
  return { ...account, ...about, birthDate, gender, country, state, phoneNumber, specialization }
}

function failureOf(error: unknown): RegisterAttempt {
  if (isApiProblem(error)) {
    const { code, message, fields = {} } = error.shown
    const taken = takenFields[code]
    const text = m.register_failed({ message })
    return { status: 'failed', text, fields: taken ? { [taken]: message, ...fields } : fields }
  }
  if (!isUnreachable(error)) throw error
  const text = navigator.onLine
    ? m.register_failed({ message: m.register_unreachable() })
    : m.register_offline()
  return { status: 'failed', text, fields: {} }
}

/** The fields that these codes are about, where the server does not name them. */
const takenFields: Readonly<Record<string, 'email' | 'username'>> = {
  email_taken: 'email',
  username_taken: 'username',
}
