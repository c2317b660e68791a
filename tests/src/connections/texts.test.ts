import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import {
  acceptFailure,
  endFailure,
  kindLabel,
  rejectFailure,
  removeFailure,
  sendFailure,
} from '#src/features/connections/connections-resource.ts'
import { ApiProblemError, UnreachableError } from '#src/offline/api/api-error.ts'

const refused = new ApiProblemError(problem('request_pending'), 409, undefined)
const why = 'You already sent this provider a request.'
const unreachable = new UnreachableError('No answer')
const silent = 'The server isn’t answering. Please try again when you’re online.'

test.each([
  [sendFailure, `Failed to send connection request: ${why}`, 'Failed to send connection request'],
  [removeFailure, `Failed to remove request: ${why}`, `Failed to remove request: ${silent}`],
  [acceptFailure, `Failed to accept connection: ${why}`, `Failed to accept connection: ${silent}`],
  [rejectFailure, `Failed to reject connection: ${why}`, `Failed to reject connection: ${silent}`],
  [endFailure, `Failed to end connection: ${why}`, `Failed to end connection: ${silent}`],
])('%s says the server’s reason, or that there was none', (failureOf, withReason, without) => {
  expect([failureOf(refused), failureOf(unreachable)]).toEqual([withReason, without])
})

test('somebody is called by their specialty, or else by what they are', () => {
  expect(kindLabel({ userType: 'ServiceProvider', specialization: 'Social Worker' })).toBe(
    'Social Worker',
  )
  expect(kindLabel({ userType: 'ServiceProvider', specialization: null })).toBe('Care Provider')
  expect(kindLabel({ userType: 'Adolescent' })).toBe('Gen-Z')
  expect(kindLabel({ userType: 'Parent' })).toBe('Parent')
})
