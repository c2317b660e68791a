import { expect, test } from 'vitest'
import { maySpeakUp } from '#src/features/safety/safety-menu.tsx'

const reviewed = { verifiedAt: '2026-11-21T10:00:00Z' }
const waiting = { verifiedAt: null }

test.each([
  ['a young person', { userT: 'Adolescent' }, waiting, true],
  ['a parent whose profile is not here yet', { userT: 'Parent' }, undefined, true],
  ['a provider who was reviewed', { userT: 'ServiceProvider' }, reviewed, true],
  ['a provider who waits for the review', { userT: 'ServiceProvider' }, waiting, false],
  ['a superAdmin', { userT: 'Parent', role: 'SuperAdmin' }, waiting, false],
] as const)('%s is offered to block and report: %j', (_, user, profile, offered) => {
  expect(maySpeakUp(user, profile)).toBe(offered)
})
