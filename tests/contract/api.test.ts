import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { appHeader } from '#contract/endpoint.ts'
import { endpoint, type Endpoint } from '#contract/endpoint.ts'
import { problemCodes } from '#contract/problem.ts'

const calls: readonly (readonly [string, Endpoint])[] = Object.entries(api)

const id = '0190F3A0-ABCD-7000-8000-00000000000F'
/** Their ids are compared by the database alone, which reads either case. */
const comparedAsUuid = /Session$|Connection$|^removeRequest$|^handleReport$/
/** The parsed params of the calls that are about one person, booking, busy slot or payment. */
const aboutOne = calls.flatMap(([name, { params }]) => {
  const read = (param: string, value: string) =>
    params && v.safeParse(params, { [param]: value, paper: 'resume' })
  const parsed = ['id', 'userId', 'providerId', 'paymentId']
    .filter((param) => !read(param, 'no id')?.success)
    .map((param) => read(param, id))
    .find((result) => result?.success)
  return parsed && !comparedAsUuid.test(name)
    ? [[name, JSON.stringify(parsed.output)] as const]
    : []
})

/** Spec 7: the calls of the earlier client, where this build has them. */
const spokenBySpec = [
  ['login', 'POST', '/auth/login'],
  ['registerAdolescent', 'POST', '/auth/register/Adolescent'],
  ['getUser', 'GET', '/auth/user/{id}'],
  ['recordTracker', 'POST', '/trackers'],
  ['checkTrackers', 'GET', '/trackers/check'],
  ['latestTrackerEntries', 'GET', '/trackers/entries/{type}/latest'],
] as const

describe('every call', () => {
  test('has an address of its own', () => {
    const addresses = calls.map(
      ([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    )
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  test('reads the id that it is about in lower case, as the database writes it', () => {
    const upper = aboutOne.filter(([, params]) => !params.includes(id.toLowerCase()))
    expect(upper.map(([name]) => name)).toEqual([])
    expect(aboutOne.length).toBeGreaterThan(20)
  })

  test.each(calls)('%s is named and described', (name, { summary, tag }) => {
    expect(name).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
    expect(summary).toMatch(/^[A-Z].*[^.\s]$/)
    expect(tag).toMatch(/^[A-Z][a-z]+$/)
  })

  test.each(calls)('%s has a schema for every parameter of its path', (_, { path, params }) => {
    expect(path).toMatch(/^(\/([\w-]+|\{\w+\}(-\w+)?))+\/?$/)
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    expect(new Set(entriesOf(params))).toEqual(new Set(inPath))
  })

  test.each(calls)('%s refuses a path parameter that is empty', (_, { params }) => {
    const empty = Object.fromEntries(entriesOf(params).map((name) => [name, '']))
    expect(params === undefined || !v.is(params, empty)).toBe(true)
  })

  test.each(calls)('%s carries no body if it is a GET', (_, { method, body }) => {
    expect(method === 'GET' && body !== undefined).toBe(false)
  })

  test.each(calls.filter(([, { body }]) => body))('%s bounds its body', (_, { body }) => {
    const bytesMax = body?.bytesMax ?? 0
    expect(Number.isInteger(bytesMax)).toBe(true)
    expect(bytesMax).toBeGreaterThan(0)
    expect(bytesMax).toBeLessThanOrEqual(32 * 1024 * 1024)
  })

  test.each(calls)('%s knows the problems it names, each once', (_, { problems }) => {
    expect(problems.filter((code) => !problemCodes.includes(code))).toEqual([])
    expect(new Set(problems).size).toBe(problems.length)
  })

  test.each(calls)('%s answers nothing exactly where it says 204', (_, { reply }) => {
    expect(v.is(reply.schema, undefined) && reply.schema.type === 'undefined').toBe(
      reply.status === 204,
    )
  })

  test('only those who cannot be logged in yet may come without a session', () => {
    const open = calls.filter(([, { session }]) => session === 'none')
    for (const [, { path }] of open) expect(path).toMatch(/^\/(auth|pay)\//)
  })
})

test.each(spokenBySpec)('%s is the call of the spec', (name, method, path) => {
  expect(api[name]).toMatchObject({ method, path })
})

test('declaring a call changes nothing of it', () => {
  expect(endpoint(api.login)).toBe(api.login)
})

test('our own answers are known by a header', () => {
  expect(appHeader).toEqual({ name: 'x-zync', value: '1' })
})

function entriesOf(schema: Endpoint['params']): string[] {
  if (!schema) return []
  if (!('entries' in schema)) throw new Error('The parameters of a path are an object')
  return Object.keys(schema.entries as object)
}
