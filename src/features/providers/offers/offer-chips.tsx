import { moneyText } from '#contract/pricing/money.ts'
import { useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deviceZone, formatClock, formatShortMoment, formatWeekdayClock } from '#src/lib/dates.ts'
import { useNow } from '#src/lib/now.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from '../provider-card.module.css'
import type { KnownOffer } from './offer-book.ts'
import { offerResource } from './offers-resource.ts'

/** What was said longer ago is no fact any more, in milliseconds. */
const factMs = 10 * 60_000
/** Further ahead a weekday alone could be either of two. */
const weekMs = 6 * 86_400_000

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
  const price = from && moneyText(from.finalPriceMinor, from.currency).replace(/\.00$/, '')
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
          {m.providers_next_free({ when: whenText(free, nowMs) })}
        </Tag>
      )}
    </>
  )
}

/** By the clock of whoever reads. */
function whenText(instant: string, nowMs: number): string {
  return Date.parse(instant) - nowMs < weekMs
    ? formatWeekdayClock(instant, deviceZone())
    : formatShortMoment(instant)
}
