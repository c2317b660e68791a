import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { UserType } from '#contract/account/model.ts'
import {
  providerRegistrationFieldsSchema,
  registrationFieldsSchema,
  registrationProblems,
} from '#contract/account/registration.ts'
import { countries, statesOf } from '#contract/reference/countries.ts'
import { specialties } from '#contract/reference/specialties.ts'
import { day } from '#tests/support/day.ts'
import { registrationFields } from '#tests/support/registration.ts'

const today = day('2026-11-21')
type Given = Parameters<typeof registrationFields>[0]

describe('the fields of a registration', () => {
  test('a full set passes as it was given', () => {
    const fields = registrationFields()
    expect(v.parse(registrationFieldsSchema, fields)).toEqual(fields)
  })

  test('names, states and the bio lose the spaces around them', () => {
    const padded = {
      firstname: ' New ',
      lastname: '\tPerson',
      username: ' new.person ',
      bio: ' hi ',
    }
    expect(v.parse(registrationFieldsSchema, registrationFields(padded))).toMatchObject({
      firstname: 'New',
      lastname: 'Person',
      username: 'new.person',
      bio: 'hi',
    })
  })

  test('a role, a score and other fields of no form are dropped', () => {
    const given = { ...registrationFields(), role: 'superAdmin', score: 9_000, verifiedAt: 'now' }
    expect(v.parse(registrationFieldsSchema, given)).toEqual(registrationFields())
  })

  /** Spec 5, letter for letter. */
  const textOfMissing = {
    email: 'Invalid email format',
    username: 'Username must be at least 3 characters',
    password:
      'Password must be at least 8 characters and include uppercase, lowercase, number, and special character',
    confirmPassword: 'Passwords do not match',
    firstname: 'First name is required',
    lastname: 'Last name is required',
    birthDate: 'birthDate is required',
    gender: 'gender is required',
    country: 'country is required',
    state: 'state is required',
    phoneNumber: 'phoneNumber is required',
  }

  test('a missing field says what the spec says', () => {
    expect(firstMessages(registrationFieldsSchema, {})).toEqual(textOfMissing)
  })

  test('an empty field says what a missing one says', () => {
    const empty = Object.fromEntries(Object.keys(textOfMissing).map((field) => [field, '']))
    expect(firstMessages(registrationFieldsSchema, empty)).toEqual(textOfMissing)
  })

  test.each([
    ['a username of 2 characters', { username: 'ab' }],
    ['a username of 3 spaces', { username: '   ' }],
    ['a username of 41 characters', { username: 'a'.repeat(41) }],
    ['a first name of spaces', { firstname: '  ' }],
    ['a last name of 81 characters', { lastname: 'a'.repeat(81) }],
    ['a gender beside the two of the spec', { gender: 'male' as 'Male' }],
    ['a country beside the 14', { country: 'Narnia' as 'Egypt' }],
    ['a birth date that does not exist', { birthDate: '2010-02-30' }],
    ['a phone number of 41 characters', { phoneNumber: '1'.repeat(41) }],
    ['a bio of 2,001 characters', { bio: 'a'.repeat(2_001) }],
  ] satisfies [string, Given][])('%s is refused by its field', (_, given) => {
    const found = firstMessages(registrationFieldsSchema, registrationFields(given))
    expect(Object.keys(found)).toEqual(Object.keys(given))
  })

  test.each([
    ['a username of 3 characters', { username: 'abc' }],
    ['a username of 40 characters', { username: 'a'.repeat(40) }],
    ['names of 80 characters', { firstname: 'a'.repeat(80), lastname: 'b'.repeat(80) }],
    ['no bio', { bio: undefined }],
    ['a bio of 2,000 characters', { bio: 'a'.repeat(2_000) }],
  ] satisfies [string, Given][])('%s passes', (_, given) => {
    expect(v.is(registrationFieldsSchema, registrationFields(given))).toBe(true)
  })
})

describe('the fields of a care provider', () => {
  test.each(specialties)('%s is a specialization', (specialization) => {
    const given = { ...registrationFields(), specialization }
    expect(v.parse(providerRegistrationFieldsSchema, given)).toEqual(given)
  })

  test.each([
    ['', 'specialization is required'],
    [undefined, 'specialization is required'],
    ['psychotherapist', 'Invalid specialization'],
    ['Wizard', 'Invalid specialization'],
  ])('%j is none: %s', (specialization, text) => {
    const given = { ...registrationFields(), specialization }
    expect(firstMessages(providerRegistrationFieldsSchema, given)).toEqual({ specialization: text })
  })
})

