import { baseLanguage, isolated, languageFacts, type Language } from '#contract/language.ts'
import type { Problem } from '#contract/problem.ts'

/** The messages of a language by their keys: inputs in, sentence out. */
export type Catalogue = Readonly<Record<string, (inputs?: object) => string>>

/** How somebody is addressed. */
export type You = 'female' | 'male' | 'other'

/** Everything that the words and numbers on the screen depend on. */
export interface Speech {
  readonly language: Language
  /** The digits of numbers and dates: 1, 2, 3 or the language's own, ١، ٢، ٣. */
  readonly digits: 'usual' | 'own'
  /** Whom the app addresses. */
  readonly you: You
  /** Where they live, as ISO 3166-1 has it: it decides how dates and money are written. */
  readonly country: string | undefined
}

/**
 * The messages of the chosen language; none in English, which every message has in itself, and none that a draft lacks.
 * The build makes each message look here first (`scripts/catalogues.ts`).
 */
export let chosen: Catalogue = {}

let speech: Speech = { language: baseLanguage, digits: 'usual', you: 'other', country: undefined }
const listeners = new Set<() => void>()

/** The speech of this moment; the same object until it changes. */
export function currentSpeech(): Speech {
  return speech
}

export function currentLanguage(): Language {
  return speech.language
}

/** Called after each change of the speech. */
export function subscribeToSpeech(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes how the app speaks; another language comes with its catalogue. */
export function changeSpeech(changes: Partial<Speech>, catalogue: Catalogue = chosen): void {
  speech = { ...speech, ...changes }
  chosen = catalogue
  listeners.forEach((listener) => listener())
}

/** The locale of the speech. Spec 9: English dates are those of the United States; the calendar is the same everywhere. */
export function localeOf({ language, digits, country }: Speech): string {
  if (language === baseLanguage) return 'en-US'
  const region = country ? `-${country}` : ''
  const numerals = (digits === 'own' && languageFacts[language].ownDigits) || 'latn'
  return `${language}${region}-u-ca-gregory-nu-${numerals}`
}

/**
 * An input as a message shows it. The build puts it around each: a number in the digits of the language, and words that
 * run the other way between marks.
 */
export function shown(input: unknown): unknown {
  const { language } = speech
  if (typeof input === 'number' && language !== baseLanguage) return plainNumber(input)
  return typeof input === 'string' ? isolated(input, language) : input
}

const pluralRules = new Map<string, Intl.PluralRules>()

/** The plural form of a number in a language. To make its rules takes hundreds of times as long as to ask them. */
export function plural(language: string, count: unknown): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return rules.select(Number(count))
}

/** A format is dear to make. */
let plain: { locale: string; format: Intl.NumberFormat } | undefined

function plainNumber(value: number): string {
  const locale = localeOf(speech)
  if (plain?.locale !== locale) {
    const format = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 })
    plain = { locale, format }
  }
  return plain.format.format(value)
}

/** A value or a sentence that is English where it is stored, in the language of the screen; itself where it has no other. */
export function term(text: string): string {
  return chosen[termKey(text)]?.(text.match(/\d+/g) ?? []) ?? text
}

export function stateTerm(name: string, country: string | null): string {
  return chosen[termKey(name, country ?? '')]?.() ?? name
}

/**
 * What the server said, in the language of the screen: by its words, else by what its code says. What names a field has no
 * other words than its own.
 */
export function problemTerm(problem: Problem): Problem {
  const { message, fields, code } = problem
  const said = term(message)
  const byCode = said === message && !fields ? chosen[`problem ${code}`]?.() : undefined
  return {
    ...problem,
    message: byCode ?? said,
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([path, text]) => [path, term(text)])),
    }),
  }
}

/** Under what a term is among the messages of a language; a state's with its country. */
export function termKey(text: string, of = ''): string {
  return `${of}= ${text.replaceAll(/\d+/g, '#')}`
}
