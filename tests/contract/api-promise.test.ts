import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { contractVersion } from '#contract/version.ts'
import { openApiDocument } from '#server/http/openapi/openapi.ts'

/** Who reads what the other side wrote: the server what a phone asks, a phone what the server answers. */
type Direction = 'request' | 'reply'
type Json = Readonly<Record<string, unknown>>

const promised = new URL(`../../docs/api/${contractVersion}.json`, import.meta.url)

const text = { type: 'string', maxLength: 5 }
const words = { enum: ['p', 'q'] }

test('phones and servers of the same number understand each other, whichever is the older', () => {
  const before = asJson(JSON.parse(readFileSync(promised, 'utf8')))
  const now = asJson(JSON.parse(JSON.stringify(openApiDocument())))
  // Whatever is listed here needs a higher `contractVersion`, and `node scripts/api.ts > docs/api/<number>.json`.
  expect(callBreaks(before, now)).toEqual([])
})

test.each([
  ['a new field that may be left out', 'request', { more: text }, ['a'], []],
  ['a new field that must be there', 'request', { more: text }, ['a', 'more'], ['x.more']],
  ['a new field that may be left out', 'reply', { more: text }, ['a'], []],
  ['a new field that must be there', 'reply', { more: text }, ['a', 'more'], ['x.more']],
  ['a field that may be left out now', 'request', {}, [], []],
  ['a field that may be left out now', 'reply', {}, [], ['x.a']],
  ['a longer text', 'request', { a: { type: 'string', maxLength: 9 } }, ['a'], []],
  ['a shorter text', 'request', { a: { type: 'string', maxLength: 1 } }, ['a'], ['x.a.maxLength']],
  ['another type', 'reply', { a: { type: 'number' } }, ['a'], ['x.a.type', 'x.a.maxLength']],
  ['one word more', 'request', { b: { enum: ['p', 'q', 'r'] } }, ['a'], []],
  ['one word more', 'reply', { b: { enum: ['p', 'q', 'r'] } }, ['a'], ['x.b']],
  ['one word fewer', 'request', { b: { enum: ['p'] } }, ['a'], ['x.b']],
] as const)('%s in a %s', (_, direction, properties, required, broken) => {
  const old = { type: 'object', properties: { a: text, b: words }, required: ['a'] }
  const next = { ...old, properties: { ...old.properties, ...properties }, required: [...required] }
  expect(breaks(old, next, direction, 'x')).toEqual(broken)
})

test('a field that may be left out in one of several variants, and one that is gone from it', () => {
  const other = { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] }
  const variant = (properties: Json) => ({
    anyOf: [{ type: 'object', properties, required: [] }, other],
  })
  const [old, more, less] = [variant({ a: text }), variant({ a: text, b: text }), variant({})]
  expect(breaks(old, more, 'reply', 'x')).toEqual([])
  expect(breaks(old, less, 'reply', 'x')).toEqual(['x.a'])
  expect(breaks(old, { anyOf: [other] }, 'reply', 'x')).toEqual(['x'])
})

test('a field, a call or an answer that is gone', () => {
  const old = { type: 'object', properties: { a: text }, required: [] }
  expect(breaks(old, { ...old, properties: {} }, 'request', 'x')).toEqual(['x.a'])
  const call = { get: { responses: { 200: {} } } }
  const before = { paths: { '/a': call, '/b': call } }
  expect(callBreaks(before, { paths: { '/a': { get: { responses: { 201: {} } } } } })).toEqual([
    'GET /a 200',
    'GET /b',
  ])
})

/** What is said about a schema and not asked by it. */
const spoken = new Set(['description', 'title', 'examples', 'default', 'summary'])
/** Bounds that the reader of a request may widen. */
const upper = new Set(['maxLength', 'maxItems', 'maximum'])
const lower = new Set(['minLength', 'minItems', 'minimum'])

function callBreaks(before: Json, now: Json): string[] {
  return entries(before['paths']).flatMap(([path, calls]) =>
    entries(calls).flatMap(([method, call]) => {
      const name = `${method.toUpperCase()} ${path}`
      const next = at(now, 'paths', path, method)
      if (next === undefined) return [name]
      return [...requestBreaks(asJson(call), next, name), ...replyBreaks(asJson(call), next, name)]
    }),
  )
}

