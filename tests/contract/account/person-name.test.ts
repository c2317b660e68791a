import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { personNameSchema, usernameSchema } from '#contract/account/registration.ts'

const name = personNameSchema('First name is required', 80)
const username = usernameSchema('Username must be at least 3 characters', 3, 40)

function problemOf(schema: typeof name | typeof username, text: string): string | undefined {
  const parsed = v.safeParse(schema, text)
  return parsed.success ? undefined : parsed.issues[0].message
}

describe('a name', () => {
  test.each([
    ['Zoë', 'Zoë'],
    ['  Mary   Jane ', 'Mary Jane'],
    ['Ｓｏｆｉａ', 'Sofia'],
    ['José', 'José'],
    ['So\u200bfia', 'Sofia'],
    ['\u202eaifoS', 'aifoS'],
    ['Li\u2066na\u2069', 'Lina'],
    ['Om\u0000ar', 'Omar'],
    ['O’Neil-Smith', 'O’Neil-Smith'],
    ['محمد', 'محمد'],
    ['مه\u200cسا', 'مه\u200cسا'],
    ['क्\u200dष', 'क्\u200dष'],
    ['\u200cمهسا\u200d', 'مهسا'],
    ['محمد\u200f', 'محمد'],
    ['Li\u200cna', 'Lina'],
    ['Анна', 'Анна'],
    ['山田たろう', '山田たろう'],
    ['Anna Анна', 'Anna Анна'],
  ])('%j is stored as %j', (given, stored) => {
    expect(v.parse(name, given)).toBe(stored)
  })

  test.each(['', ' ', '\u200b\u2060', '\u202e', '\u3164'])('%j is none', (given) => {
    expect(problemOf(name, given)).toBe('First name is required')
  })

  test.each(['Sofi\u0430', '\u0405ofia', 'Αlice', 'Dаniel'])(
    '%j imitates another by letters of two alphabets',
    (given) => {
      expect(problemOf(name, given)).toBe('Please write this name in one alphabet')
    },
  )

  test('is in one form and holds nothing unseen, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const parsed = v.safeParse(name, given)
        if (!parsed.success) return
        expect(parsed.output).toBe(parsed.output.normalize('NFKC'))
        expect(parsed.output).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]|^\s|\s$/u)
        expect(parsed.output).not.toMatch(/(?<!\p{L}\p{M}*)[\u200c\u200d]|[\u200c\u200d](?!\p{L})/u)
      }),
    )
  })
})

describe('a username', () => {
  test.each(['lina.h', 'Omar_99', 'a-b', 'lina@home'])('can be %j', (given) => {
    expect(problemOf(username, given)).toBeUndefined()
  })

  test.each(['lin\u0430', 'zoë', 'li\u200bna', 'لينا', 'lina\u0000'])('cannot be %j', (given) => {
    expect(problemOf(username, given)).toBe(
      'Username can have letters a to z, numbers and signs like . _ -',
    )
  })

  test('of two letters is too short', () => {
    expect(problemOf(username, ' ab ')).toBe('Username must be at least 3 characters')
  })
})
