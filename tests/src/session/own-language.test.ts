import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLanguageService } from '#src/app/language-service.ts'
import { changeSpeech, currentSpeech, subscribeToSpeech } from '#src/i18n/chosen.ts'
import { addressReader } from '#src/session/own-language.ts'
import { putProfile } from '#src/session/own-profile.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { patience } from '#tests/support/patience.ts'
import { fullUser } from '../profile/full-user.ts'

const lina = fullUser()
const stored = new Map<string, string>()

function logIn(): void {
  stored.set('token', 'token')
  stored.set('isLoggedIn', 'true')
  stored.set('userPayload', JSON.stringify(lina))
}

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  answerWith(noNetwork)
  logIn()
})

afterEach(async () => {
  stored.clear()
  changeSpeech({ you: 'other', country: undefined })
  vi.unstubAllGlobals()
  await closePhones()
})

const addressed = () => {
  const { you, country } = currentSpeech()
  return [you, country]
}

test('the person is addressed as their profile says, and at the next start from the first word', async () => {
  const db = await openPhone(lina._id)
  const end = startLanguageService(db)
  await putProfile(db, lina)
  await vi.waitFor(() => expect(addressed()).toEqual(['female', 'LB']), patience)
  expect(stored.get('reader')).toBe(`${lina._id} female LB`)
  await putProfile(db, fullUser({ gender: 'Male', country: 'Egypt' }))
  await vi.waitFor(() => expect(addressed()).toEqual(['male', 'EG']), patience)
  end()
})

test('a tab speaks to them so, too, where another one has stored it already', () => {
  stored.set('reader', `${lina._id} female LB`)
  addressReader(lina._id, { you: 'female', country: 'LB' })
  expect(addressed()).toEqual(['female', 'LB'])
})

test('nobody hears of what is as it was', () => {
  addressReader(lina._id, { you: 'female', country: 'LB' })
  const listener = vi.fn<() => void>()
  const leave = subscribeToSpeech(listener)
  addressReader(lina._id, { you: 'female', country: 'LB' })
  leave()
  expect(listener).not.toHaveBeenCalled()
})

test.each(['nobody', 'another person'])(
  'what was asked before a logout is not stored once %s is logged in',
  (who) => {
    stored.clear()
    if (who === 'another person') logIn()
    addressReader(crypto.randomUUID(), { you: 'female', country: 'LB' })
    expect([stored.get('reader'), ...addressed()]).toEqual([undefined, 'other', undefined])
  },
)
