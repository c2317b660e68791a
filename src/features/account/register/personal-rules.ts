import * as v from 'valibot'
import type { UserType } from '#contract/account/model.ts'
import {
  bioSchema,
  birthDateProblem,
  genders,
  nationalDigits,
  phoneProblem,
} from '#contract/account/registration.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { countryNamed } from '#contract/reference/countries.ts'
import { specialties } from '#contract/reference/specialties.ts'
import { statesOf } from '#contract/reference/states.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { birthDateOf } from './birth-date.ts'
import type { PersonalFields } from './values.ts'

/** The rules of step 3 as a schema, for a form. */
export function personalSchema(type: UserType, today: LocalDate) {
  return v.pipe(
    v.custom<PersonalFields>(() => true),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const input = { ...dataset.value }
      for (const [key, message] of Object.entries(personalProblems(type, input, today))) {
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: null }] })
      }
    }),
  )
}

type Problems = Partial<Record<keyof PersonalFields, string>>

/** Spec 5, step 3: what is wrong with each field, in the spec's words; empty when all is well. `today` is the person's own day. */
export function personalProblems(
  type: UserType,
  fields: PersonalFields,
  today: LocalDate,
): Problems {
  const found: Record<string, string | undefined> = {
    profileImg: fields.profileImg ? undefined : required(m.register_profile_image()),
    ...(type === 'ServiceProvider' ? providerProblems(fields) : {}),
    bio: v.safeParse(bioSchema, fields.bio).issues?.[0].message,
    birthDate: birthProblem(type, fields, today),
    gender: genders.some((gender) => gender === fields.gender)
      ? undefined
      : required(m.register_gender()),
    ...locationProblems(fields),
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined))
}

/** The national number as typed or filled in by the browser, without the prefix and its zeros. */
export function nationalNumber({ country, phoneNumber }: PersonalFields): string {
  const prefix = countryNamed(country)?.prefix ?? ''
  const typed = phoneNumber.trim()
  return nationalDigits(typed.startsWith(prefix) ? typed.slice(prefix.length) : typed)
}

function providerProblems({ resume, specialization }: PersonalFields): Problems {
  const known = specialties.some((name) => name === specialization)
  return {
    ...(resume ? {} : { resume: required(m.register_resume()) }),
    ...(specialization ? {} : { specialization: required(m.register_specialization()) }),
    ...(specialization && !known ? { specialization: 'Invalid specialization' } : {}),
  }
}

function birthProblem(type: UserType, fields: PersonalFields, today: LocalDate) {
  const birthDate = birthDateOf(fields.birthDate)
  return birthDate ? birthDateProblem(type, birthDate, today) : required(m.register_birth_date())
}

function locationProblems(fields: PersonalFields): Problems {
  const country = countryNamed(fields.country)?.name
  if (!country) {
    return {
      country: required(m.register_country()),
      state: required(m.register_state()),
      phoneNumber: required(m.register_phone()),
    }
  }
  const phone = fields.phoneNumber.trim()
    ? phoneProblem(country, nationalNumber(fields))
    : required(m.register_phone())
  return {
    ...(statesOf(country).includes(fields.state) ? {} : { state: required(m.register_state()) }),
    ...(phone ? { phoneNumber: phone } : {}),
  }
}

function required(field: string): string {
  return m.register_required({ field })
}
