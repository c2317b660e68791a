import { expect, test } from 'vitest'
import { furthestStep, reachableStep, stepOfFields } from '#src/features/account/register/values.ts'
import { filled, goodAccount } from './filled.ts'

test('without a user type there is no way past step 1', () => {
  expect(furthestStep(filled({ type: undefined }))).toBe(1)
})

test.each([
  ['an e-mail that is none', { email: 'lina@' }],
  ['a short username', { username: 'li' }],
  ['no first name', { firstname: ' ' }],
  ['no last name', { lastname: '' }],
  ['a weak password', { password: 'password1', confirmPassword: 'password1' }],
  ['another password the second time', { confirmPassword: 'Right-Pass2!' }],
])('with %s there is no way past step 2', (_, part) => {
  expect(furthestStep(filled({ account: { ...goodAccount, ...part } }))).toBe(2)
})

test('a valid account opens step 3', () => {
  expect(furthestStep(filled())).toBe(3)
})

test('going back is free, going forward ends at the first step that is not valid', () => {
  const noPassword = filled({ account: { ...goodAccount, password: '', confirmPassword: '' } })
  expect(reachableStep(1, noPassword)).toBe(1)
  expect(reachableStep(3, noPassword)).toBe(2)
  expect(reachableStep(3, filled({ type: undefined }))).toBe(1)
  expect(reachableStep(2, filled())).toBe(2)
})

test('a refusal leads to the first step that has one of its fields', () => {
  expect(stepOfFields(['email'])).toBe(2)
  expect(stepOfFields(['phoneNumber', 'username'])).toBe(2)
  expect(stepOfFields(['profileImg'])).toBe(3)
  expect(stepOfFields([])).toBe(3)
})
