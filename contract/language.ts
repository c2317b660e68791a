import * as v from 'valibot'

/** The languages of the app; the first is the one that it is written in. */
export const languages = ['en', 'ar', 'fr'] as const
export type Language = (typeof languages)[number]
export const languageSchema = v.picklist(languages)
export const baseLanguage: Language = 'en'

interface LanguageBasics {
  /** Its own name, in its own script. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** Digits of its own, by their name in Unicode: people may choose them; the usual ones are 0 to 9. */
  readonly ownDigits?: string
}

/** A draft was not read by a native reader: the choice says so in its own word, and texts that it lacks are English. */
type LanguageFacts = LanguageBasics &
  ({ readonly status: 'released' } | { readonly status: 'draft'; readonly draftWord: string })

/** What the app knows of each language; a new one does not compile without its row. */
export const languageFacts: Readonly<Record<Language, LanguageFacts>> = {
  en: { name: 'English', direction: 'ltr', status: 'released' },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    ownDigits: 'arab',
    status: 'draft',
    draftWord: 'تجريبية',
  },
  fr: { name: 'Français', direction: 'ltr', status: 'draft', draftWord: 'bêta' },
}

/** The direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return languageFacts[language].direction
}

const rightToLeft =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}'
/** What runs against a text of each direction: letters of the other one; from right to left a phone number or its prefix too. */
const against = {
  ltr: new RegExp(`[${rightToLeft}]`, 'u'),
  rtl: new RegExp(`(?![${rightToLeft}])\\p{L}|^\\+|^[\\d ()-]{6,}$`, 'u'),
}

/**
 * What stands in a sentence of a language: where it runs the other way, marks (U+2068, U+2069) hold its neighbors in
 * place.
 */
export function isolated(text: string, language: Language): string {
  return against[directionOf(language)].test(text) ? `\u2068${text}\u2069` : text
}

/** A text with the digits of Arabic and Persian keyboards as 0 to 9, as codes, amounts and phone numbers are stored. */
export function westernDigits(text: string): string {
  return text.replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
}

/** A header that is longer names nothing more of use. */
const listCharsMax = 500

/**
 * The language that a text names: a tag (`ar-EG`), the value of the cookie, or an Accept-Language list, of which the
 * language of ours that is wanted most counts. Nothing for what names none of ours.
 */
export function readLanguage(text: string | null | undefined): Language | undefined {
  const wanted = (text ?? '').slice(0, listCharsMax).split(',').map(readRange)
  // The sort is stable: of two that are wanted alike the first counts.
  return wanted
    .filter((one) => one.weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .find((one) => one.language)?.language
}

/** What the cookie `lang` says, among all cookies as a page or a request has them. */
export function languageCookie(cookies: string): string | undefined {
  return /(?:^|;\s*)lang=([^;]*)/.exec(cookies)?.[1]
}

/** One range of a list, with its weight from 0 to 1; a weight that is none makes it unwanted. */
function readRange(range: string): { language: Language | undefined; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const primary = tag.split(/[-_]/)[0]
  const q = parameters.find((each) => each.startsWith('q='))
  const weight = q === undefined ? 1 : Number(q.slice(2))
  return {
    language: languages.find((each) => each === primary),
    weight: weight <= 1 ? weight : 0,
  }
}
