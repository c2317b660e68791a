import { expect, test } from 'vitest'
import { fieldsOf } from '#contract/account/profile.ts'

const open = '_id userT firstname lastname name profileImg state country bio view'.split(' ')

test('a member sees of a listed care provider what they say in public, and nothing that identifies them elsewhere', () => {
  expect(fieldsOf('card')).toEqual([
    ...open,
    'specialization',
    'gender',
    'languages',
    'seesMinors',
    'reviewedAt',
  ])
})

test('an accepted provider sees of a client their age and their points beside the open fields', () => {
  expect(fieldsOf('client')).toEqual([...open, 'age', 'score'])
})

test('a superAdmin sees of a provider what they see of themself', () => {
  expect(fieldsOf('admin')).toEqual(fieldsOf('full'))
})

test.each(['email', 'phoneNumber', 'birthDate', 'username', 'resume', 'role'] as const)(
  '%s is for its person and a superAdmin alone',
  (name) => {
    expect(fieldsOf('full')).toContain(name)
    expect([...fieldsOf('card'), ...fieldsOf('client')]).not.toContain(name)
  },
)
