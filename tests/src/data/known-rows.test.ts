import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { knownData } from '#src/data/use-refresh.ts'
import { ApiProblemError, failureText, UnreachableError } from '#src/offline/api/api-error.ts'

const error = new Error('It broke')

test.each([
  ['loading', undefined, []],
  ['done', undefined, []],
  ['failed', error, undefined],
  ['loading', error, undefined],
] as const)('of a list without rows it is %s (%s)', (status, why, known) => {
  expect(knownData([], { status, error: why })).toEqual(known)
})

test('rows that are known stay known, whatever fails', () => {
  expect(knownData([1], { status: 'failed', error })).toEqual([1])
  expect(knownData(undefined, { status: 'done' })).toBeUndefined()
})

test.each([
  [
    new ApiProblemError(problem('busy', { message: 'Come back at nine.' }), 503, undefined),
    'Come back at nine.',
  ],
  [new ApiProblemError(problem('busy', { message: '' }), 503, undefined), 'Failed to load'],
  [new UnreachableError('No answer'), 'Failed to load'],
  [error, 'Failed to load'],
])('the server’s message goes before the product’s sentence', (failed, text) => {
  expect(failureText(failed, 'Failed to load')).toBe(text)
})
