import * as v from 'valibot'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { commandSchema } from '#contract/commands.ts'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import { fieldProblems, plainMessage } from '#server/http/routing/read-input.ts'

/** What valibot, a type or a program would say, and nobody else. */
const developers =
  /Expected|but received|Invalid (type|length|value|key|format|UUID|URL|regex|integer|union|date)\b|undefined|null|NaN|\[object|Object|Array|string|regex|schema|strict|>=|<=|\^|\\/

const garbage: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  '%',
  '\0',
  'x'.repeat(200_000),
  '9999-99-99',
  -1,
  1.5,
  1e12,
  Number.NaN,
  true,
  {},
  [],
  [null],
  { x: 1 },
]

interface Shape {
  readonly type: string
  readonly entries?: Readonly<Record<string, Schema>>
  readonly item?: Schema
  readonly items?: readonly Schema[]
  readonly options?: readonly Schema[]
  readonly wrapped?: Schema
}

/** A schema and every schema inside it, each with its path as a body of its own would name it. */
function within(schema: Schema, name: string): { name: string; schema: Schema }[] {
  const { entries = {}, item, items = [], options = [], wrapped } = schema as unknown as Shape
  return [
    { name, schema: v.object({ [name]: schema }) },
    ...Object.entries(entries).flatMap(([key, inner]) => within(inner, key)),
    ...[item, wrapped, ...items, ...options].flatMap((inner) =>
      // A picklist's options are its values.
      inner && typeof inner === 'object' ? within(inner, name) : [],
    ),
  ]
}

const inputs = [
  ...Object.entries<Endpoint>(api).flatMap(([name, { query, body }]) =>
    [query, body?.schema].flatMap((schema) => (schema ? [{ name, schema }] : [])),
  ),
  { name: 'command', schema: commandSchema },
]

function textsFor(schema: Schema, value: unknown): string[] {
  const parsed = v.safeParse(schema, value, { message: plainMessage })
  return parsed.success ? [] : Object.values(fieldProblems(parsed.issues))
}

test.each(inputs)('what $name refuses is said in words for people', ({ schema }) => {
  const texts = new Set(garbage.flatMap((value) => textsFor(schema, value)))
  for (const each of within(schema, 'field')) {
    for (const value of garbage) {
      for (const text of textsFor(each.schema, { [each.name]: value })) texts.add(text)
    }
  }
  expect(texts.size).toBeGreaterThan(0)
  expect([...texts].filter((text) => developers.test(text) || text.length > 200)).toEqual([])
})

test('a field without a text of its own is named', () => {
  const schema = v.strictObject({ list: v.array(v.strictObject({ days: v.array(v.number()) })) })
  expect(textsFor(schema, {})).toEqual(['list is required'])
  expect(textsFor(schema, { list: [{ days: ['x'] }] })).toEqual(['days is not valid'])
  expect(textsFor(schema, { list: [], secret: 1 })).toEqual(['This field is not known.'])
  expect(textsFor(schema, 7)).toEqual(['This is not valid'])
})
