import * as v from 'valibot'
import { formObject, freeLine, freeText, passwordText } from '../free-text.ts'
import { westernDigits } from '../language.ts'
import { ageOn, isLocalDate, type LocalDate } from '../local-date.ts'
import { countryNamed, countryNames, type CountryName, statesOf } from '../reference/countries.ts'
import { specialties } from '../reference/specialties.ts'
import { emailSchema, newPasswordSchema } from './credentials.ts'
import type { UserType } from './model.ts'
import type { AskedField } from './profile.ts'

export const usernameMin = 3

export const genders = ['Male', 'Female'] as const

/** Spec 5 and decisions: the birth dates and the least age that a user type takes. */
const birthDateRules: Record<UserType, { from: LocalDate; to: LocalDate; ageMin: number }> = {
  Adolescent: { from: '1997-01-01' as LocalDate, to: '2012-12-31' as LocalDate, ageMin: 13 },
  Parent: { from: '1925-01-01' as LocalDate, to: '2010-12-31' as LocalDate, ageMin: 18 },
  ServiceProvider: { from: '1925-01-01' as LocalDate, to: '2010-12-31' as LocalDate, ageMin: 18 },
}

/** The years in which somebody of a user type may be born, as seen on `today`; both included. */
export function birthYearRange(type: UserType, today: LocalDate): { first: number; last: number } {
  const { from, to, ageMin } = birthDateRules[type]
  const oldEnough = Number(today.slice(0, 4)) - ageMin
  return { first: Number(from.slice(0, 4)), last: Math.min(Number(to.slice(0, 4)), oldEnough) }
}

/** The spec's text for a birth date that a user type does not take, or undefined for one it takes. */
export function birthDateProblem(
  type: UserType,
  birthDate: LocalDate,
  today: LocalDate,
): string | undefined {
  const rule = birthDateRules[type]
  if (birthDate > today) return 'Birth date cannot be in the future'
  if (birthDate < rule.from)
    return `Birth date must be on or after January 1, ${rule.from.slice(0, 4)}`
  if (ageOn(birthDate, today) < rule.ageMin) return `You must be at least ${rule.ageMin} years old`
  if (birthDate > rule.to)
    return `Birth date must be on or before December 31, ${rule.to.slice(0, 4)}`
  return undefined
}

/** Decisions: non-digits and one leading zero go before the digits are counted. */
export function nationalDigits(phone: string): string {
  return westernDigits(phone).replace(/\D/g, '').replace(/^0/, '')
}

/** The spec's text for a national number that a country does not take, or undefined. */
export function phoneProblem(country: CountryName, national: string): string | undefined {
  const digits = nationalDigits(national).length
  if (country === 'Egypt') return digits === 10 ? undefined : 'Egypt phone number must be 10 digits'
  if (country === 'United States' || country === 'Canada') {
    return digits === 10 ? undefined : 'USA/Canada phone number must be 10 digits'
  }
  return digits >= 4 && digits <= 14 ? undefined : 'Phone number must be 4 to 14 digits'
}

const required = (field: string) => `${field} is required`

const requiredText = (message: string, max: number) =>
  v.pipe(freeLine(message), v.minLength(1, message), v.maxLength(max, `At most ${max} characters`))

/** Spec 3: a few words about oneself. */
export const bioSchema = v.pipe(freeText(), v.maxLength(2_000, 'At most 2000 characters'))

const ascii = /^[\x20-\x7e]*$/

/** Scripts that spell with joiners, as Persian `مه‌سا` and Hindi do. */
const joining =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}'
const joiner = `(?<=[${joining}]\\p{M}*)[\\u200c\\u200d](?=[${joining}])`
/** Characters that nobody sees, or that turn the direction of the text behind them. */
const unseen = new RegExp(
  `(${joiner})|[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\u115f\\u1160\\u3164\\uffa0\\u{1d159}]`,
  'gu',
)

const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Ethiopic',
  'Thai',
  'Cherokee',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))

/** Scripts that are written with others in one word. */
const eastAsian = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo']

const anyEastAsian = new RegExp(
  `[${eastAsian.map((script) => `\\p{Script=${script}}`).join('')}]`,
  'u',
)

