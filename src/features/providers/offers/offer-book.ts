import { offersMax, type Offer } from '#contract/booking/offers.ts'

/** What a provider offers, and when the server said so. */
export interface KnownOffer {
  /** Undefined of a provider of whom the server says nothing. */
  readonly offer: Offer | undefined
  /** Epoch milliseconds, by this device's clock. */
  readonly asOfMs: number
}

/** An answer younger than this is not asked for again, in milliseconds. */
export const offerFreshMs = 5 * 60_000
/** What is drawn within so many milliseconds is asked for together. */
const togetherMs = 40

export type Ask = (providerId: string) => Promise<KnownOffer>
type Asking = PromiseWithResolvers<KnownOffer>

/** Collects questions to `fetch`, remembers the answers, and gives the last one where the server cannot be asked. */
export function createOfferBook(
  fetch: (ids: readonly string[]) => Promise<readonly Offer[]>,
  now: () => number,
): Ask {
  const known = new Map<string, KnownOffer>()
  let waiting = new Map<string, Asking>()

  async function send(batch: ReadonlyMap<string, Asking>): Promise<void> {
    try {
      const offers = await fetch([...batch.keys()])
      const asOfMs = now()
      for (const [id, asking] of batch) {
        const answer = { offer: offers.find(({ providerId }) => providerId === id), asOfMs }
        known.set(id, answer)
        asking.resolve(answer)
      }
    } catch (error) {
      for (const [id, asking] of batch) {
        const last = known.get(id)
        if (last) asking.resolve(last)
        else asking.reject(error)
      }
    }
  }

  function sendAll(): void {
    const all = [...waiting]
    waiting = new Map()
    for (let from = 0; from < all.length; from += offersMax) {
      void send(new Map(all.slice(from, from + offersMax)))
    }
  }

  return async function ask(providerId) {
    const last = known.get(providerId)
    if (last && Math.abs(now() - last.asOfMs) < offerFreshMs) return last
    const asked = waiting.get(providerId)
    if (asked) return asked.promise
    if (waiting.size === 0) setTimeout(sendAll, togetherMs)
    const asking = Promise.withResolvers<KnownOffer>()
    waiting.set(providerId, asking)
    return asking.promise
  }
}
