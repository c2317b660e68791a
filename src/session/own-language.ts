import {
  browserChoice,
  cookieChoice,
  followLanguage,
  onChoice,
  readTag,
  speak,
  tagOf,
  writeCookie,
  type LanguageChoice,
} from '#src/i18n/choose-language.ts'
import {
  changeSpeech,
  currentSpeech,
  type Speech,
  type You,
  problemTerm,
} from '#src/i18n/chosen.ts'
import { storageMs, within } from '#src/lib/within.ts'
import { translation } from '#src/offline/api/api-error.ts'
import { readDeviceLanguage, writeDeviceLanguage } from '#src/offline/session/device-language.ts'
import { currentSession, subscribeToSession } from './session.ts'

/**
 * Speaks the language of the person: that of their login, else what was chosen on this device, else that of their
 * browser. Resolves once its words are there, or cannot be loaded.
 */
export async function startLanguage(): Promise<void> {
  // A browser that stores nothing has the cookie, or asks again.
  onChoice.save = (tag) => saveChoice(tag).catch(() => undefined)
  translation.of = problemTerm
  followLanguage()
  changeSpeech(storedReader())
  // A login brings its own language; after a logout the device speaks as before.
  subscribeToSession(() => {
    changeSpeech(storedReader())
    void speak(loginChoice() ?? cookieChoice() ?? browserChoice())
  })
  // A browser that lost its cookies, or stores nothing, is none that the person has to wait for.
  const chosen = cookieChoice() ?? readTag(await within(storageMs, readDeviceLanguage()))
  // Written anew at each start: some browsers forget it after a week.
  if (chosen) writeCookie(tagOf(chosen))
  await speak(loginChoice() ?? chosen ?? browserChoice())
}

/**
 * Under what local storage has the language of this login, which the page's first script reads too
 * (`scripts/catalogues.ts`), and a choice that the server was not told. Each is followed by whose it is; one that was made
 * before a login is that of who logs in.
 */
type LanguageKey = 'language' | 'languageUntold'

async function saveChoice(tag: string): Promise<void> {
  await writeDeviceLanguage(tag).catch(() => undefined)
  storeOwnTag('language', tag)
  storeOwnTag('languageUntold', tag)
}

export function storeOwnTag(key: LanguageKey, tag: string): void {
  localStorage.setItem(key, [tag, currentSession()?.user._id].filter(Boolean).join(' '))
}

/** The tag of the person logged in; undefined where there is none, or another person's. */
export function ownTag(key: LanguageKey): string | undefined {
  const [tag, userId] = localStorage.getItem(key)?.split(' ') ?? []
  return userId === undefined || userId === currentSession()?.user._id ? tag : undefined
}

/** How the person logged in reads, from here or from their profile; it goes with their login. */
export function loginChoice(): LanguageChoice | undefined {
  return readTag(ownTag('language'))
}

type Reader = Pick<Speech, 'you' | 'country'>

const readerKey = 'reader'
const yous: readonly You[] = ['female', 'male', 'other']

/** How a person is addressed, and where they live, from now on; it goes with their login, and is nothing after it. */
export function addressReader(userId: string, reader: Reader): void {
  if (currentSession()?.user._id !== userId) return
  const text = [userId, reader.you, reader.country].filter(Boolean).join(' ')
  if (text !== localStorage.getItem(readerKey)) localStorage.setItem(readerKey, text)
  // Another tab may have stored it, and changed no words here.
  const { you, country } = currentSpeech()
  if (you !== reader.you || country !== reader.country) changeSpeech(reader)
}

/** As this device last knew whoever is logged in: the first words are the right ones. */
function storedReader(): Reader {
  const [userId, stored, country] = (localStorage.getItem(readerKey) ?? '').split(' ')
  if (userId !== currentSession()?.user._id) return { you: 'other', country: undefined }
  const you = yous.find((each) => each === stored) ?? 'other'
  return { you, country: /^[A-Z]{2}$/.test(country ?? '') ? country : undefined }
}
