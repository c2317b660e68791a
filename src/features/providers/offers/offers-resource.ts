import { bookingApi } from '#contract/booking/api.ts'
import type { Offer } from '#contract/booking/offers.ts'
import { defineRemote } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import { createOfferBook, type Ask, type KnownOffer } from './offer-book.ts'

/** What a provider offers. Many cards ask at once, and are one question to the server; no device stores it. */
export const offerResource = defineRemote<KnownOffer, [providerId: string]>({
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
