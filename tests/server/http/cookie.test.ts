import { describe, expect, test } from 'vitest'
import { createCookie } from '#server/http/session/caller.ts'

describe('a cookie', () => {
  const facts = { name: 'a', path: '/api/b', secure: false }
  const cookie = createCookie(facts)

  test('is sent to one path of our own site alone, out of reach of scripts', () => {
    expect(cookie.set('x', 600)).toBe('a=x; Path=/api/b; Max-Age=600; HttpOnly; SameSite=Strict')
  })

  test('is sent over HTTPS alone in production', () => {
    expect(createCookie({ ...facts, secure: true }).set('x', 600)).toMatch(
      /^__Secure-a=x; .*; Secure$/,
    )
  })

  test('that came without the prefix of production counts there for nothing', () => {
    const ours = createCookie({ ...facts, secure: true })
    expect(ours.read('a=planted')).toBeUndefined()
    expect(ours.read('a=planted; __Secure-a=ours')).toBe('ours')
  })

  test('is taken away by the same name and path', () => {
    expect(cookie.clear()).toBe('a=; Path=/api/b; Max-Age=0; HttpOnly; SameSite=Strict')
  })

  test.each([
    ['a=1', '1'],
    ['b=2; a=1', '1'],
    ['a=1; a=2', '1'],
    ['aa=2;a=1=1', '1=1'],
    ['a', ''],
    ['b=2', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('is read from %j', (header, value) => {
    expect(cookie.read(header)).toBe(value)
  })
})
