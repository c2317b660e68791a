import { bookingApi, type Offer, offersMax } from '#contract/booking/api.ts'
import { useNow } from '#src/data/local-clock.ts'
import { useRemote, defineRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoney } from '#src/i18n/speech.ts'
import { formatClock, formatUpcoming } from '#src/lib/dates.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from '../provider-card.module.css'

/** What was said longer ago is no fact any more, in milliseconds. */
const factMs = 10 * 60_000

/** What a session costs from and when the next one is free. Its room is there before the words are, while they may come. */
export function OfferChips({ db, providerId }: { db: UserDatabase; providerId: string }) {
  const { data } = useRemote(db, offerResource, providerId)
  if (data && !data.offer?.from) return null
  return <p className={styles.offers}>{data && <Chips known={data} />}</p>
}

function Chips({ known: { offer, asOfMs } }: { known: KnownOffer }) {
  const nowMs = useNow()
  const isFact = nowMs - asOfMs < factMs
  const { from, nextFree } = offer ?? {}
  const price = from && formatMoney(from.finalPriceMinor, from.currency, 'short')
  const free = isFact && nextFree && Date.parse(nextFree) > nowMs ? nextFree : undefined
  return (
    <>
      {price && (
        <Tag tone="accent">
          {isFact
            ? m.providers_from({ price })
            : m.providers_from_as_of({ price, when: formatClock(asOfMs) })}
        </Tag>
      )}
      {free && (
        <Tag tone="info" icon="clock">
          {m.providers_next_free({ when: formatUpcoming(free, nowMs) })}
        </Tag>
      )}
    </>
  )
}

/** What a provider offers. Many cards ask at once, and are one question to the server; no device stores it. */
const offerResource = defineRemote<KnownOffer, [providerId: string]>({
  fetch: (token, providerId) => bookFor(token).ask(providerId),
})

let book: { readonly token: string; readonly ask: Ask } | undefined

/** What one person was told is not shown to the next. */
function bookFor(token: string): { readonly ask: Ask } {
  if (book?.token !== token) {
    book = { token, ask: createOfferBook((ids) => fetchOffers(token, ids), Date.now) }
  }
  return book
}

async function fetchOffers(token: string, ids: readonly string[]): Promise<readonly Offer[]> {
  const query = { providers: ids.join(',') }
  const options = { token, priority: 'low' } as const
  return (await callApi(bookingApi.listOffers, { query }, options)).offers
}

/** What a provider offers, and when the server said so. */
interface KnownOffer {
  /** Undefined of a provider of whom the server says nothing. */
  readonly offer: Offer | undefined
  /** Epoch milliseconds, by this device's clock. */
  readonly asOfMs: number
}

/** An answer younger than this is not asked for again, in milliseconds. */
export const offerFreshMs = 5 * 60_000

/** What is drawn within so many milliseconds is asked for together. */
const togetherMs = 40
type Ask = (providerId: string) => Promise<KnownOffer>

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
