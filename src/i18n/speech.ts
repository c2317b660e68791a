import { directionOf } from '#contract/language.ts'
import { majorOf, type Currency } from '#contract/pricing/money.ts'
import { currentSpeech, localeOf, shown, stateTerm, term } from './chosen.ts'

/**
 * Numbers, money, lists, weeks and the order of names as the chosen language has them; dates are in `src/lib/dates.ts`.
 * Nothing else names a locale.
 */

/** The locale of this moment, for the formats of the browser. */
export function currentLocale(): string {
  return localeOf(currentSpeech())
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  const key = JSON.stringify([currentLocale(), options])
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(currentLocale(), options)
  numberFormats.set(key, format)
  return format.format(value)
}

/** To make one costs a hundred times what a number does. */
const numberFormats = new Map<string, Intl.NumberFormat>()

/** "$1,139.99" of an amount in minor units; `short` leaves out cents that are none. */
export function formatMoney(minor: number, currency: Currency, length?: 'short'): string {
  const text = formatNumber(majorOf(minor), {
    style: 'currency',
    currency,
    ...(length && { trailingZeroDisplay: 'stripIfInteger' }),
  })
  // Intl puts a space that does not break; English is written as the server writes it. From right to left "US$" would
  // have its sign on the wrong side.
  return text.replaceAll('\u00a0', ' ').replace(/[A-Z]+\$/, '\u2066$&\u2069')
}

/** Facts beside each other: "Coach · 27 September 2026". One that runs against the language holds its neighbors in place. */
export function joinFacts(facts: readonly (string | null | undefined | false)[]): string {
  return facts.filter(Boolean).map(shown).join(' · ')
}

/** "a, b, c": a list that is read part by part. One that runs against the language holds its neighbors in place. */
export function joinWords(words: readonly string[]): string {
  const comma = directionOf(currentSpeech().language) === 'rtl' ? '، ' : ', '
  return words.map(shown).join(comma)
}

/** Where somebody lives, the smaller first; undefined where nothing is known. */
export function placeText(place: {
  readonly state: string | null
  readonly country: string | null
}): string | undefined {
  const { state, country } = place
  const names = [...(state ? [stateTerm(state, country)] : []), ...(country ? [term(country)] : [])]
  return joinWords(names) || undefined
}

/** Which name comes first; 0 where they differ in case and accents alone. */
export function compareNames(one: string, other: string): number {
  const locale = currentLocale()
  if (collator?.locale !== locale) {
    collator = { locale, compare: new Intl.Collator(locale, { sensitivity: 'base' }).compare }
  }
  return collator.compare(one, other)
}

/** To make one costs a thousand times what a comparison does. */
let collator: { locale: string; compare: (one: string, other: string) => number } | undefined

interface LocaleWithWeek extends Intl.Locale {
  /** Firefox knows neither. */
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** Where a browser does not know it: Unicode's CLDR 48, 0 for Sunday; Monday in all other countries. */
const weekStarts: Readonly<Record<string, number>> = {
  US: 0,
  CA: 0,
  PT: 0,
  IN: 0,
  SA: 0,
  PK: 0,
  EG: 6,
  QA: 6,
  SD: 6,
  JO: 6,
}

/** The seven days, 0 for Sunday, in the order of a week where the person lives; of the United States where that is not known. */
export function weekDays(): number[] {
  const { country = 'US' } = currentSpeech()
  const locale: LocaleWithWeek = new Intl.Locale(`en-${country}`)
  const known = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay
  const first = known ?? weekStarts[country] ?? 1
  return Array.from({ length: 7 }, (_, place) => (first + place) % 7)
}
