import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const vibrate = vi.fn<(ms: number) => boolean>()
let reducedMotion = false
let stored: Map<string, string>

beforeEach(() => {
  vi.resetModules()
  vibrate.mockClear()
  reducedMotion = false
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('navigator', { vibrate })
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A start of the app. */
function load() {
  return import('#src/lib/haptics.ts')
}

test('a choice is felt', async () => {
  const { tapFeedback } = await load()
  tapFeedback()
  expect(vibrate).toHaveBeenCalledOnce()
})

test('nothing is felt where motion is unwelcome', async () => {
  const { tapFeedback } = await load()
  reducedMotion = true
  tapFeedback()
  expect(vibrate).not.toHaveBeenCalled()
})

test('turned off, nothing is felt, also after the next start', async () => {
  const { setHaptics, tapFeedback } = await load()
  setHaptics(false)
  tapFeedback()
  vi.resetModules()
  const next = await load()
  next.tapFeedback()
  expect(vibrate).not.toHaveBeenCalled()
  next.setHaptics(true)
  expect(vibrate).toHaveBeenCalledOnce()
})

test('a device that cannot vibrate is not asked to', async () => {
  vi.stubGlobal('navigator', {})
  const { canVibrate, tapFeedback } = await load()
  expect(canVibrate()).toBe(false)
  tapFeedback()
  expect(vibrate).not.toHaveBeenCalled()
})
