import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
let dataset: Record<string, string>

beforeEach(() => {
  vi.resetModules()
  stored.clear()
  dataset = {}
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('document', { documentElement: { dataset } })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A start of the app. */
function load() {
  return import('#src/lib/theme.ts')
}

test('a chosen theme and accent are on the document at once and before the first paint of the next start', async () => {
  const { setAccent, setTheme } = await load()
  setTheme('dark')
  setAccent('ocean')
  expect(dataset).toEqual({ theme: 'dark', accent: 'ocean' })

  for (const key of Object.keys(dataset)) delete dataset[key]
  vi.resetModules()
  const next = await load()
  next.paintTheme()
  expect(dataset).toEqual({ theme: 'dark', accent: 'ocean' })
})

test('the usual theme and accent leave no mark', async () => {
  const { accents, paintTheme, setAccent, setTheme, themes } = await load()
  paintTheme()
  expect(dataset).toEqual({})
  setTheme('light')
  setAccent('berry')
  setTheme(themes[0])
  setAccent(accents[0])
  expect(dataset).toEqual({})
})

test('what is stored and no choice of this build counts as the usual', async () => {
  stored.set('theme', 'sepia')
  stored.set('accent', 'constructor')
  const { paintTheme } = await load()
  paintTheme()
  expect(dataset).toEqual({})
})
