import { describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { locationLabel } from '#src/features/account/profile/profile-card.tsx'
import { ApiProblemError, UnreachableError, failureText } from '#src/offline/api/api-error.ts'
import { reviewState } from '#src/session/own-profile.ts'
import { fullUser } from './full-user.ts'

test.each([
  ['Beirut', 'Lebanon', 'Beirut, Lebanon'],
  [null, 'Lebanon', 'Lebanon'],
  ['Beirut', null, 'Beirut'],
  ['', '', undefined],
  [null, null, undefined],
])('a person in %s and %s is from %s', (state, country, words) => {
  expect(locationLabel({ state, country })).toBe(words)
})

describe('the review', () => {
  const provider = { userT: 'ServiceProvider', specialization: 'Psychotherapist' } as const

  test.each([
    ['a young person', fullUser(), { status: 'none' }],
    ['a parent', fullUser({ userT: 'Parent' }), { status: 'none' }],
    ['a new provider', fullUser(provider), { status: 'waiting' }],
    [
      'a provider without a reason yet',
      fullUser({ ...provider, rejectedReason: null }),
      { status: 'waiting' },
    ],
    [
      'a provider who is approved, and whose email is not confirmed',
      fullUser({ ...provider, approvedAt: '2026-11-21T12:00:00Z', emailConfirmedAt: null }),
      { status: 'unconfirmed' },
    ],
    [
      'a provider who was turned down',
      fullUser({ ...provider, rejectedReason: 'The license has expired.' }),
      { status: 'rejected', reason: 'The license has expired.' },
    ],
    [
      'a provider approved after all',
      fullUser({ ...provider, verifiedAt: '2026-11-21T12:00:00Z', rejectedReason: 'Old' }),
      { status: 'none' },
    ],
  ])('of %s', (_, user, state) => {
    expect(reviewState(user)).toEqual(state)
  })
})

describe('a change that failed', () => {
  const fallback = 'Failed to update user bio'

  test('is reported in the server’s words, a field’s before the whole’s', () => {
    const refusal = problem('invalid_input', { fields: { bio: 'At most 2000 characters' } })
    expect(failureText(new ApiProblemError(refusal, 400, undefined), fallback, 'bio')).toBe(
      'At most 2000 characters',
    )
    expect(failureText(new ApiProblemError(refusal, 400, undefined), fallback)).toBe(
      'Some of what was sent is not valid.',
    )
  })

  test.each([new UnreachableError('No answer'), new Error('a defect of ours'), 'nothing'])(
    'for %s is reported in the product’s own words',
    (error) => {
      expect(failureText(error, fallback, 'bio')).toBe(fallback)
    },
  )
})
