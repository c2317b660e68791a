import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { mayBeLocked, parseSession } from '#src/session/session.ts'
import '#tests/model/browser-globals.ts'

const user = {
  _id: '01900000-0000-7000-8000-000000000001',
  userT: 'Adolescent',
  firstname: 'Lina',
  lastname: 'Haddad',
}
const stored = { token: 'secret', isLoggedIn: 'true', userPayload: JSON.stringify(user) }

describe('the login in local storage', () => {
  test('reads back as the session it was written from', () => {
    expect(parseSession(stored)).toEqual({ token: 'secret', user })
  })

  test.each([
    ['no token', { ...stored, token: null }],
    ['a token alone', { token: 'something', isLoggedIn: null, userPayload: null }],
    ['an empty token', { ...stored, token: '' }],
    ['a flag that is not true', { ...stored, isLoggedIn: 'false' }],
    ['a payload that is no JSON', { ...stored, userPayload: '{' }],
    ['an empty payload', { ...stored, userPayload: '{}' }],
    ['a payload without an id', { ...stored, userPayload: '{"userT":"Parent"}' }],
    ['a user type nobody has', { ...stored, userPayload: JSON.stringify({ ...user, userT: 'X' }) }],
  ])('%s is no login', (_, broken) => {
    expect(parseSession(broken)).toBeUndefined()
  })
})

describe('on a device that opens no database', () => {
  test.each([
    ['sealed', true],
    ['secret', false],
    [null, false],
  ])('local storage says whether there is a lock: token %s', async (token, locked) => {
    vi.stubGlobal('localStorage', { getItem: () => token })
    const fail = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
    // An earlier test file of this process may have the database open.
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(fail)
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(fail)
    onTestFinished(() => {
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    })
    expect(await mayBeLocked()).toBe(locked)
  })
})
