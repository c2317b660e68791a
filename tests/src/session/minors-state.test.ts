import { expect, test } from 'vitest'
import type { FullUser } from '#contract/account/profile.ts'
import { minorsState, minorsText } from '#src/session/own-profile.ts'
import { fullUser } from '../profile/full-user.ts'

const reviewedAt = '2026-06-15T12:00:00.000Z'
type Practice = NonNullable<FullUser['practice']>

function provider(practice: Partial<Practice> | undefined, given: Partial<FullUser> = {}) {
  const said = { languages: [], seesMinors: true, clearedForMinors: false, reviewedAt }
  const whole = practice && { ...said, ...practice }
  const user = { ...fullUser(), userT: 'ServiceProvider' as const, verifiedAt: reviewedAt }
  return { ...user, ...given, ...(whole && { practice: whole }) }
}

test.each([
  ['off', provider({ seesMinors: false })],
  ['off', provider({ seesMinors: false, clearedForMinors: true })],
  ['asked', provider({ minorsAskedAt: reviewedAt })],
  ['refused', provider({ minorsAskedAt: null })],
  ['refused', provider({})],
  ['cleared', provider({ clearedForMinors: true })],
  ['none', provider({ seesMinors: false }, { verifiedAt: null })],
  ['none', provider({ seesMinors: false }, { verifiedAt: null, rejectedReason: 'No' })],
  ['none', provider(undefined)],
  ['none', fullUser()],
] as const)('a provider’s state towards people under 18 is “%s”', (state, user) => {
  expect(minorsState(user)).toBe(state)
})

test('each state in which nobody under 18 can ask says why, and no other says anything', () => {
  const silent = (['none', 'cleared'] as const).map(minorsText)
  expect(silent).toEqual([undefined, undefined])
  const words = (['off', 'asked', 'refused'] as const).map(minorsText)
  expect(new Set(words).size).toBe(3)
  expect(words).not.toContain(undefined)
})