function requestBreaks(call: Json, next: Json, name: string): string[] {
  const body = (of: Json) => at(of, 'requestBody', 'content') ?? {}
  const missing = entries(parametersOf(call)).flatMap(([key, old]) => {
    const given = at(parametersOf(next), key)
    return given === undefined
      ? [`${name} ${key}`]
      : breaks(at(asJson(old), 'schema'), at(given, 'schema'), 'request', `${name} ${key}`)
  })
  const demanded = entries(parametersOf(next))
    .filter(([key, each]) => asJson(each)['required'] === true && !at(parametersOf(call), key))
    .map(([key]) => `${name} ${key}`)
  const bodies = entries(body(call)).flatMap(([type, old]) =>
    breaks(at(asJson(old), 'schema'), at(body(next), type, 'schema'), 'request', `${name} body`),
  )
  return [...missing, ...demanded, ...bodies]
}

function replyBreaks(call: Json, next: Json, name: string): string[] {
  return entries(call['responses'])
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, old]) => {
      const reply = at(next, 'responses', status)
      if (reply === undefined) return [`${name} ${status}`]
      return entries(asJson(old)['content']).flatMap(([type, content]) =>
        breaks(
          at(asJson(content), 'schema'),
          at(reply, 'content', type, 'schema'),
          'reply',
          `${name} ${status}`,
        ),
      )
    })
}

function parametersOf(call: Json): Json {
  const list = v.parse(
    v.optional(v.array(v.looseObject({ in: v.string(), name: v.string() })), []),
    call['parameters'],
  )
  return Object.fromEntries(list.map((each) => [`${each.in}:${each.name}`, each]))
}

/** Where one side would not understand the other, of whom either may be the older. */
function breaks(old: unknown, now: unknown, direction: Direction, path: string): string[] {
  if (!isJson(old) || !isJson(now)) return isDeepStrictEqual(old, now) ? [] : [path]
  const keys = new Set([...Object.keys(old), ...Object.keys(now)])
  return [...keys].flatMap((key) => {
    if (spoken.has(key) || isDeepStrictEqual(old[key], now[key])) return []
    if (key === 'properties') return propertyBreaks(old, now, direction, path)
    if (key === 'required') return requiredBreaks(old, now, direction, path)
    if (key === 'enum' || key === 'anyOf' || key === 'oneOf') {
      const wider =
        direction === 'request' && listOf(old[key]).every((each) => holds(now[key], each))
      return wider ? [] : variantBreaks(listOf(old[key]), listOf(now[key]), direction, path)
    }
    if (isJson(old[key]) && isJson(now[key])) {
      return breaks(old[key], now[key], direction, `${path}.${key}`)
    }
    return direction === 'request' && isWider(key, old[key], now[key]) ? [] : [`${path}.${key}`]
  })
}

/** Variants of an object are compared each with its own, in their order; anything else was changed as a whole. */
function variantBreaks(
  old: readonly unknown[],
  now: readonly unknown[],
  direction: Direction,
  path: string,
): string[] {
  const alike = old.length === now.length && [...old, ...now].every((each) => isJson(each))
  return alike ? old.flatMap((each, index) => breaks(each, now[index], direction, path)) : [path]
}

function propertyBreaks(old: Json, now: Json, direction: Direction, path: string): string[] {
  const added = at(now, 'properties') ?? {}
  return entries(old['properties']).flatMap(([name, schema]) =>
    name in added ? breaks(schema, added[name], direction, `${path}.${name}`) : [`${path}.${name}`],
  )
}

/** What must be there may be left out later in what the server reads alone: in an answer an older phone relies on it. */
function requiredBreaks(old: Json, now: Json, direction: Direction, path: string): string[] {
  const [before, after] = [listOf(old['required']), listOf(now['required'])]
  const demanded = after.filter((name) => !before.includes(name))
  const dropped = direction === 'reply' ? before.filter((name) => !after.includes(name)) : []
  return [...demanded, ...dropped].map((name) => `${path}.${String(name)}`)
}

function isWider(key: string, old: unknown, now: unknown): boolean {
  if (upper.has(key)) return now === undefined || (typeof old === 'number' && Number(now) >= old)
  if (lower.has(key)) return now === undefined || (typeof old === 'number' && Number(now) <= old)
  return false
}

function holds(list: unknown, one: unknown): boolean {
  return listOf(list).some((each) => isDeepStrictEqual(each, one))
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function entries(value: unknown): [string, unknown][] {
  return isJson(value) ? Object.entries(value) : []
}

function at(value: Json, ...path: readonly string[]): Json | undefined {
  let found: unknown = value
  for (const key of path) found = isJson(found) ? found[key] : undefined
  return isJson(found) ? found : undefined
}

function asJson(value: unknown): Json {
  return isJson(value) ? value : {}
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
