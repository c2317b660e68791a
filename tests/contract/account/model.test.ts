import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { isSuperAdmin, userPayloadSchema, userTypes } from '#contract/account/model.ts'
import { userSchema } from '#contract/account/profile.ts'

const card = {
  view: 'card',
  _id: '0198a1de-0000-7000-8000-000000000001',
  userT: 'ServiceProvider',
  firstname: 'Mona',
  lastname: 'Test',
  name: 'Mona Test',
  profileImg: null,
  state: 'Giza',
  country: 'Egypt',
  bio: null,
  specialization: 'Life Coach',
  gender: 'Female',
  languages: ['Arabic'],
  seesMinors: true,
  reviewedAt: null,
}
const full = {
  ...card,
  view: 'full',
  username: 'mona',
  email: 'mona@example.org',
  birthDate: '1990-02-28',
  age: 36,
  gender: 'Female',
  phoneNumber: '+201234567890',
  score: 0,
  verifiedAt: null,
}

test('the user types are those of the wire', () => {
  expect(userTypes).toEqual(['Adolescent', 'Parent', 'ServiceProvider'])
})

describe('the superAdmin role', () => {
  test.each(['superAdmin', 'superadmin', 'SUPERADMIN'])('%s is one', (role) => {
    expect(isSuperAdmin({ role })).toBe(true)
  })

  test.each(['admin', 'superAdmin ', 'super admin', '', null, undefined])('%j is none', (role) => {
    expect(isSuperAdmin({ role })).toBe(false)
  })

  test('nobody has it by default', () => {
    expect(isSuperAdmin({})).toBe(false)
  })
})

describe('a person as they are shown', () => {
  test.each([
    ['a card', card],
    ['themself', full],
    ['to a superAdmin', { ...full, view: 'admin', verifiedAt: '2026-01-01T00:00:00.000Z' }],
    ['to their provider', { ...card, view: 'client', userT: 'Adolescent', age: 15, score: 40 }],
  ])('passes as %s', (_, person) => {
    expect(v.is(userSchema, person)).toBe(true)
  })

  test('a card drops whatever is not for members to see', () => {
    const parsed = v.parse(userSchema, { ...full, view: 'card', password: 'x' })
    expect(Object.keys(parsed).toSorted()).toEqual(Object.keys(card).toSorted())
  })

  test("a provider's client shows no e-mail, phone or birth date", () => {
    const parsed = v.parse(userSchema, { ...full, view: 'client', password: 'x' })
    for (const hidden of ['email', 'phoneNumber', 'birthDate', 'username', 'password']) {
      expect(parsed).not.toHaveProperty(hidden)
    }
  })

  test.each([
    ['no view', { ...full, view: undefined }],
    ['an unknown view', { ...full, view: 'public' }],
    ['themself without an e-mail', { ...full, email: undefined }],
    ['a birth date that does not exist', { ...full, birthDate: '1990-02-30' }],
    ['a card without a name', { ...card, name: undefined }],
    ['an id that is none', { ...card, _id: '1 or 1=1' }],
  ])('%s is refused', (_, person) => {
    expect(v.is(userSchema, person)).toBe(false)
  })
})

test('what local storage keeps of a person has its role only where there is one', () => {
  const payload = { _id: card._id, userT: 'Parent', firstname: 'A', lastname: 'B' }
  expect(v.parse(userPayloadSchema, payload)).toEqual(payload)
  const admin = { ...payload, role: 'superAdmin' }
  expect(v.parse(userPayloadSchema, admin)).toEqual(admin)
  expect(v.is(userPayloadSchema, { ...payload, role: null })).toBe(false)
})
