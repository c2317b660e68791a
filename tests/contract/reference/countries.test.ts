import { describe, expect, test } from 'vitest'
import { countries, countryNamed, countryNames, statesOf } from '#contract/reference/countries.ts'

describe('countries', () => {
  test('there are the 14 of the spec with their prefixes', () => {
    expect(Object.fromEntries(countries.map(({ name, prefix }) => [name, prefix]))).toEqual({
      'United States': '+1',
      Canada: '+1',
      Egypt: '+20',
      Qatar: '+974',
      Lebanon: '+961',
      'United Arab Emirates': '+971',
      Portugal: '+351',
      Sudan: '+249',
      India: '+91',
      'Saudi Arabia': '+966',
      Pakistan: '+92',
      Tanzania: '+255',
      Jordan: '+962',
      Russia: '+7',
    })
    expect(countryNames).toHaveLength(14)
  })

  test('each has its own ISO code', () => {
    const codes = countries.map(({ iso2 }) => iso2)
    expect(new Set(codes).size).toBe(14)
    for (const code of codes) expect(code).toMatch(/^[A-Z]{2}$/)
  })

  test('a country is found by its exact name alone', () => {
    for (const country of countries) expect(countryNamed(country.name)).toBe(country)
    for (const name of ['', 'egypt', 'Egypt ', 'Narnia', 'constructor']) {
      expect(countryNamed(name)).toBeUndefined()
    }
  })
})

describe('states', () => {
  test.each(countryNames)('%s has states, each once and with a name to show', (country) => {
    const states = statesOf(country)
    expect(states.length).toBeGreaterThan(1)
    expect(new Set(states).size).toBe(states.length)
    for (const state of states) {
      expect(state).toBe(state.trim())
      expect(state.length).toBeGreaterThan(0)
      expect(state.length).toBeLessThanOrEqual(80)
    }
  })

  test.each([
    ['Egypt', 'Giza'],
    ['United States', 'California'],
    ['Canada', 'Ontario'],
    ['Portugal', 'Braga'],
  ] as const)('%s has %s', (country, state) => {
    expect(statesOf(country)).toContain(state)
  })

  test('no country has the states of another', () => {
    expect(statesOf('Egypt')).not.toContain('Ontario')
    expect(statesOf('Canada')).not.toContain('Giza')
  })
})
