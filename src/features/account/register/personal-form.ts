import { valibotResolver } from '@hookform/resolvers/valibot'
import { createContext, use, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import type { UserType } from '#contract/account/model.ts'
import {
  bioSchema,
  birthDateProblem,
  genders,
  nationalDigits,
  phoneProblem,
  birthYearRange,
} from '#contract/account/registration.ts'
import { westernDigits } from '#contract/language.ts'
import { type LocalDate, isLocalDate } from '#contract/local-date.ts'
import { countryNamed, statesOf } from '#contract/reference/countries.ts'
import { specialties } from '#contract/reference/specialties.ts'
import { clockAt } from '#src/data/local-clock.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { refusalOf, type Refusals, personalNames, type PersonalFields } from './values.ts'

type FileName = 'profileImg' | 'resume' | 'workLicense'

/** What the parts of step 3 share: the values, how to change them, and what is wrong with each. */
export interface PersonalForm {
  values: PersonalFields
  change: (part: Partial<PersonalFields>) => void
  errorOf: (name: keyof PersonalFields) => string | undefined
  /** Says what is wrong with a file that was not taken. */
  refuseFile: (name: FileName, text: string) => void
}

export const PersonalFormContext = createContext<PersonalForm | null>(null)

export function usePersonalForm(): PersonalForm {
  const form = use(PersonalFormContext)
  if (!form) throw new Error('A part of step 3 is outside of it')
  return form
}

export interface PersonalFormOptions {
  type: UserType
  fields: PersonalFields
  refusals: Refusals<PersonalFields> | undefined
  onChange: (fields: PersonalFields) => void
}

/** The form of step 3; `submit` runs its rules and what the server refused before. */
export function usePersonalStep({ type, fields, refusals, onChange }: PersonalFormOptions) {
  const [today] = useState(personsDay)
  const [fileTexts, setFileTexts] = useState<Partial<Record<FileName, string>>>({})
  const { handleSubmit, formState, getValues, setValue } = useForm<PersonalFields>({
    resolver: valibotResolver(personalSchema(type, today)),
    defaultValues: fields,
    shouldFocusError: false,
  })
  const { errors, isSubmitted } = formState

  function change(part: Partial<PersonalFields>) {
    for (const name of personalNames) {
      if (!Object.hasOwn(part, name)) continue
      setValue(name, part[name], { shouldDirty: true, shouldValidate: isSubmitted })
      setFileTexts((texts) => ({ ...texts, [name]: undefined }))
    }
    // What the form holds and not what this render saw: a file is judged while the person goes on typing.
    onChange(getValues())
  }

  const form: PersonalForm = {
    values: fields,
    change,
    errorOf: (name) =>
      textOf(fileTexts, name) ?? errors[name]?.message ?? refusalOf(refusals, name, fields[name]),
    refuseFile: (name, text) => setFileTexts((texts) => ({ ...texts, [name]: text })),
  }

  function submit(onValid: () => Promise<void>, onInvalid: () => void) {
    const refused = personalNames.some((name) => refusalOf(refusals, name, fields[name]))
    if (refused) onInvalid()
    else void handleSubmit(onValid, onInvalid)()
  }

  return { form, submit, busy: formState.isSubmitting, today }
}

function textOf(texts: Partial<Record<string, string>>, name: string): string | undefined {
  return texts[name]
}

/** The day that the person's own clock shows. */
function personsDay() {
  return clockAt(Date.now()).date
}

/** The rules of step 3 as a schema, for a form. */
function personalSchema(type: UserType, today: LocalDate) {
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
  const typed = westernDigits(phoneNumber.trim())
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

export interface BirthParts {
  year: string
  month: string
  day: string
}

/** The parts of a birth date that may not be complete yet. */
export function birthParts(text: string): BirthParts {
  const [year = '', month = '', day = ''] = text.split('-')
  return { year, month, day }
}

/** Puts parts together again; a day that the month does not have is taken out, so that it is chosen anew. */
export function birthText({ year, month, day }: BirthParts): string {
  const possible = Number(day) <= daysIn(year, month) ? day : ''
  return `${year}-${month}-${possible}`
}

/** The complete day, or undefined. */
export function birthDateOf(text: string): LocalDate | undefined {
  return isLocalDate(text) ? text : undefined
}

/** The days of a month; 31 while the month is open, 29 for a February of an open year. */
export function daysIn(year: string, month: string): number {
  if (!month) return 31
  // Day 0 of the next month; 2000 was a leap year.
  return new Date(Date.UTC(Number(year || 2000), Number(month), 0)).getUTCDate()
}

/** The years to choose from, the latest first: those in which a person of this kind may be born. */
export function birthYears(type: UserType, today: LocalDate): string[] {
  const { first, last } = birthYearRange(type, today)
  return Array.from({ length: last - first + 1 }, (_, index) => String(last - index))
}
