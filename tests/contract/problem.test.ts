import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { problem, problemCatalogue, problemCodes, problemSchema } from '#contract/problem.ts'

describe('the catalogue of errors', () => {
  test.each(Object.entries(problemCatalogue))(
    '%s has a fitting status and a text',
    (code, entry) => {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect([
        400, 401, 402, 403, 404, 405, 408, 409, 410, 411, 413, 415, 426, 429, 500, 503,
      ]).toContain(entry.status)
      expect(entry.message).toMatch(/^[A-Z].*\.$/)
    },
  )

  test('every code is listed once', () => {
    expect(problemCodes).toEqual(Object.keys(problemCatalogue))
  })

  test.each([
    ['already_answered', 409, 'You already answered this today.'],
    ['unauthenticated', 401, 'Please log in.'],
    ['rate_limited', 429, 'Too many tries. Please wait a moment.'],
    ['not_found', 404, 'Not found.'],
  ] as const)('%s answers %i', (code, status, message) => {
    expect(problemCatalogue[code]).toEqual({ status, message })
  })
})

describe('the body of an error', () => {
  test('every code makes a body that its reader understands', () => {
    for (const code of problemCodes) {
      const body = problem(code)
      expect(body).toEqual({ code, message: problemCatalogue[code].message })
      expect(v.parse(problemSchema, body)).toEqual(body)
    }
  })

  test('it carries fields, the stored record and another text where they are given', () => {
    const more = { message: 'No.', fields: { 'ops.0.kind': 'Unknown.' }, current: { score: 4 } }
    const body = problem('already_answered', more)
    expect(body).toEqual({ code: 'already_answered', ...more })
    expect(v.parse(problemSchema, body)).toEqual(body)
  })

  test('a code of a newer server counts as an error of its own', () => {
    expect(v.parse(problemSchema, { code: 'moon_is_full', message: 'No.' })).toEqual({
      code: 'internal',
      message: 'No.',
    })
  })

  test.each([
    ['no message', { code: 'internal' }],
    ['a message that is no text', { code: 'internal', message: 404 }],
    ['fields that are no texts', { code: 'internal', message: 'x', fields: { a: ['b'] } }],
    ['a list', []],
    ['nothing', null],
    ['a page', '<h1>Not found</h1>'],
  ])('%s is no error of ours', (_, body) => {
    expect(v.is(problemSchema, body)).toBe(false)
  })
})
