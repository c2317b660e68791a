import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { profileApi, sessionInfoSchema, settingsApi } from '#contract/account/settings.ts'
import { goodPassword } from '#tests/support/registration.ts'

const id = '0198a1de-0000-7000-8000-000000000001'

describe('changing one’s profile', () => {
  test('a bio needs words', () => {
    const { schema } = profileApi.updateBio.body
    expect(v.parse(schema, { bio: '  Hello. ', userT: 'Parent' })).toEqual({
      bio: 'Hello.',
      userT: 'Parent',
    })
    for (const bio of ['', '   ']) {
      expect(v.safeParse(schema, { bio }).issues?.[0].message).toBe('Bio is required.')
    }
    expect(v.is(schema, { bio: 'a'.repeat(2_001) })).toBe(false)
    expect(v.is(schema, { bio: 'Hello.', score: 9_000 })).toBe(false)
  })

  test('a password needs the old one and the register rule', () => {
    const { schema } = profileApi.updatePassword.body
    const change = { oldPassword: 'old', newPassword: goodPassword }
    expect(v.is(schema, change)).toBe(true)
    expect(v.is(schema, { ...change, oldPassword: '' })).toBe(false)
    expect(v.is(schema, { ...change, newPassword: 'Abcdef1' })).toBe(false)
    expect(v.is(schema, { ...change, userT: 'superAdmin' })).toBe(false)
    expect(v.is(schema, { ...change, confirm: goodPassword })).toBe(false)
  })
})

describe('the addresses of files', () => {
  test.each([`${id}.webp`])('%s is an image', (file) => {
    expect(v.is(profileApi.getProfileImage.params, { file })).toBe(true)
  })

  test.each([
    '',
    `${id}.png`,
    `../${id}.webp`,
    `${id}.webp/..`,
    `${id}.webp\n`,
    `${id.toUpperCase()}.WEBP`,
    '..%2fsecret.webp',
  ])('%j is none', (file) => {
    expect(v.is(profileApi.getProfileImage.params, { file })).toBe(false)
  })

  test('a person has two papers and no other', () => {
    const { params } = profileApi.getPaper
    for (const paper of ['resume', 'workLicense']) expect(v.is(params, { id, paper })).toBe(true)
    for (const paper of ['', 'passport', '../resume', '__proto__']) {
      expect(v.is(params, { id, paper })).toBe(false)
    }
  })
})

describe('settings', () => {
  const session = {
    id,
    current: true,
    userAgent: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    lastUsedAt: '2026-11-21T12:00:00.000Z',
  }

  test('a session is shown without its token', () => {
    expect(v.parse(sessionInfoSchema, { ...session, token: 'secret', tokenHash: 'x' })).toEqual(
      session,
    )
    expect(v.is(sessionInfoSchema, { ...session, current: 'yes' })).toBe(false)
  })

  test('a session is ended by its id', () => {
    const { params } = settingsApi.endSession
    expect(v.is(params, { id })).toBe(true)
    expect(v.is(params, { id: 'all' })).toBe(false)
  })

  test('an account is deleted with its password alone', () => {
    const { schema } = settingsApi.deleteAccount.body
    expect(v.is(schema, { password: 'whatever it is' })).toBe(true)
    for (const body of [{}, { password: '' }, { password: 'x', id }]) {
      expect(v.is(schema, body)).toBe(false)
    }
  })
})
