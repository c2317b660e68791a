import { describe, expect, test } from 'vitest'
import {
  commonPasswordText,
  judgePassword,
  ownWordsText,
} from '#server/features/account/sign-in/passwords.ts'

const owner = {
  email: 'lina.haddad2009+zync@example.org',
  username: 'starlight_77',
  firstname: 'Lina',
  lastname: 'Al Haddad',
}
const verdict = (password: string, about: Parameters<typeof judgePassword>[1] = owner) => {
  const judged = judgePassword(password, about)
  return 'fit' in judged ? 'fit' : judged.weakness
}

describe('a new password', () => {
  test.each([
    'Password1!',
    'P@ssw0rd123!',
    'Passw0rd!',
    'pAsSwOrD!!2024',
    '!!Sunshine99',
    'L3tm31n!',
    'We1c0me!',
    '1Qaz2wsx!',
    'Pa\uff53sword1!',
  ])('like %s is one of the most used, whatever the rule added to it', (password) => {
    expect(verdict(password)).toBe(commonPasswordText)
  })

  test.each([
    'Lina-rocks-77!',
    'my-L1na-Pass!',
    'Haddad!2009x',
    'Starlight#9q',
    'Zync-is-Gr8!',
    'Zyn(c)Zync1!',
  ])('like %s holds what everybody knows of its owner', (password) => {
    expect(verdict(password)).toBe(ownWordsText)
  })

  test('is not a short name with digits and signs around it, and may hold it inside another word', () => {
    const ali = { email: 'a@example.org', firstname: 'Ali' }
    expect(verdict('Ali1234567!', ali)).toBe(ownWordsText)
    expect(verdict('Quality-Tea-5', ali)).toBe('fit')
  })

  test.each([
    'Demo-Pass1!',
    'Right-Pass1!',
    'Str0ng!Pass',
    'Test1234!',
    'Star-7-Rain-Lamp!',
    'Correct-horse-4',
    'Two passwords 2!',
  ])('like %s is nobody else\u2019s business', (password) => {
    expect(verdict(password)).toBe('fit')
  })
})
