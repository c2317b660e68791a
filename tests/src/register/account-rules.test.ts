import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  accountSchema,
  emptyAccount,
  type AccountFields,
} from '#src/features/account/register/values.ts'
import { goodAccount } from './filled.ts'

const weak =
  'Password must be at least 8 characters and include uppercase, lowercase, number, and special character'

function issuesOf(part: Partial<AccountFields>): unknown[] {
  const { issues = [] } = v.safeParse(accountSchema, { ...goodAccount, ...part })
  return issues.map((issue) => [v.getDotPath(issue), issue.message])
}

test.each<[Partial<AccountFields>, string, string]>([
  [{ email: 'lina@' }, 'email', 'Invalid email format'],
  [{ username: 'li' }, 'username', 'Username must be at least 3 characters'],
  [{ firstname: '' }, 'firstname', 'First name is required'],
  [{ lastname: ' ' }, 'lastname', 'Last name is required'],
  [{ password: 'Short1!' }, 'password', weak],
  [{ password: 'right-pass1!' }, 'password', weak],
  [{ password: 'RIGHT-PASS1!' }, 'password', weak],
  [{ password: 'Right-Pass!' }, 'password', weak],
  [{ password: 'RightPass1' }, 'password', weak],
  [{ confirmPassword: 'Right-Pass2!' }, 'confirmPassword', 'Passwords do not match'],
])('%j is reported in the words of the spec', (part, field, text) => {
  expect(issuesOf(part)).toContainEqual([field, text])
})

test('a weak password and a second one that differs are reported at once', () => {
  const both = issuesOf({ password: 'weak', confirmPassword: 'other' })
  expect(both).toContainEqual(['password', weak])
  expect(both).toContainEqual(['confirmPassword', 'Passwords do not match'])
})

test('an empty step has something to say about every field', () => {
  const { issues = [] } = v.safeParse(accountSchema, emptyAccount)
  const fields = new Set(issues.map((issue) => v.getDotPath(issue)))
  expect(fields).toEqual(new Set(['email', 'username', 'firstname', 'lastname', 'password']))
})
