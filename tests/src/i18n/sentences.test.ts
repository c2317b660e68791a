import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { userTypes } from '#contract/account/model.ts'
import { birthDateProblem, phoneProblem } from '#contract/account/registration.ts'
import { countries } from '#contract/reference/countries.ts'
import { termKey } from '#src/i18n/chosen.ts'
import { messagesOf, type Terms } from '#src/i18n/term-messages.ts'
import { sourceFiles } from '#tests/architecture/source-files.ts'
import { day } from '#tests/support/day.ts'
import { saidIn, sentencesOf } from './sentences.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What programs alone are refused with: no person enters any of it. */
const toPrograms = new Set([
  'A hash is 64 hex digits',
  'At least one',
  'At most 10',
  'Not a day of the calendar (YYYY-MM-DD)',
  'This is no page of this list.',
  'This was not signed for us.',
  'after or before',
  'Not an address of a push service',
  'Not a key of a browser',
  'Not a secret of a browser',
  'questionId is required',
  'trackerType is required',
])

const contract = sourceFiles(['.ts']).filter(
  ({ path }) => path.startsWith('contract/') && !path.includes('/quests/'),
)
const modules: Readonly<Record<string, unknown>>[] = await Promise.all(
  contract.map(({ path }) => import(/* @vite-ignore */ `${root}${path}`)),
)

/** What the device itself notes of an item that it cannot send. */
const noted = ['This item cannot be read any more.', 'This file cannot be read any more.']

/** What rules of other forms say: of dates and numbers of all kinds of people. */
const computed = [
  ...userTypes.flatMap((type) =>
    ['2030-01-01', '2026-01-01', '2013-01-01', '1900-01-01', '2011-01-01'].map((date) =>
      birthDateProblem(type, day(date), day('2026-11-21')),
    ),
  ),
  ...countries.map(({ name }) => phoneProblem(name, '1')),
].filter((text) => text !== undefined)

const sentences = [
  ...new Set([...modules.flatMap((each) => sentencesOf(each)), ...computed, ...noted]),
]

test('the rules of the contract are found, however they say it', () => {
  expect(sentences).toEqual(
    expect.arrayContaining([
      'Please select start and end times',
      'The price must be at least 1.00',
      'Say why: the provider reads the reason.',
      'Invalid specialization',
      'specialization is required',
      'USA/Canada phone number must be 10 digits',
      'Please select an image (PNG/JPG) or PDF file',
      'A voice note can be up to 60 seconds long.',
    ]),
  )
  expect(sentences.length).toBeGreaterThan(80)
  const rules = v.object({
    a: v.pipe(
      v.string('A text'),
      v.check(() => true, 'Not so'),
    ),
  })
  expect(sentencesOf({ rules, limitText: 'Too long', name: 'None' })).toEqual([
    'A text',
    'Not so',
    'Too long',
  ])
})

/** What the server writes out in its own code: named as a text, or as the message of a refusal. */
const refusals = sourceFiles(['.ts'])
  .filter(({ path }) => /^server\/(features|http)\//.test(path))
  .flatMap(({ text }) => [...text.matchAll(/(?:Text = |\bmessage: )'([A-Z][^'\n]+[.!?])'/g)])
  .flatMap(([, sentence = '']) => sentence)

test('what the server refuses with in its own code is found', () => {
  expect(refusals).toEqual(
    expect.arrayContaining([
      'Leave your name, email and "Zync" out of your password.',
      'This time is too soon to book.',
    ]),
  )
})

const code = sourceFiles(['.ts', '.tsx']).filter(
  ({ path }) => /^(contract|server|src)\//.test(path) && !/paraglide|\/terms-|words\//.test(path),
)
const said = saidIn(code)

test('a sentence is said where it is written, with any numbers and with its parts filled in', () => {
  const text =
    'say("Please wait"); say(`At most ${max} characters`, `${name} is required`, `${a} ${b}`)'
  const isSaid = saidIn([{ path: 'a.ts', text }])
  expect(isSaid('Please wait')).toBe(true)
  expect(isSaid('At most 80 characters')).toBe(true)
  expect(isSaid('gender is required')).toBe(true)
  expect(isSaid('Please go')).toBe(false)
})

const translated = sourceFiles(['.ts']).flatMap(
  ({ path }) => /^src\/i18n\/terms-(\w+)\.ts$/.exec(path)?.[1] ?? [],
)

test('each language with terms is looked at', () => expect(translated).toContain('ar'))

describe.each(translated)('%s', async (language) => {
  const all: Record<string, Terms> = await import(
    /* @vite-ignore */ `${root}src/i18n/terms-${language}.ts`
  )
  const terms = all[language]!
  const catalogue = messagesOf(terms)

  test('has every sentence with which a rule of the contract refuses what a person entered', () => {
    const missing = sentences.filter((text) => !catalogue[termKey(text)] && !toPrograms.has(text))
    expect(missing).toEqual([])
  })

  test('has every sentence with which the server itself refuses what a person did', () => {
    const missing = refusals.filter((text) => !catalogue[termKey(text)] && !toPrograms.has(text))
    expect(missing).toEqual([])
  })

  test('has no sentence that nothing says', () => {
    expect(Object.keys(terms.texts).filter((text) => !said(text))).toEqual([])
  })
})
