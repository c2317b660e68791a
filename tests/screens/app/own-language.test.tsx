import { afterEach, expect, test } from 'vitest'
import type { UserPayload } from '#contract/account/model.ts'
import { changeSpeech, currentSpeech } from '#src/i18n/chosen.ts'
import { addressReader, startLanguage } from '#src/session/own-language.ts'
import { clearStoredSession, openSession } from '#src/session/session.ts'

const person = (): UserPayload => ({
  _id: crypto.randomUUID(),
  userT: 'Adolescent',
  firstname: 'Lina',
  lastname: 'Haddad',
})
const logIn = (userPayload: UserPayload) => openSession({ token: 'secret', userPayload })

const addressed = () => {
  const { you, country } = currentSpeech()
  return [you, country]
}

afterEach(clearStoredSession)

test('a start speaks to whoever is logged in as before, and to nobody as to who was here last', async () => {
  const lina = person()
  await logIn(lina)
  addressReader(lina._id, { you: 'female', country: 'EG' })
  changeSpeech({ you: 'other', country: undefined })
  await startLanguage()
  expect(addressed()).toEqual(['female', 'EG'])

  // Their login has expired, and another person logs in over it.
  await logIn(person())
  expect(addressed()).toEqual(['other', undefined])
  await logIn(lina)
  expect(addressed()).toEqual(['female', 'EG'])
  clearStoredSession()
  expect([...addressed(), localStorage.getItem('reader')]).toEqual(['other', undefined, null])
})
