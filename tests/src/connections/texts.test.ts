import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import {
  acceptFailure,
  endFailure,
  rejectFailure,
  removeFailure,
  sendFailure,
} from '#src/features/connections/failure-words.ts'
import { kindWords } from '#src/features/connections/kind-words.ts'
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
])('%s says the server’s reason, or that there was none', (words, withReason, without) => {
  expect([words(refused), words(unreachable)]).toEqual([withReason, without])
})

test('somebody is called by their specialty, or else by what they are', () => {
  expect(kindWords({ userType: 'ServiceProvider', specialization: 'Social Worker' })).toBe(
    'Social Worker',
  )
  expect(kindWords({ userType: 'ServiceProvider', specialization: null })).toBe('Care Provider')
  expect(kindWords({ userType: 'Adolescent' })).toBe('Gen-Z')
  expect(kindWords({ userType: 'Parent' })).toBe('Parent')
})
