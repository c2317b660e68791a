import * as v from 'valibot'
import { localDateSchema } from '#contract/local-date.ts'
import { languageSchema, specialtySchema } from '#contract/providers/model.ts'
import { searchKey } from '#contract/providers/search.ts'
import { countryNamed, countryNames } from '#contract/reference/countries.ts'
import type { Language } from '#contract/reference/languages.ts'
import { demoDomain, type DemoPerson } from './demo-people.ts'
import given from './demo-providers.json' with { type: 'json' }

/** What an invented care provider says about their work. */
export interface DemoPractice {
  readonly languages: readonly Language[]
  readonly seesMinors: boolean
}

const providersSchema = v.array(
  v.strictObject({
    firstname: v.string(),
    lastname: v.string(),
    gender: v.picklist(['Male', 'Female']),
    birthDate: localDateSchema,
    country: v.picklist(countryNames),
    state: v.string(),
    specialization: specialtySchema,
    languages: v.array(languageSchema),
    seesMinors: v.boolean(),
    bio: v.string(),
  }),
)

/** Invented care providers of every specialty and country, beside those of `demo-people.ts`. */
export const demoProviders: readonly (DemoPerson & DemoPractice)[] = v
  .parse(providersSchema, given)
  .map((provider, index) => {
    const username = searchKey(`${provider.firstname} ${provider.lastname}`).replaceAll(' ', '.')
    return {
      ...provider,
      username,
      email: `${username}@${demoDomain}`,
      userType: 'ServiceProvider',
      phoneNumber: phoneNumberOf(provider.country, index),
      score: 0,
    }
  })

/** Ten digits wherever a country asks for as many; none of them belongs to anybody. */
function phoneNumberOf(country: DemoPerson['country'], index: number): string {
  return `${countryNamed(country)?.prefix ?? ''}2005550${200 + index}`
}
