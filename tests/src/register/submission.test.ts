import { expect, test } from 'vitest'
import {
  refusalOf,
  type Refusals,
  type AccountFields,
} from '#src/features/account/register/values.ts'
import { goodAccount } from './filled.ts'

const refusals: Refusals<AccountFields> = {
  texts: { email: 'This email is already in use.' },
  sent: goodAccount,
}

test('a refusal is shown while the field still holds what was refused', () => {
  expect(refusalOf(refusals, 'email', goodAccount.email)).toBe('This email is already in use.')
  expect(refusalOf(refusals, 'email', 'other@example.org')).toBeUndefined()
})

test('other fields, and a form that was not refused, have none', () => {
  expect(refusalOf(refusals, 'username', goodAccount.username)).toBeUndefined()
  expect(refusalOf<AccountFields, 'email'>(undefined, 'email', goodAccount.email)).toBeUndefined()
})
