import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { problemCodes } from '#contract/problem.ts'
import {
  opResultSchema,
  pushBytesMax,
  pushOpsMax,
  pushReplySchema,
  pushRequestSchema,
  wireOpSchema,
} from '#contract/sync/api.ts'
import { answerOf, wireOp } from '#tests/support/ops.ts'

const opId = '0198a1de-0000-7000-8000-000000000001'

describe('an operation as it travels', () => {
  test('passes unchanged', () => {
    const op = wireOp(answerOf())
    expect(v.parse(wireOpSchema, op)).toEqual(op)
  })

  test.each([
    ['a kind of a newer build', { kind: 'moon.watch' }],
    ['a payload of another shape', { payload: ['anything', { at: 'all' }] }],
    ['a payload that is null', { payload: null }],
    ['a newer version', { v: 99 }],
    ['a kind of 64 characters', { kind: 'k'.repeat(64) }],
    ['a zone of 64 characters', { tz: 'z'.repeat(64) }],
  ])('%s passes the envelope, to be judged alone', (_, given) => {
    expect(v.is(wireOpSchema, { ...wireOp(answerOf()), ...given })).toBe(true)
  })

  test.each([
    ['an id that is none', { opId: '1' }],
    ['no id', { opId: undefined }],
    ['version 0', { v: 0 }],
    ['half a version', { v: 1.5 }],
    ['a version as text', { v: '1' }],
    ['a kind of 65 characters', { kind: 'k'.repeat(65) }],
    ['a kind that is no text', { kind: 7 }],
    ['a day that does not exist', { localDate: '2026-02-30' }],
    ['a zone of 65 characters', { tz: 'z'.repeat(65) }],
    ['a token', { token: 'secret' }],
    ['a user', { userId: opId }],
  ])('%s is refused', (_, given) => {
    expect(v.is(wireOpSchema, { ...wireOp(answerOf()), ...given })).toBe(false)
  })

  test('an operation without a payload is refused', () => {
    const { payload: _, ...bare } = wireOp(answerOf())
    expect(v.is(wireOpSchema, bare)).toBe(false)
  })
})

describe('a push', () => {
  const ops = (count: number) => Array.from({ length: count }, () => wireOp(answerOf()))

  test('holds 1 to 1,000 operations', () => {
    expect(pushOpsMax).toBe(1_000)
    expect(v.is(pushRequestSchema, { ops: ops(1) })).toBe(true)
    expect(v.is(pushRequestSchema, { ops: ops(1_000) })).toBe(true)
    expect(v.is(pushRequestSchema, { ops: [] })).toBe(false)
    expect(v.is(pushRequestSchema, { ops: ops(1_001) })).toBe(false)
  })

  test('holds 256 KiB', () => {
    expect(pushBytesMax).toBe(262_144)
  })

  test('names nothing but its operations', () => {
    expect(v.is(pushRequestSchema, { ops: ops(1), userId: opId })).toBe(false)
  })
})

describe('the answer to a push', () => {
  const results = [
    { opId, status: 'applied', result: { score: 4 } },
    { opId, status: 'duplicate', result: null },
    { opId, status: 'superseded', result: {} },
    { opId, status: 'rejected', code: 'date_out_of_range', message: 'Too old.' },
    { opId, status: 'retry', code: 'busy', afterMs: 1_000 },
    { opId, status: 'upgrade_required' },
  ]

  test.each(results)('a result $status passes unchanged', (result) => {
    expect(v.parse(opResultSchema, result)).toEqual(result)
    expect(v.parse(pushReplySchema, { results: [result] })).toEqual({ results: [result] })
  })

  test('every code may refuse an operation', () => {
    for (const code of problemCodes) {
      const result = { opId, status: 'rejected', code, message: 'No.' }
      expect(v.parse(opResultSchema, result)).toEqual(result)
    }
  })

  test('a code of a newer server does not sink the other results', () => {
    const strange = { opId, status: 'rejected', code: 'moon_is_full', message: 'Not tonight.' }
    const reply = v.parse(pushReplySchema, { results: [...results, strange] })
    expect(reply.results.at(-1)).toEqual({ ...strange, code: 'internal' })
    expect(reply.results).toHaveLength(7)
  })

  test.each([
    ['an unknown status', { opId, status: 'lost' }],
    ['no status', { opId }],
    ['an id that is none', { opId: '1', status: 'upgrade_required' }],
    ['a retry without a pause', { opId, status: 'retry', code: 'busy' }],
    ['a refusal without a text', { opId, status: 'rejected', code: 'busy' }],
    ['a success without a record', { opId, status: 'applied' }],
  ])('%s is no result', (_, result) => {
    expect(v.is(opResultSchema, result)).toBe(false)
  })

  test('no results may come for no operations', () => {
    expect(v.is(pushReplySchema, { results: [] })).toBe(true)
    expect(v.is(pushReplySchema, {})).toBe(false)
  })
})