describe('birth dates', () => {
  const text = {
    future: 'Birth date cannot be in the future',
    from1997: 'Birth date must be on or after January 1, 1997',
    to2012: 'Birth date must be on or before December 31, 2012',
    from1925: 'Birth date must be on or after January 1, 1925',
    to2010: 'Birth date must be on or before December 31, 2010',
    age13: 'You must be at least 13 years old',
    age18: 'You must be at least 18 years old',
  }

  test.each([
    ['Adolescent', '1997-01-01', undefined],
    ['Adolescent', '1996-12-31', text.from1997],
    ['Adolescent', '2012-12-31', undefined],
    ['Adolescent', '2013-01-01', text.to2012],
    ['Adolescent', '2013-11-21', text.to2012],
    ['Adolescent', '2013-11-22', text.age13],
    ['Adolescent', '2026-11-21', text.age13],
    ['Adolescent', '2026-11-22', text.future],
    ['Parent', '1925-01-01', undefined],
    ['Parent', '1924-12-31', text.from1925],
    ['Parent', '2008-11-21', undefined],
    ['Parent', '2008-11-22', text.age18],
    ['Parent', '2010-12-31', text.age18],
    ['Parent', '2026-11-22', text.future],
    ['ServiceProvider', '1925-01-01', undefined],
    ['ServiceProvider', '1924-12-31', text.from1925],
    ['ServiceProvider', '2008-11-21', undefined],
    ['ServiceProvider', '2008-11-22', text.age18],
    ['ServiceProvider', '2027-01-01', text.future],
  ] as const)('on 21 November 2026, %s born %s: %s', (type, birthDate, message) => {
    expect(problemsOf({ birthDate }, type)).toEqual(message ? { birthDate: message } : {})
  })

  test.each([
    ['Adolescent, 13 today', 'Adolescent', '2012-12-31', '2025-12-31', undefined],
    ['Adolescent, 13 tomorrow', 'Adolescent', '2012-12-31', '2025-12-30', text.age13],
    ['Parent of the last year, 18 today', 'Parent', '2010-12-31', '2028-12-31', undefined],
    ['Parent born a day too late', 'Parent', '2011-01-01', '2029-01-01', text.to2010],
    ['born on 29 February, 18 a day later', 'Parent', '2008-02-29', '2026-02-28', text.age18],
    ['born on 29 February, 18 on 1 March', 'Parent', '2008-02-29', '2026-03-01', undefined],
  ] as const)('%s', (_, type, birthDate, now, message) => {
    expect(problemsOf({ birthDate }, type, now)).toEqual(message ? { birthDate: message } : {})
  })
})

describe('phone numbers', () => {
  const egypt = 'Egypt phone number must be 10 digits'
  const america = 'USA/Canada phone number must be 10 digits'
  const elsewhere = 'Phone number must be 4 to 14 digits'

  test.each([
    ['Egypt', '+201234567890', undefined],
    ['Egypt', '+20 (0)123-456-7890', undefined],
    ['Egypt', '+2001234567890', undefined],
    ['Egypt', '01234567890', undefined],
    ['Egypt', '+٢٠ ١٢٣ ٤٥٦ ٧٨٩٠', undefined],
    ['Egypt', '٠١٢٣٤٥٦٧٨٩', egypt],
    ['Egypt', '+20123456789', egypt],
    ['Egypt', '+2012345678901', egypt],
    ['Egypt', '+20', egypt],
    ['Egypt', '1+20234567890', egypt],
    ['Egypt', '+20 12345 ABCDE', egypt],
    ['United States', '+1 555 010 1234', undefined],
    ['United States', '+1 555 010 123', america],
    ['Canada', '+1 (416) 555-0123', undefined],
    ['Canada', '+1 416 555 01234', america],
    ['Qatar', '+974 1234', undefined],
    ['Qatar', '+974 123', elsewhere],
    ['Russia', '+7 12345678901234', undefined],
    ['Russia', '+7 123456789012345', elsewhere],
    ['Portugal', '+351 abcd', elsewhere],
  ] as const)('%s, %s: %s', (country, phoneNumber, message) => {
    const state = statesOf(country)[0] ?? ''
    expect(problemsOf({ country, state, phoneNumber })).toEqual(
      message ? { phoneNumber: message } : {},
    )
  })

  test('typed with the digits of another keyboard are stored as 0 to 9', () => {
    const stored = registrationFieldsSchema.entries.phoneNumber
    expect(v.parse(stored, '+٢٠ ١٢٣ ٤٥٦ ٧٨٩٠')).toBe('+20 123 456 7890')
    expect(v.parse(stored, '+۹۷۴ 1234')).toBe('+974 1234')
  })

  test('ten digits behind its prefix pass in every country', () => {
    for (const { name: country, prefix } of countries) {
      const state = statesOf(country)[0] ?? ''
      expect(problemsOf({ country, state, phoneNumber: `${prefix}2345678901` })).toEqual({})
    }
  })
})

describe('rules between fields', () => {
  test('a state must be one of the country', () => {
    expect(problemsOf({ state: 'Ontario' })).toEqual({ state: 'state is required' })
    expect(problemsOf({ state: 'giza' })).toEqual({ state: 'state is required' })
  })

  test('every state of every country passes', () => {
    for (const { name: country, prefix } of countries) {
      for (const state of statesOf(country)) {
        const phoneNumber = `${prefix}2345678901`
        expect(problemsOf({ country, state, phoneNumber })).toEqual({})
      }
    }
  })

  test('the passwords must match to the letter', () => {
    expect(problemsOf({ confirmPassword: 'right-pass1!' })).toEqual({
      confirmPassword: 'Passwords do not match',
    })
  })

  test('everything that is wrong is said at once', () => {
    const given = {
      state: 'Ontario',
      phoneNumber: '1',
      birthDate: '2027-01-01',
      confirmPassword: 'x',
    }
    expect(Object.keys(problemsOf(given)).toSorted()).toEqual(Object.keys(given).toSorted())
  })
})

function problemsOf(given: Given, type: UserType = 'Adolescent', now: string = today) {
  const fields = v.parse(registrationFieldsSchema, registrationFields(given))
  return registrationProblems(type, fields, day(now))
}

function firstMessages(schema: v.GenericSchema, input: unknown): Record<string, string> {
  const issues = v.safeParse(schema, input).issues ?? []
  const entries = issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message] as const)
  return Object.fromEntries(entries.toReversed())
}
