import * as v from 'valibot'
import { expect, test } from 'vitest'
import { resetSchema } from '#src/features/account/pages/recovery-screens.tsx'

const good = { otp: '012345', newPassword: 'secret', confirmPassword: 'secret' }

test('six digits and six characters are enough for the screen; the server has its own rule', () => {
  expect(v.is(resetSchema, good)).toBe(true)
})

test.each([
  ['otp', { otp: '12345' }, 'Please enter the complete 6-digit code'],
  ['otp', { otp: '' }, 'Please enter the complete 6-digit code'],
  [
    'newPassword',
    { newPassword: 'short', confirmPassword: 'short' },
    'Password must be at least 6 characters',
  ],
  ['confirmPassword', { confirmPassword: 'secret2' }, 'Passwords do not match'],
])('%s of %j is reported in the words of the spec', (field, part, text) => {
  const { issues = [] } = v.safeParse(resetSchema, { ...good, ...part })
  expect(issues.map((issue) => [v.getDotPath(issue), issue.message])).toContainEqual([field, text])
})

test('the problems of the code and of both passwords are reported at once', () => {
  const { issues = [] } = v.safeParse(resetSchema, {
    otp: '1',
    newPassword: 'short',
    confirmPassword: 'other',
  })
  expect(new Set(issues.map((issue) => v.getDotPath(issue)))).toEqual(
    new Set(['otp', 'newPassword', 'confirmPassword']),
  )
})
