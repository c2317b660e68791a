import { expect, test } from 'vitest'
import { checkLogin } from '#src/features/account/pages/login-screen.tsx'

test('what fits the contract becomes the request, the e-mail without the spaces around it', () => {
  expect(checkLogin({ email: ' lina@zync.example ', password: 'Demo-Pass1!' })).toEqual({
    body: { email: 'lina@zync.example', password: 'Demo-Pass1!' },
  })
})

test.each([
  [{ email: 'lina', password: 'long enough' }, { email: 'Invalid email format' }],
  [
    { email: 'lina@zync.example', password: 'short' },
    { password: 'Password must be at least 8 characters' },
  ],
  [
    { email: '', password: '' },
    { email: 'Invalid email format', password: 'Password must be at least 8 characters' },
  ],
])('%o is reported field by field', (typed, errors) => {
  expect(checkLogin(typed)).toEqual({ errors })
})
