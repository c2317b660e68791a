import { afterEach, expect, test, vi } from 'vitest'
import {
  chooseRegion,
  chosenRegion,
  regionOfProfile,
} from '#src/features/safety/help/helplines.tsx'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  })
  return stored
}

test('a profile has the country and the state', () => {
  expect(regionOfProfile({ country: 'Pakistan', state: 'Punjab' })).toEqual({
    country: 'PK',
    state: 'Punjab',
  })
})

test.each([undefined, { country: null, state: null }, { country: 'Atlantis', state: null }])(
  'a profile without one of our countries gives no region: %j',
  (profile) => {
    expect(regionOfProfile(profile)).toBeUndefined()
  },
)

test('a choice is remembered', () => {
  stubStorage()
  chooseRegion({ country: 'LB' })
  expect(chosenRegion()).toEqual({ country: 'LB' })
})

test.each(['', '{', '{"country":"XX"}', 'null'])(
  'a stored choice that is none is forgotten: %s',
  (text) => {
    stubStorage().set('helpPlace', text)
    expect(chosenRegion()).toBeUndefined()
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
  expect(() => chooseRegion({ country: 'LB' })).not.toThrow()
  expect(chosenRegion()).toBeUndefined()
})