/** The text fields of a registration, alike for the three user types. Unknown fields are dropped: a role never comes from a body. */
export const registrationFieldsSchema = formObject({
  email: emailSchema,
  username: usernameSchema('Username must be at least 3 characters', usernameMin, 40),
  password: newPasswordSchema,
  confirmPassword: v.pipe(
    passwordText('Passwords do not match'),
    v.minLength(1, 'Passwords do not match'),
  ),
  firstname: personNameSchema('First name is required', 80),
  lastname: personNameSchema('Last name is required', 80),
  birthDate: v.pipe(
    v.string(required('birthDate')),
    v.check(isLocalDate, required('birthDate')),
    v.transform((text) => text as LocalDate),
  ),
  gender: v.picklist(genders, required('gender')),
  country: v.picklist(countryNames, required('country')),
  state: requiredText(required('state'), 80),
  /** The country's prefix and the national number, as one text. */
  phoneNumber: v.pipe(requiredText(required('phoneNumber'), 40), v.transform(westernDigits)),
  bio: v.optional(bioSchema),
} satisfies Record<AskedField<'everyone'> | 'password' | 'confirmPassword', v.GenericSchema>)

/** A care provider also says what they are, and whether they see people under 18: not, where they leave it out. */
export const providerRegistrationFieldsSchema = formObject({
  ...registrationFieldsSchema.entries,
  specialization: v.picklist(specialties, ({ input }) =>
    input ? 'Invalid specialization' : required('specialization'),
  ),
  seesMinors: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((word) => word === 'true'),
    ),
  ),
} satisfies Record<AskedField<'everyone' | 'providers'>, v.GenericSchema>)

export type RegistrationFields = v.InferOutput<typeof registrationFieldsSchema>

/**
 * The rules that hold between a registration's fields, by field name; empty when all hold.
 * `today` is the day at the place of judgement.
 */
export function registrationProblems(
  type: UserType,
  fields: RegistrationFields,
  today: LocalDate,
): Record<string, string> {
  const national = withoutPrefix(fields.phoneNumber, countryNamed(fields.country)?.prefix ?? '')
  const found: Record<string, string | undefined> = {
    confirmPassword:
      fields.confirmPassword === fields.password ? undefined : 'Passwords do not match',
    birthDate: birthDateProblem(type, fields.birthDate, today),
    state: statesOf(fields.country).includes(fields.state) ? undefined : required('state'),
    phoneNumber: phoneProblem(fields.country, national),
  }
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => !!entry[1]),
  )
}

/** The number behind the country's prefix; a number given without one stays as it is. */
function withoutPrefix(phone: string, prefix: string): string {
  return phone.startsWith(prefix) ? phone.slice(prefix.length) : phone
}

/** A person's name is written in one form, so that what looks the same is stored the same. */
export function cleanName(text: string): string {
  const seen = withoutUnseen(text.normalize('NFKC')).replace(/\s+/gu, ' ').trim()
  // A mark behind a character that went joins the letter before it.
  return seen.normalize('NFKC').trim()
}

function withoutUnseen(text: string): string {
  return text.replace(unseen, (_, spelled: string | undefined) => spelled ?? '')
}

/** Spec 5: a name is required; letters of two alphabets in one word are how a name imitates another. */
export function personNameSchema(required: string, charsMax: number) {
  return v.pipe(
    freeLine(required),
    v.transform(cleanName),
    v.minLength(1, required),
    v.maxLength(charsMax, `At most ${charsMax} characters`),
    v.check(
      (name) => name.split(' ').every(isOneAlphabet),
      'Please write this name in one alphabet',
    ),
  )
}

function isOneAlphabet(word: string): boolean {
  return [...scripts, anyEastAsian].filter((script) => script.test(word)).length <= 1
}

/** A username holds what every keyboard can type, so that no two look alike by their alphabet. */
export function usernameSchema(tooShort: string, charsMin: number, charsMax: number) {
  return v.pipe(
    v.string(tooShort),
    v.trim(),
    v.minLength(charsMin, tooShort),
    v.maxLength(charsMax, `At most ${charsMax} characters`),
    v.regex(ascii, 'Username can have letters a to z, numbers and signs like . _ -'),
  )
}
