import { describe, expect, test } from 'vitest'
import type { UserType } from '#contract/account/model.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { nationalNumber, personalProblems } from '#src/features/account/register/personal-form.ts'
import { type PersonalFields, emptyPersonal } from '#src/features/account/register/values.ts'
import { goodPersonal, picture } from './filled.ts'

const today = '2026-11-20' as LocalDate

function problems(part: Partial<PersonalFields>, type: UserType = 'Adolescent') {
  return personalProblems(type, { ...goodPersonal, ...part }, today)
}

test('a complete step has no problems', () => {
  expect(problems({})).toEqual({})
  const provider = { birthDate: '1980-02-29', resume: picture, specialization: 'Life Coach' }
  expect(problems(provider, 'ServiceProvider')).toEqual({})
})

test('an empty step names every field that is required', () => {
  expect(personalProblems('Adolescent', emptyPersonal, today)).toEqual({
    profileImg: 'Profile image is required',
    birthDate: 'Date of birth is required',
    gender: 'Gender is required',
    country: 'Country is required',
    state: 'State is required',
    phoneNumber: 'Phone number is required',
  })
})

test('a care provider also needs a resume and a specialization of the list', () => {
  const missing = problems({ birthDate: '1980-01-01' }, 'ServiceProvider')
  expect(missing).toEqual({
    resume: 'Resume is required',
    specialization: 'Specialization is required',
  })
  const unknown = { birthDate: '1980-01-01', resume: picture, specialization: 'Wizard' }
  expect(problems(unknown, 'ServiceProvider').specialization).toBe('Invalid specialization')
})

describe('the birth date', () => {
  test.each<[UserType, string, string | undefined]>([
    ['Adolescent', '1996-12-31', 'Birth date must be on or after January 1, 1997'],
    ['Adolescent', '1997-01-01', undefined],
    ['Adolescent', '2012-12-31', undefined],
    ['Adolescent', '2013-01-01', 'Birth date must be on or before December 31, 2012'],
    ['Adolescent', '2013-11-21', 'You must be at least 13 years old'],
    ['Adolescent', '2026-11-21', 'Birth date cannot be in the future'],
    ['Adolescent', '2010--05', 'Date of birth is required'],
    ['Parent', '1924-12-31', 'Birth date must be on or after January 1, 1925'],
    ['Parent', '2008-11-20', undefined],
    ['Parent', '2008-11-21', 'You must be at least 18 years old'],
  ])('of a person of type %s: %s', (type, birthDate, text) => {
    expect(problems({ birthDate }, type).birthDate).toBe(text)
  })
})

describe('state and phone depend on the country', () => {
  test.each<[string, Partial<PersonalFields>, Partial<PersonalFields>]>([
    ['a state of another country', { state: 'Alabama' }, { state: 'State is required' }],
    [
      'nine digits in Egypt',
      { phoneNumber: '100123456' },
      { phoneNumber: 'Egypt phone number must be 10 digits' },
    ],
    [
      'nine digits in Canada',
      { country: 'Canada', state: 'Ontario', phoneNumber: '416555123' },
      { phoneNumber: 'USA/Canada phone number must be 10 digits' },
    ],
    ['a leading zero', { phoneNumber: '0100 123 4567' }, {}],
    ['the digits of an Arabic keyboard', { phoneNumber: '٠١٠٠ ١٢٣ ٤٥٦٧' }, {}],
    ['the same with the prefix', { phoneNumber: '+٢٠ ١٠٠ ١٢٣ ٤٥٦٧' }, {}],
    ['the prefix filled in by the browser', { phoneNumber: '+20 100 123 4567' }, {}],
  ])('%s', (_, part, expected) => {
    expect(problems(part)).toEqual(expected)
  })

  test('what is sent is the bare national number', () => {
    const typed = { ...goodPersonal, phoneNumber: ' +20 0100-123 4567' }
    expect(nationalNumber(typed)).toBe('1001234567')
  })
})
