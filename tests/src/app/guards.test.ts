import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { judge } from '#src/app/guards.ts'
import { isOwnPath, loginSearchSchema, type Session } from '#src/session/session.ts'

const mona: Session = {
  token: 'token',
  user: {
    _id: '01900000-0000-7000-8000-000000000001',
    userT: 'Parent',
    firstname: 'Mona',
    lastname: 'Haddad',
  },
}

describe('who may enter', () => {
  test('no visitor without a login', () => {
    expect(judge(undefined, () => true)).toBe('login')
  })

  test('a login of another role learns so, and is not asked to log in', () => {
    expect(judge(mona, (user) => user.userT === 'Adolescent')).toBe('role')
  })

  test('a login of the right role enters', () => {
    expect(judge(mona, (user) => user.userT === 'Parent')).toBe('enter')
  })
})

describe('where a login leads on to', () => {
  test.each(['/trackers', '/library/articles?page=2', '/not-sent#top'])('%s is ours', (path) => {
    expect(isOwnPath(path)).toBe(true)
  })

  test.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    '',
    '/login?redirect=/login',
  ])('%s is not', (path) => {
    expect(isOwnPath(path)).toBe(false)
  })

  test('an address that leads away or an unknown reason is dropped, and the login still opens', () => {
    const search = { redirect: 'https://elsewhere.example', reason: 'because' }
    expect(v.parse(loginSearchSchema, search)).toEqual({ redirect: undefined, reason: undefined })
  })

  test('an own address and a known reason are kept', () => {
    const search = { redirect: '/trackers', reason: 'role' }
    expect(v.parse(loginSearchSchema, search)).toEqual(search)
  })
})
