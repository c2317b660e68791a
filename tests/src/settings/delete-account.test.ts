import { describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { deleteAccount } from '#src/features/account/settings/delete-section.tsx'
import { answerWith, noNetwork, ours, oursRaw } from '#tests/offline/network.ts'

describe('deleting the account', () => {
  test('sends the password, and nothing of it is left in the address', async () => {
    const requests = answerWith(() => oursRaw(null, { status: 204 }))
    expect(await deleteAccount('token', 'Old-Pass1!')).toEqual({ status: 'deleted' })
    expect([requests[0]?.method, requests[0]?.url]).toEqual([
      'DELETE',
      'https://zync.example/api/me',
    ])
    expect(await requests[0]?.json()).toEqual({ password: 'Old-Pass1!' })
  })

  test.each([
    [
      'a wrong password',
      problem('wrong_password'),
      400,
      'This is not your current password.',
      true,
    ],
    [
      'too many tries',
      problem('rate_limited'),
      429,
      'Too many tries. Please wait a moment.',
      false,
    ],
    [
      'a login that the server no longer knows',
      problem('unauthenticated'),
      401,
      'The server doesn’t know this login anymore. If you just deleted your account, log out to clear this device. If not, log in again.',
      false,
    ],
  ])('with %s says so', async (_, refusal, status, text, atPassword) => {
    answerWith(() => ours(refusal, { status }))
    const attempt = await deleteAccount('token', 'x')
    expect(attempt).toEqual({ status: 'failed', text, ...(atPassword && { field: 'password' }) })
  })

  test('without an answer does not pretend to know', async () => {
    answerWith(noNetwork)
    expect(await deleteAccount('token', 'x')).toEqual({
      status: 'failed',
      text: 'We didn’t get an answer, so we can’t be sure your account is deleted. Please try again.',
    })
  })
})
