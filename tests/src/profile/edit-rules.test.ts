import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { editSearchSchema, profileSearchSchema } from '#src/features/account/addresses.ts'
import { passwordFormSchema } from '#src/features/account/pages/edit-profile-page.tsx'
import { bioFormSchema } from '#src/features/account/profile/profile-forms.tsx'

describe('the change of a password asks', () => {
  const good = {
    oldPassword: 'Old-Pass1!',
    newPassword: 'New-Pass1!',
    confirmPassword: 'New-Pass1!',
  }

  test.each([
    ['nothing more of three that fit', good, {}],
    ['for the old one', { ...good, oldPassword: '' }, { oldPassword: 'Old password is required.' }],
    [
      'for the new one, twice the same',
      { ...good, newPassword: '' },
      {
        newPassword: 'New password is required.',
        confirmPassword: 'New password and confirm password must match.',
      },
    ],
    [
      'for it to be confirmed',
      { ...good, confirmPassword: '' },
      { confirmPassword: 'Confirm new password is required.' },
    ],
    [
      'for the same twice',
      { ...good, confirmPassword: 'New-Pass2!' },
      { confirmPassword: 'New password and confirm password must match.' },
    ],
    ['nothing of its strength, which the server judges', same('x'), {}],
  ])('%s', (_, given, texts) => {
    expect(firstTexts(passwordFormSchema, given)).toEqual(texts)
  })

  function same(password: string) {
    return { ...good, newPassword: password, confirmPassword: password }
  }
})

describe('a bio', () => {
  test.each(['', '   ', '\n\n'])('%j is none', (bio) => {
    expect(firstTexts(bioFormSchema, { bio })).toEqual({ bio: 'Bio is required.' })
  })

  test('has 2000 characters at most', () => {
    expect(firstTexts(bioFormSchema, { bio: 'a'.repeat(2_000) })).toEqual({})
    expect(firstTexts(bioFormSchema, { bio: 'a'.repeat(2_001) })).toEqual({
      bio: 'At most 2000 characters',
    })
  })
})

test.each([
  [{ tab: 'settings' }, { tab: 'settings' }, {}],
  [{ tab: 'bio' }, {}, { tab: 'bio' }],
  [{ tab: '__proto__' }, {}, {}],
  [{ tab: 7, other: 'x' }, {}, {}],
  [{}, {}, {}],
])('an address with %j opens %j of the profile and %j of its forms', (search, profile, edit) => {
  expect(clean(v.parse(profileSearchSchema, search))).toEqual(profile)
  expect(clean(v.parse(editSearchSchema, search))).toEqual(edit)
})

function clean(search: object): object {
  return JSON.parse(JSON.stringify(search)) as object
}

/** The first text of each field, as a form shows it. */
function firstTexts(schema: v.GenericSchema, given: unknown): Record<string, string> {
  const result = v.safeParse(schema, given)
  const texts: Record<string, string> = {}
  for (const issue of result.issues ?? []) texts[v.getDotPath(issue) ?? ''] ??= issue.message
  return texts
}
