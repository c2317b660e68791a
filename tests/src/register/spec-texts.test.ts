import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { baseLanguage } from '#contract/language.ts'
import { allMessages } from '../../../scripts/review-states.ts'

/** Spec 2, 5 and 8: what the front door says, letter for letter. */
const texts = [
  'Please select a valid user type',
  'Invalid email format',
  'Username must be at least 3 characters',
  'First name is required',
  'Last name is required',
  'Password must be at least 8 characters and include uppercase, lowercase, number, and special character',
  'Passwords do not match',
  '{field} is required',
  'You must be at least 13 years old',
  'You must be at least 18 years old',
  'Birth date cannot be in the future',
  'Egypt phone number must be 10 digits',
  'USA/Canada phone number must be 10 digits',
  'Invalid specialization',
  'Only PNG or JPG files up to 5MB are allowed.',
  'File size exceeds 5MB limit.',
  'Only PDF, DOC, or DOCX files are allowed.',
  'Required',
  'Registration failed: {message}',
  'You Registered Successfully!',
  'Login Now',
  'Gen-Z',
  'Parent',
  'Care Provider',
  'Profile Type',
  'SignUp',
  'Personal Info',
  'Code Sent!',
  'Failed to send reset email. Please try again.',
  'Invalid or expired code. Please try again.',
  'Please enter the complete 6-digit code',
  'Password must be at least 6 characters',
  'Code expires in 10 minutes',
  'Resend Code',
  'Back to Login',
  'Error',
  'Community Zync',
  'Coming Soon',
  'Back to Home',
  'Parents Zync',
  'GenZync',
]

const contractFolder = new URL('../../../contract/account/', import.meta.url)
const said = new Set([...messageTexts(), ...contractTexts()])

test.each(texts)('says “%s”', (text) => {
  expect(said).toContain(text)
})

test.each([
  ['1997', 'Birth date must be on or after January 1, '],
  ['2012', 'Birth date must be on or before December 31, '],
])('names the year %s of the birth date rule', (year, sentence) => {
  const source = readFileSync(new URL('registration.ts', contractFolder), 'utf8')
  expect(source).toContain(sentence)
  expect(source).toContain(`'${year}-`)
})

function messageTexts(): string[] {
  return [...allMessages(baseLanguage).values()].filter((text) => typeof text === 'string')
}

/** The string literals of the account's rules; a template counts with the age it is filled with. */
function contractTexts(): string[] {
  const sources = [
    ...readdirSync(contractFolder).map((file) => new URL(file, contractFolder)),
    new URL('../file-rule.ts', contractFolder),
    new URL('../problem.ts', contractFolder),
  ]
  const literals = sources.flatMap((url) => [
    ...readFileSync(url, 'utf8').matchAll(/'([^'\n]+)'|`([^`\n]+)`/g),
  ])
  return literals.flatMap(([, plain, template]) =>
    [13, 18].map((age) => plain ?? (template ?? '').replace('${rule.ageMin}', String(age))),
  )
}
