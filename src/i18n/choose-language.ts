import { useSyncExternalStore } from 'react'
import { catalogues, complete } from 'virtual:catalogues'
import {
  baseLanguage,
  directionOf,
  languageCookie,
  languageFacts,
  languages,
  readLanguage,
  type Language,
} from '#contract/language.ts'
import { onResume } from '#src/lib/online.ts'
import { createStore } from '#src/lib/store.ts'
import {
  changeSpeech,
  currentLanguage,
  currentSpeech,
  subscribeToSpeech,
  type Catalogue,
  type Speech,
} from './chosen.ts'
import * as m from './paraglide/messages.js'

/** What a person chooses. */
export type LanguageChoice = Pick<Speech, 'language' | 'digits'>

/** The languages to choose from: those that have messages. */
export const offeredLanguages = languages
  .filter((each) => each === baseLanguage || catalogues[each] !== undefined)
  .map((tag) => ({ tag, draftWord: undefined, ...languageFacts[tag] }))

/** The name of the choice. It is of this module, which every first page has: of its own, it would bring other texts along. */
export const languageLegend = m.shell_language

/** The name of a language whose messages did not load; another one is shown in its place, and it is tried again. */
export const missingLanguage = createStore<string | undefined>(undefined)

/** Follows every change of the words on the screen. */
export function useSpeech(): Speech {
  return useSyncExternalStore(subscribeToSpeech, currentSpeech)
}

/** Set at the start: stores what a person chose, on the device and with the server. */
export const onChoice: { save: (tag: string) => Promise<void> } = { save: async () => undefined }

/** A person chooses how all tabs of this device speak, now and at the next start. */
export async function chooseLanguage(choice: LanguageChoice): Promise<void> {
  const tag = tagOf(choice)
  writeCookie(tag)
  await onChoice.save(tag)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window and takes no origin
  otherTabs?.postMessage(tag)
  await speak(choice)
}

/** A choice as it is stored: a language tag such as `ar` or, with its own digits, `ar-u-nu-arab`. */
export function tagOf({ language, digits }: LanguageChoice): string {
  const { ownDigits } = languageFacts[language]
  return ownDigits && digits === 'own' ? `${language}-u-nu-${ownDigits}` : language
}

export function readTag(tag: unknown): LanguageChoice | undefined {
  const language = typeof tag === 'string' ? readLanguage(tag) : undefined
  return language && { language, digits: String(tag).includes('-nu-') ? 'own' : 'usual' }
}

/** The language of the last start, from which the page itself had its direction; undefined at the first one. */
export function cookieChoice(): LanguageChoice | undefined {
  return readTag(languageCookie(document.cookie))
}

/** The best of the browser's languages: no one is given a language with holes in it that they did not choose. */
export function browserChoice(): LanguageChoice {
  const wanted = navigator.languages.map((tag) => readLanguage(tag))
  const language = wanted.find((each) => each === baseLanguage || (each && complete.includes(each)))
  return { language: language ?? baseLanguage, digits: 'usual' }
}

let wanted: LanguageChoice | undefined

/** Speaks as chosen once the messages are there; until then, and where they cannot be loaded, as before. */
export async function speak(choice: LanguageChoice): Promise<void> {
  wanted = choice
  try {
    const catalogue = await loadCatalogue(choice.language)
    if (wanted !== choice) return
    missingLanguage.set(undefined)
    changeSpeech(choice, catalogue)
  } catch {
    if (wanted !== choice) return
    missingLanguage.set(languageFacts[choice.language].name)
  }
  paintLanguage()
}

/** The messages of a language; none for English, which every message has in itself. Rejects where they cannot be loaded. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  return (await catalogues[language]?.())?.messages ?? {}
}

/** Tries again to load what did not; nothing where all is well. */
export function speakAgain(): void {
  if (wanted && missingLanguage.get()) void speak(wanted)
}

/** The document says its language and direction to the browser, to screen readers and to the styles. */
function paintLanguage(): void {
  const language = currentLanguage()
  const { documentElement } = document
  documentElement.lang = language
  documentElement.dir = directionOf(language)
}

let otherTabs: BroadcastChannel | undefined

/** Speaks as chosen in another tab, and tries again whenever the network may be back; once, at the start. */
export function followLanguage(): void {
  otherTabs = new BroadcastChannel('zync-language')
  otherTabs.addEventListener('message', ({ data }) => {
    const choice = readTag(data)
    if (choice) void speak(choice)
  })
  onResume(speakAgain, new AbortController().signal)
}

const yearSeconds = 31_536_000

/** The page reads it before its first paint, and the server for its mails; it says nothing but the language. */
export function writeCookie(tag: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `lang=${tag}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`
}

/** Digits of its own that the language has, as its first ones: they can be chosen. */
export function ownDigitsOf(language: Language): string | undefined {
  const { ownDigits } = languageFacts[language]
  if (!ownDigits) return undefined
  const format = new Intl.NumberFormat(`${language}-u-nu-${ownDigits}`)
  return [1, 2, 3].map((digit) => format.format(digit)).join('')
}
