import type { Country } from './countries.ts'
import { helpByCountry } from './helplines-data.ts'

/** One way to reach a helpline. `dial` holds digits alone; `shown` is how people write it; `note` is a sentence. */
export type HelpWay =
  | { readonly kind: 'call'; readonly shown: string; readonly dial: string; readonly note?: string }
  | { readonly kind: 'text'; readonly shown: string; readonly dial: string; readonly body?: string }
  /** `dial` with the country's prefix, without a plus. */
  | { readonly kind: 'whatsapp'; readonly shown: string; readonly dial: string }
  | { readonly kind: 'chat'; readonly shown: string; readonly url: `https://${string}` }

/** A line with somebody who listens. */
export interface Helpline {
  /** The key of its sources in `helplines-sources.ts`. */
  readonly id: string
  readonly name: string
  readonly forWhom: string
  /** Null where the sources do not say or do not agree. */
  readonly hours: string | null
  readonly ways: readonly HelpWay[]
  /** The line answers only there: it is never shown to anybody else. */
  readonly onlyInState?: string
}

/** A number for danger at this moment. */
export interface EmergencyNumber {
  readonly id: string
  readonly service: string
  readonly shown: string
  readonly dial: string
  readonly note?: string
  /** False while no official page could be read for it; said beside the number. */
  readonly confirmed: boolean
}

export interface CountryHelp {
  readonly emergency: readonly EmergencyNumber[]
  readonly lines: readonly Helpline[]
}

export type CountryCode = Country['iso2']

/** The day on which every number was last compared with its sources. Again before each release, and every 90 days. */
export const helplinesCheckedOn = '2026-11-20'

/** The numbers of a country for somebody in `state`; a line of one state is left out elsewhere and where it is unknown. */
export function helpIn(country: CountryCode, state: string | undefined): CountryHelp {
  const { emergency, lines } = helpByCountry[country]
  return {
    emergency,
    lines: lines.filter(({ onlyInState }) => !onlyInState || onlyInState === state),
  }
}

/** The states of a country that have lines of their own. */
export function statesWithLines(country: CountryCode): readonly string[] {
  return helpByCountry[country].lines.flatMap(({ onlyInState }) => onlyInState ?? [])
}

/** The address that a tap on a way opens. */
export function wayHref(way: HelpWay): string {
  switch (way.kind) {
    case 'call':
      return `tel:${way.dial}`
    // '?&' is what both Android and iOS read.
    case 'text':
      return way.body ? `sms:${way.dial}?&body=${encodeURIComponent(way.body)}` : `sms:${way.dial}`
    case 'whatsapp':
      return `https://wa.me/${way.dial}`
    case 'chat':
      return way.url
  }
}
