import type { CountryName } from './countries.ts'
import { countryNamed } from './countries.ts'
import statesByCountry from './states.json' with { type: 'json' }

/** The states or regions of a country (ISO 3166-2, English names), in the order they are shown. */
export function statesOf(country: CountryName): readonly string[] {
  const iso2 = countryNamed(country)?.iso2
  return iso2 ? statesByCountry[iso2].map(([, name]) => name as string) : []
}
