import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  emailSchema,
  loginReplySchema,
  loginRequestSchema,
  newPasswordSchema,
  passwordRule,
  secondFactorCodeSchema,
} from '#contract/account/credentials.ts'

describe('an e-mail address', () => {
  test.each(['a@b.co', 'first.last+tag@sub.example.org', "o'neil@example.ie", 'نور@example.eg'])(
    '%s passes',
    (email) => {
      expect(v.parse(emailSchema, email)).toBe(email)
    },
  )

  test('spaces around it go', () => {
    expect(v.parse(emailSchema, '  a@b.co \n')).toBe('a@b.co')
  })

  test.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@.',
    'a@b.',
    'a b@c.de',
    'a@b c.de',
    'a@@b.co',
    'a@b@c.de',
    'a@b.co\nbcc: x@y.zz',
  ])('%j is no e-mail address, in the words of the spec', (email) => {
    expect(firstMessage(emailSchema, email)).toBe('Invalid email format')
  })

  test('254 characters pass and 255 do not', () => {
    const long = (length: number) => `${'a'.repeat(length - 5)}@b.co`
    expect(v.is(emailSchema, long(254))).toBe(true)
    expect(firstMessage(emailSchema, long(255))).toBe('Invalid email format')
  })

  test('a long text that is no address is refused at once', () => {
    const hostile = 'a@'.repeat(50_000)
    expect(v.is(emailSchema, hostile)).toBe(false)
  })
})

describe('a new password', () => {
  test('the rule is in the words of the spec', () => {
    expect(passwordRule).toBe(
      'Password must be at least 8 characters and include uppercase, lowercase, number, and special character',
    )
  })

  test.each([
    'Abcdef1!',
    'Ünïcödé9?',
    'Пароль1-',
    'Aa1 bbb_',
    'Aa1😀bbb',
    `Aa1!${'x'.repeat(124)}`,
  ])('%j passes', (password) => {
    expect(v.parse(newPasswordSchema, password)).toBe(password)
  })

  test.each([
    ['is one character short', 'Abcde1!'],
    ['has no uppercase letter', 'abcdef1!'],
    ['has no lowercase letter', 'ABCDEF1!'],
    ['has no number', 'Abcdefg!'],
    ['has no special character', 'Abcdefg1'],
    ['has only letters of other alphabets beside its number', 'Пароль12'],
    ['has only a space for special', 'Abcdef1 '],
    ['is empty', ''],
  ])('one that %s is refused by the rule', (_, password) => {
    expect(firstMessage(newPasswordSchema, password)).toBe(passwordRule)
  })

  test('129 characters are too many', () => {
    expect(firstMessage(newPasswordSchema, `Aa1!${'x'.repeat(125)}`)).toBe(
      'Password must be at most 128 characters',
    )
  })

  test('any text with the four kinds of character in any order passes', () => {
    const kinds = ['abcdefgéя', 'ABCDEFGÉЯ', '0123456789', '!?-_.:,;#+*']
    const ofKinds = fc.tuple(...kinds.map((kind) => fc.string({ unit: oneOf(kind), minLength: 2 })))
    const shuffled = ofKinds.chain((parts) => {
      const characters = Array.from(parts.join(''))
      return fc.shuffledSubarray(characters, { minLength: characters.length })
    })
    fc.assert(
      fc.property(shuffled, (characters) => {
        const password = characters.join('')
        expect(v.is(newPasswordSchema, password)).toBe(password.length <= 128)
      }),
    )
  })

  test('a text that lacks one of the four kinds never passes', () => {
    const kinds = ['abcdefg', 'ABCDEFG', '0123456789', '!?-_.:,;#+*']
    const lacking = fc.nat(3).chain((missing) => {
      const rest = kinds.filter((_, index) => index !== missing).join('')
      return fc.string({ unit: oneOf(rest), minLength: 8, maxLength: 128 })
    })
    fc.assert(
      fc.property(lacking, (password) => {
        expect(v.is(newPasswordSchema, password)).toBe(false)
      }),
    )
  })
})

describe('a login', () => {
  const login = { email: 'nour@example.org', password: 'any 8 of' }

  test('asks for 8 characters of password and for no kinds of them', () => {
    expect(v.parse(loginRequestSchema, login)).toEqual(login)
    expect(v.is(loginRequestSchema, { ...login, password: 'aaaaaaaa' })).toBe(true)
    expect(firstMessage(loginRequestSchema, { ...login, password: 'aaaaaaa' })).toBe(
      'Password must be at least 8 characters',
    )
  })

  test('leaves the password as it was typed', () => {
    expect(v.parse(loginRequestSchema, { ...login, password: '  Pass1! ' }).password).toBe(
      '  Pass1! ',
    )
  })

  test('takes 128 characters of password and no more', () => {
    expect(v.is(loginRequestSchema, { ...login, password: 'x'.repeat(128) })).toBe(true)
    expect(v.is(loginRequestSchema, { ...login, password: 'x'.repeat(129) })).toBe(false)
  })

  test.each([
    ['a field nobody knows', { role: 'superAdmin' }],
    ['an e-mail that is none', { email: 'nour' }],
    ['a password that is no text', { password: 12_345_678 }],
    ['an e-mail list', { email: ['nour@example.org'] }],
  ])('%s is refused', (_, given) => {
    expect(v.is(loginRequestSchema, { ...login, ...given })).toBe(false)
  })
})

describe('the answer to a login', () => {
  const userPayload = {
    _id: '0198a1de-0000-7000-8000-000000000001',
    userT: 'Adolescent',
    firstname: 'Nour',
    lastname: 'Test',
  }

  test('carries the token and who it stands for', () => {
    const reply = { token: 'abc', userPayload }
    expect(v.parse(loginReplySchema, reply)).toEqual(reply)
  })

  test.each([
    ['no token', { userPayload }],
    ['an unknown user type', { token: 'abc', userPayload: { ...userPayload, userT: 'Admin' } }],
    ['an id that is none', { token: 'abc', userPayload: { ...userPayload, _id: '1' } }],
    ['no person', { token: 'abc', userPayload: null }],
  ])('%s is refused', (_, reply) => {
    expect(v.is(loginReplySchema, reply)).toBe(false)
  })
})

function firstMessage(schema: v.GenericSchema, input: unknown): string | undefined {
  return v.safeParse(schema, input).issues?.[0].message
}

function oneOf(characters: string): fc.Arbitrary<string> {
  return fc.constantFrom(...Array.from(characters))
}

test('a code of an authenticator app may come from an Arabic keyboard, and a recovery code stays as it is', () => {
  expect(v.parse(secondFactorCodeSchema, ' ١٢٣٤٥٦ ')).toBe('123456')
  expect(v.parse(secondFactorCodeSchema, 'abcd-EF12')).toBe('abcd-EF12')
})
