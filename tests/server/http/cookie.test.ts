import { describe, expect, test } from 'vitest'
import { readCookie, setCookie } from '#server/http/cookie.ts'

describe('a cookie', () => {
  const facts = { name: 'a', value: 'x', path: '/api/b', maxAgeSeconds: 600, secure: false }

  test('is sent to one path of our own site alone, out of reach of scripts', () => {
    expect(setCookie(facts)).toBe('a=x; Path=/api/b; Max-Age=600; HttpOnly; SameSite=Strict')
  })

  test('is sent over HTTPS alone in production', () => {
    expect(setCookie({ ...facts, secure: true })).toMatch(/; Secure$/)
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
    expect(readCookie(header, 'a')).toBe(value)
  })
})
