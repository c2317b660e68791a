import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { acquireImageUrl, cachedImageUrl } from '#src/lib/private-image.tsx'

const made: string[] = []
const revoked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made.push(`blob:${made.length}`)
    return made.at(-1) ?? ''
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url))
})
afterEach(async () => {
  await vi.runAllTimersAsync()
  vi.restoreAllMocks()
  vi.useRealTimers()
  made.length = 0
  revoked.length = 0
})

const face = async () => new Blob(['face'])

describe('the address of an image', () => {
  test('is made once for all who show it, and lives as long as one of them does', async () => {
    const shown: string[] = []
    const first = acquireImageUrl('a', face, (url) => shown.push(url))
    const second = acquireImageUrl('a', face, (url) => shown.push(url))
    await vi.advanceTimersByTimeAsync(0)
    expect([made, shown]).toEqual([['blob:0'], ['blob:0', 'blob:0']])
    first()
    await vi.runAllTimersAsync()
    expect([revoked, cachedImageUrl('a')]).toEqual([[], 'blob:0'])
    second()
    await vi.runAllTimersAsync()
    expect([revoked, cachedImageUrl('a')]).toEqual([['blob:0'], undefined])
  })

  test('stays for a screen that follows at once', async () => {
    const back = acquireImageUrl('a', face, () => undefined)
    await vi.advanceTimersByTimeAsync(0)
    back()
    const again = acquireImageUrl('a', face, () => undefined)
    await vi.runAllTimersAsync()
    expect([made, revoked]).toEqual([['blob:0'], []])
    again()
  })

  test('given back twice is given back once', async () => {
    const first = acquireImageUrl('a', face, () => undefined)
    const second = acquireImageUrl('a', face, () => undefined)
    await vi.advanceTimersByTimeAsync(0)
    first()
    first()
    await vi.runAllTimersAsync()
    expect(revoked).toEqual([])
    second()
  })

  test('is never reported after the release', async () => {
    const shown: string[] = []
    acquireImageUrl('a', face, (url) => shown.push(url))()
    await vi.runAllTimersAsync()
    expect([shown, revoked]).toEqual([[], ['blob:0']])
  })

  test('is waited for as long as somebody shows it', async () => {
    const signals: AbortSignal[] = []
    const load = (_: string, signal: AbortSignal) => {
      signals.push(signal)
      return new Promise<undefined>(() => undefined)
    }
    const show = () => acquireImageUrl('slow', load, () => undefined)
    const first = show()
    first()
    const second = show()
    await vi.runAllTimersAsync()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    second()
    await vi.runAllTimersAsync()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    show()()
    expect(signals).toHaveLength(2)
  })

  test.each([
    ['could not be loaded', () => Promise.reject(new Error('offline'))],
    ['is nowhere', async () => undefined],
  ])('of an image that %s is asked for anew the next time', async (_, load) => {
    const shown: string[] = []
    const back = acquireImageUrl('a', load, (url) => shown.push(url))
    await vi.advanceTimersByTimeAsync(0)
    back()
    const again = acquireImageUrl('a', face, (url) => shown.push(url))
    await vi.advanceTimersByTimeAsync(0)
    expect(shown).toEqual(['blob:0'])
    again()
  })
})
