import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { passwordRule } from '#contract/account/credentials.ts'
import {
  currentPasswordSchema,
  recoveryApi,
  resetCodeDigits,
  resetCodeLifeMs,
  resetCodeText,
  resetPasswordMin,
  resetPasswordShortText,
  resetTriesMax,
} from '#contract/account/recovery.ts'
import { goodPassword } from '#tests/support/registration.ts'

test('the numbers and texts are those of the spec', () => {
  expect([resetCodeDigits, resetCodeLifeMs, resetTriesMax, resetPasswordMin]).toEqual([
    6, 600_000, 5, 6,
  ])
  expect(resetCodeText).toBe('Please enter the complete 6-digit code')
  expect(resetPasswordShortText).toBe('Password must be at least 6 characters')
})

describe('asking for a code', () => {
  const { schema } = recoveryApi.forgotPassword.body

  test('names an e-mail and nothing else', () => {
    expect(v.is(schema, { email: 'nour@example.org' })).toBe(true)
    expect(v.is(schema, { email: 'nour' })).toBe(false)
    expect(v.is(schema, { email: 'nour@example.org', userId: '1' })).toBe(false)
    expect(v.is(schema, {})).toBe(false)
  })
})

describe('setting a new password', () => {
  const { schema } = recoveryApi.resetPassword.body
  const reset = { otp: '012345', newPassword: goodPassword }

  test('takes six digits and a password of the register rule', () => {
    expect(v.parse(schema, reset)).toEqual(reset)
  })

  test.each(['', '12345', '1234567', '12345a', ' 12345', '12 345', '١٢٣٤٥٦', '12345\n'])(
    'the code %j is none',
    (otp) => {
      expect(v.safeParse(schema, { ...reset, otp }).issues?.[0].message).toBe(resetCodeText)
    },
  )

  test.each([
    ['a number for a code', { otp: 123_456 }],
    ['the name of an account', { email: 'nour@example.org' }],
    ['no new password', { newPassword: undefined }],
  ])('%s is refused', (_, given) => {
    expect(v.is(schema, { ...reset, ...given })).toBe(false)
  })

  test('a weak password gets the register rule, not the screen’s own', () => {
    const { issues } = v.safeParse(schema, { ...reset, newPassword: 'abcdef' })
    expect(issues?.[0].message).toBe(passwordRule)
  })
})

describe('the current password', () => {
  test('is whatever was once accepted, up to 128 characters', () => {
    for (const password of ['x', 'without any rule', 'x'.repeat(128)]) {
      expect(v.parse(currentPasswordSchema, password)).toBe(password)
    }
    for (const password of ['', 'x'.repeat(129), 7, undefined]) {
      expect(v.is(currentPasswordSchema, password)).toBe(false)
    }
  })
})
