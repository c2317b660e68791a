import type { genders } from '#contract/account/registration.ts'
import type { CategoryFilter } from '#contract/library/model.ts'
import { problemCatalogue, type ProblemCode } from '#contract/problem.ts'
import type { languages } from '#contract/providers/model.ts'
import type { CountryName } from '#contract/reference/countries.ts'
import type { Specialty } from '#contract/reference/specialties.ts'
import { type Catalogue, termKey } from './chosen.ts'

/**
 * What a language says for values and sentences that are English on the wire and in the database: a value that it lacks does
 * not compile. They travel with the language's messages, so that English pays nothing for them.
 */
export interface Terms {
  readonly problems: Readonly<Record<ProblemCode, string>>
  readonly specialties: Readonly<Record<Specialty, string>>
  readonly categories: Readonly<Record<CategoryFilter, string>>
  readonly countries: Readonly<Record<CountryName, string>>
  readonly genders: Readonly<Record<(typeof genders)[number], string>>
  /** Languages that care providers speak. */
  readonly spoken: Readonly<Record<(typeof languages)[number], string>>
  /** Of the countries that speak the language; the others are shown as they are. */
  readonly states: Readonly<Partial<Record<CountryName, Readonly<Record<string, string>>>>>
  /** Names, notes and hours of helplines. */
  readonly helplines: Readonly<Record<string, string>>
  /**
   * Sentences of the contract and of the server. A number in one stands for any, and `#` in its translation for each of
   * them in turn.
   */
  readonly texts: Readonly<Record<string, string>>
}

/** The terms as messages of a catalogue, by what is English about them. */
export function messagesOf({ problems, states, ...tables }: Terms): Catalogue {
  const codes = Object.keys(problems) as ProblemCode[]
  const byCode = codes.flatMap((code) => [
    [`problem ${code}`, problems[code]],
    [termKey(problemCatalogue[code].message), problems[code]],
  ])
  const byCountry = Object.entries(states).flatMap(([country, names]) =>
    Object.entries(names).map(([name, said]) => [termKey(name, country), said]),
  )
  const byText = Object.values(tables).flatMap((table: Readonly<Record<string, string>>) =>
    Object.entries(table).map(([text, said]) => [termKey(text), said]),
  )
  const all = [...byCode, ...byCountry, ...byText] as [string, string][]
  return Object.fromEntries(all.map(([key, said]) => [key, (inputs) => filled(said, inputs)]))
}

function filled(said: string, inputs: object | undefined): string {
  const numbers = Array.isArray(inputs) ? [...(inputs as string[])] : []
  return said.replaceAll('#', () => numbers.shift() ?? '')
}
