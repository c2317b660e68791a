import { afterEach, expect, test, vi } from 'vitest'
import { choosePlace, chosenPlace, placeOfProfile } from '#src/features/safety/help-place.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  return kept
}

test('a profile tells the country and the state', () => {
  expect(placeOfProfile({ country: 'Pakistan', state: 'Punjab' })).toEqual({
    country: 'PK',
    state: 'Punjab',
  })
})

test.each([undefined, { country: null, state: null }, { country: 'Atlantis', state: null }])(
  'a profile without one of our countries tells nothing: %j',
  (profile) => {
    expect(placeOfProfile(profile)).toBeUndefined()
  },
)

test('a choice is remembered', () => {
  stubStorage()
  choosePlace({ country: 'LB' })
  expect(chosenPlace()).toEqual({ country: 'LB' })
})

test.each(['', '{', '{"country":"XX"}', 'null'])(
  'a stored choice that is none is forgotten: %s',
  (text) => {
    stubStorage().set('helpPlace', text)
    expect(chosenPlace()).toBeUndefined()
  },
)

test('a browser that refuses storage costs the memory and not the choice', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('refused', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  expect(() => choosePlace({ country: 'LB' })).not.toThrow()
  expect(chosenPlace()).toBeUndefined()
})
