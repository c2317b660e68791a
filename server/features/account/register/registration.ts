import type { UserType } from '#contract/account/model.ts'
import {
  nationalDigits,
  registrationProblems,
  type RegistrationFields,
} from '#contract/account/registration.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { countryNamed } from '#contract/reference/countries.ts'
import type { Specialty } from '#contract/reference/specialties.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { NewUser } from '../repo.ts'

/** Throws `invalid_input` with the spec's texts unless every rule between the fields holds. */
export function checkRegistration(
  type: UserType,
  fields: RegistrationFields,
  today: LocalDate,
): void {
  const problems = registrationProblems(type, fields, today)
  if (Object.keys(problems).length > 0)
    throw new ProblemError('invalid_input', { fields: problems })
}

/** What a registration may say; only a care provider says what they are and whom they see. */
export type AnyRegistrationFields = RegistrationFields & {
  readonly specialization?: Specialty
  readonly seesMinors?: boolean | undefined
}

/** The row of a checked registration: each field named, so that nothing else of a body can get in. */
export function newUser(
  type: UserType,
  fields: AnyRegistrationFields,
  made: {
    id: string
    passwordHash: string
    atMs: number
    profileImg: string
    /** Decisions: a provider is listed at once unless somebody reviews them first. */
    approved: boolean
    /** Where nobody is asked for a code, every address counts as confirmed. */
    confirmed: boolean
  },
): NewUser & { readonly createdAt: Date; readonly approvedAt: Date | null } {
  const at = new Date(made.atMs)
  const prefix = countryNamed(fields.country)?.prefix ?? ''
  return {
    id: made.id,
    email: fields.email.toLowerCase(),
    username: fields.username,
    passwordHash: made.passwordHash,
    userType: type,
    firstname: fields.firstname,
    lastname: fields.lastname,
    birthDate: fields.birthDate,
    gender: fields.gender,
    country: fields.country,
    state: fields.state,
    phoneNumber: prefix + nationalDigits(fields.phoneNumber.replace(prefix, '')),
    bio: fields.bio || null,
    specialization: fields.specialization ?? null,
    profileImg: made.profileImg,
    emailConfirmedAt: made.confirmed ? at : null,
    approvedAt: made.approved ? at : null,
    verifiedAt: made.approved && made.confirmed ? at : null,
    createdAt: at,
  }
}
