import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { commandSchema } from '#contract/commands.ts'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import {
  hostileString,
  isCleanText,
  poisoned,
  stringFields,
  type StringField,
} from './string-fields.ts'

/** Only its owner knows what a password is, so it is never changed; it is hashed and stored nowhere. */
const passwords = /\.(password|confirmPassword|oldPassword|newPassword|currentPassword)$/
/** Words that a search compares, their letters taken apart; they are stored nowhere. */
const words = /\.query\.search$/
/** Read by the schema of its kind, which stands among the commands. */
const payload = 'pushOps.body.ops[].payload'

/** One of these fits every string of ours. */
const samples = [
  'A text of some length',
  '01985a3c-0000-7a10-8c00-00000000000b',
  '01985a3c-0000-7a10-8c00-00000000000b.webp',
  '01985a3c-0000-7a10-8c00-00000000000b.pdf',
  '2026-06-15',
  '2026-06-15T12:00:00Z',
  '18:30',
  'Africa/Cairo',
  'Arabic,English',
  '25',
  '123456',
  'noor@example.org',
  'Right-Pass1!',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://zoom.us/j/1',
  'cs_test_1',
  'dQw4w9WgXcQ',
  '0a'.repeat(32),
  'en',
  'B'.repeat(87),
  'a'.repeat(22),
  'a'.repeat(43),
]

const fields = [
  ...Object.entries<Endpoint>(api).flatMap(([name, { params, query, body }]) => [
    ...fieldsOf(params, `${name}.params`),
    ...fieldsOf(query, `${name}.query`),
    ...fieldsOf(body?.schema, `${name}.body`),
  ]),
  ...fieldsOf(commandSchema, 'command'),
]

describe('a text field of any call or command', () => {
  test('is found, however deep it stands', () => {
    const paths = fields.map(({ path }) => path)
    expect(paths).toContain('registerAdolescent.body.firstname')
    expect(paths).toContain('pushOps.body.ops[].tz')
    expect(paths.some((path) => /^command\|\d+\.payload\.answers\[\]\.value$/.test(path))).toBe(
      true,
    )
  })

  test.each(fields)('$path lets nothing hidden through', ({ path, schema }) => {
    const valid = samples.filter((sample) => v.is(schema, sample))
    expect(valid).not.toEqual([])
    const given = fc.oneof(hostileString(), ...valid.map(poisoned), ...valid.map(besides))
    fc.assert(
      fc.property(given, (text) => {
        const { success, output } = v.safeParse(schema, text)
        if (!success) return
        for (const each of stringsIn(output)) {
          expect([each, mayPass(path, each)]).toEqual([each, true])
        }
      }),
      { numRuns: 200 },
    )
  })

  test('is gone through a few times, however long it is and whatever it repeats', () => {
    const schemas = new Set(fields.map(({ schema }) => schema))
    expect(schemas.size).toBeGreaterThan(100)
    // A rule that starts over at each character would take minutes for one of these.
    for (const text of longTexts) for (const schema of schemas) v.safeParse(schema, text)
  })
})

const longTexts = ['', 'a@'].flatMap((before) =>
  ['.', '=', '@', ' ', 'a', '1', '\u0301'].map((one) => `${before}${one.repeat(300_000)}!@`),
)

function mayPass(path: string, text: string): boolean {
  if (passwords.test(path)) return !/\p{Cc}|\p{Cs}/u.test(text)
  return isCleanText(words.test(path) ? text.normalize('NFC') : text)
}

function fieldsOf(schema: Schema | undefined, path: string): StringField[] {
  if (!schema) return []
  if (path !== 'pushOps.body') return stringFields(schema, path)
  const { ops } = (schema as unknown as { entries: { ops: { item: Entries } } }).entries
  const { payload: read, ...rest } = ops.item.entries
  if (read?.type !== 'unknown') throw new Error(`${payload} is read by a schema of its own`)
  return stringFields(v.object(rest), 'pushOps.body.ops[]')
}

interface Entries {
  readonly entries: Readonly<Record<string, v.GenericSchema>>
}

function besides(sample: string): fc.Arbitrary<string> {
  return hostileString().map((text) => sample + text)
}

/** A field may become a number, or a list of words. */
function stringsIn(output: unknown): string[] {
  if (typeof output === 'string') return [output]
  return Array.isArray(output) ? output.flatMap(stringsIn) : []
}
