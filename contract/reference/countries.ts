import statesByCountry from './states.json' with { type: 'json' }

/** Spec 9: the 14 countries with their phone prefixes; ISO 3166-1 codes key the states. */
export const countries = [
  { name: 'United States', iso2: 'US', prefix: '+1' },
  { name: 'Canada', iso2: 'CA', prefix: '+1' },
  { name: 'Egypt', iso2: 'EG', prefix: '+20' },
  { name: 'Qatar', iso2: 'QA', prefix: '+974' },
  { name: 'Lebanon', iso2: 'LB', prefix: '+961' },
  { name: 'United Arab Emirates', iso2: 'AE', prefix: '+971' },
  { name: 'Portugal', iso2: 'PT', prefix: '+351' },
  { name: 'Sudan', iso2: 'SD', prefix: '+249' },
  { name: 'India', iso2: 'IN', prefix: '+91' },
  { name: 'Saudi Arabia', iso2: 'SA', prefix: '+966' },
  { name: 'Pakistan', iso2: 'PK', prefix: '+92' },
  { name: 'Tanzania', iso2: 'TZ', prefix: '+255' },
  { name: 'Jordan', iso2: 'JO', prefix: '+962' },
  { name: 'Russia', iso2: 'RU', prefix: '+7' },
] as const

export type Country = (typeof countries)[number]

export type CountryName = Country['name']

export const countryNames = countries.map((country) => country.name) as [
  CountryName,
  ...CountryName[],
]

/** The country of a name, or undefined. */
export function countryNamed(name: string): Country | undefined {
  return countries.find((country) => country.name === name)
}

/** The states or regions of a country (ISO 3166-2, English names), in the order they are shown. */
export function statesOf(country: CountryName): readonly string[] {
  const iso2 = countryNamed(country)?.iso2
  return iso2 ? statesByCountry[iso2].map(([, name]) => name as string) : []
}
