import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { offersMax, type Offer } from '#contract/booking/api.ts'
import { createOfferBook, offerFreshMs } from '#src/features/providers/directory/offer-chips.tsx'

const offerOf = (providerId: string): Offer => ({ providerId, from: null, nextFree: null })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Fetch = (ids: readonly string[]) => Promise<readonly Offer[]>

function bookOf(answer: Fetch) {
  const fetch = vi.fn<Fetch>(answer)
  const ask = createOfferBook(fetch, Date.now)
  const all = async (...ids: string[]) => {
    const answers = Promise.allSettled(ids.map(ask))
    await vi.runAllTimersAsync()
    return (await answers).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))
  }
  return { fetch, all }
}

describe('what providers offer', () => {
  test('is one question for all cards that are drawn together, and none for what is fresh', async () => {
    const { fetch, all } = bookOf(async (ids) => ids.map(offerOf))
    await all('a', 'b', 'a')
    expect(fetch.mock.calls).toEqual([[['a', 'b']]])
    await all('b', 'c')
    expect(fetch).toHaveBeenLastCalledWith(['c'])
    vi.setSystemTime(Date.now() + offerFreshMs)
    await all('a')
    expect(fetch).toHaveBeenLastCalledWith(['a'])
  })

  test('is asked for in as many questions as the server takes', async () => {
    const { fetch, all } = bookOf(async (ids) => ids.map(offerOf))
    await all(...Array.from({ length: offersMax + 1 }, (_, n) => `id-${n}`))
    expect(fetch.mock.calls.map(([ids]) => ids.length)).toEqual([offersMax, 1])
  })

  test('is nothing where the server says nothing of somebody', async () => {
    const { all } = bookOf(async () => [])
    expect(await all('a')).toMatchObject([{ offer: undefined }])
  })

  test('is the last answer with its age where the server cannot be asked, and a failure where there is none', async () => {
    let up = true
    const { all } = bookOf(async (ids) =>
      up ? ids.map(offerOf) : Promise.reject(new Error('down')),
    )
    const [first] = await all('a')
    up = false
    vi.setSystemTime(Date.now() + 2 * offerFreshMs)
    expect(await all('a', 'b')).toEqual([first, 'failed'])
  })
})
