import * as v from 'valibot'
import {
  baseLanguage,
  directionOf,
  languageFacts,
  languages,
  readLanguage,
  type Language,
} from '#contract/language.ts'
import { newArticleSchema } from '#contract/library/model.ts'
import { currentLanguage } from '#src/i18n/chosen.ts'
import { createStore } from '#src/lib/store.ts'
import { Tag } from '#src/ui/message/tag.tsx'

/** An article or a video, by what it is written or spoken in. */
interface Piece {
  readonly language?: string | undefined
}

/** Whether a piece is in a language; one of a server from before there were languages is in English. */
export function isIn(language: Language, piece: Piece): boolean {
  return (piece.language ?? baseLanguage) === language
}

/** How an element says what its words are in, to the browser, to voices and to fonts. */
export interface Written {
  readonly lang?: string
  readonly dir: 'ltr' | 'rtl' | 'auto'
}

/** So much of a text says which way most of it runs. */
const sampleChars = 500
const letters = /\p{L}/gu
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/**
 * The language and the direction of a piece with this text. Where most letters run the other way the piece was filed under a
 * wrong language, as those are that are older than the choice: then each paragraph goes by itself.
 */
export function writtenIn({ language: tag = baseLanguage }: Piece, text: string): Written {
  const language = readLanguage(tag)
  if (!language) return { lang: tag, dir: 'auto' }
  const found = text.slice(0, sampleChars).match(letters) ?? []
  const against = found.filter((one) => rightToLeft.test(one) !== (directionOf(language) === 'rtl'))
  if (against.length * 2 > found.length) return { dir: 'auto' }
  return { lang: language, dir: directionOf(language) }
}

/** A paragraph of a piece: without a letter that runs its way, as a quote in another script is, it goes by itself. */
export function directionIn({ dir }: Written, paragraph: string): Written['dir'] {
  if (dir === 'auto') return dir
  const found = paragraph.match(letters) ?? []
  const runsAlong = found.some((one) => rightToLeft.test(one) === (dir === 'rtl'))
  return runsAlong || found.length === 0 ? dir : 'auto'
}

/** What a piece is written or spoken in, by its own name; the tag where this build does not know it. */
export function languageName({ language = baseLanguage }: Piece): string {
  const known = readLanguage(language)
  return known ? languageFacts[known].name : language
}

/** The name of a piece's language, where it is another one than that of the screen. */
export function LanguageTag({ piece }: { piece: Piece }) {
  const language = readLanguage(piece.language ?? baseLanguage)
  if (!language || language === currentLanguage()) return null
  return (
    <Tag icon="globe">
      <span lang={language} dir={directionOf(language)}>
        {languageFacts[language].name}
      </span>
    </Tag>
  )
}

/** What a field holds while a piece stays filed as it is: under no language, or under one that this build does not know. */
export const asFiled = ''

/** What the field for the language of a piece holds at first. */
export function filedLanguage({ language }: Piece): string {
  return readLanguage(language) ?? asFiled
}

/** Every language of the app for a `<select>`, each in its own words; the one that `piece` is filed under is among them. */
export function LanguageOptions({ piece }: { piece?: Piece | undefined }) {
  const filed = piece && filedLanguage(piece) === asFiled && (piece.language ?? baseLanguage)
  return (
    <>
      {filed && (
        <option value={asFiled} lang={filed}>
          {languageName({ language: filed })}
        </option>
      )}
      {languages
        .filter((language) => language !== filed)
        .map((language) => (
          <option key={language} value={language} lang={language} dir={directionOf(language)}>
            {languageFacts[language].name}
          </option>
        ))}
    </>
  )
}

/** The language of a piece as a form holds it. One that stays as it is filed is not sent. */
export const languageFieldSchema = v.union([
  v.pipe(
    v.literal(asFiled),
    v.transform(() => undefined),
  ),
  v.pipe(v.string(), newArticleSchema.entries.language.wrapped),
])

/** What the lists of the library show: what is in the language of the screen, or everything. */
export type ListLanguages = 'own' | 'all'

const storageKey = 'libraryLanguages'

/** As this device remembers it, until the person logs out. */
export const listLanguages = createStore<ListLanguages>(storedChoice())

/** Chooses for all lists. A browser that refuses storage forgets it with the page. */
export function chooseListLanguages(choice: ListLanguages): void {
  listLanguages.set(choice)
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    return
  }
}

function storedChoice(): ListLanguages {
  try {
    return globalThis.localStorage?.getItem(storageKey) === 'all' ? 'all' : 'own'
  } catch {
    return 'own'
  }
}
