import { expect, test } from 'vitest'
import { draftText, valuesOfDraft } from '#src/features/account/register/values.ts'
import { filled, goodPersonal } from './filled.ts'

const typed = filled({
  personal: { ...goodPersonal, bio: 'I draw', specialization: 'Life Coach', seesMinors: true },
})

test('typed text comes back as it was', () => {
  const back = valuesOfDraft(draftText(typed))
  expect(back).toEqual({
    type: 'Adolescent',
    account: { ...typed.account, password: '', confirmPassword: '' },
    personal: { ...typed.personal, profileImg: undefined, agreed: false },
  })
})

test('neither the password nor a file nor the consent is in what is stored', () => {
  const stored = draftText(typed)
  expect(stored).not.toContain(typed.account.password)
  expect(stored).not.toMatch(/password|profileImg|resume|workLicense|agreed|me\.png/i)
})

test('a password written into the storage does not come back', () => {
  const forged = JSON.stringify({
    account: { email: 'a@b.co', password: 'Right-Pass1!' },
    personal: { agreed: true },
  })
  const back = valuesOfDraft(forged)
  expect(back?.account.password).toBe('')
  expect(back?.personal.agreed).toBe(false)
})

test.each(['', 'null', '{', '[]', '{"type":"superAdmin","account":{},"personal":{}}'])(
  'what cannot be read is no draft: %s',
  (stored) => {
    expect(valuesOfDraft(stored)).toBeUndefined()
  },
)
