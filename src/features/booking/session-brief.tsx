import { Link } from '@tanstack/react-router'
import { createContext, use, type ReactNode } from 'react'
import { briefApi } from '#contract/brief/api.ts'
import { briefOfferedHours } from '#contract/brief/model.ts'
import type { Booking } from '#contract/booking/model.ts'
import type { Friend } from '#contract/connections/model.ts'
import { refreshBriefs } from '#src/data/own-briefs.ts'
import {
  defineRemote,
  defineResource,
  useRemote,
  useResource,
  useStored,
} from '#src/data/resource.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import { circleResource } from '#src/features/connections/connections-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useStore } from '#src/lib/store.ts'
import { callApi } from '#src/offline/api/api.ts'
import { readBriefSessions } from '#src/offline/features/brief.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './booking.module.css'
import { isApart, isUpcoming, otherName } from './bookings-resource.ts'

interface Briefs {
  /** The sessions that have one. */
  readonly ids: ReadonlySet<string>
  /** Whom a client is connected with, as far as this device knows. */
  readonly circle?: readonly Friend[] | undefined
}

const none: ReadonlySet<string> = new Set()
const BriefsContext = createContext<Briefs>({ ids: none })

/** Which sessions have a brief to read; it is no look at any of them, and stored on no device. */
const briefIdsRemote = defineRemote<ReadonlySet<string>, [news: number]>({
  fetch: async (token) => {
    const { bookingIds } = await callApi(briefApi.listSharedBriefs, {}, { token })
    return new Set(bookingIds)
  },
})

/** Which sessions have a brief of this device's own person, sent or waiting. */
const ownBriefIdsResource = defineResource<ReadonlySet<string>>({
  key: 'booking.briefs',
  read: readBriefSessions,
  refresh: (db, token) => refreshBriefs(db, token),
})

interface WithBriefsProps {
  db: UserDatabase
  /** The sessions are a care provider's. */
  provider: boolean
  children: ReactNode
}

/** Around the sessions of one person: asked once for all of them. */
export function WithBriefs({ provider, ...props }: WithBriefsProps) {
  return provider ? <WithClientBriefs {...props} /> : <WithOwnBriefs {...props} />
}

function WithClientBriefs({ db, children }: Omit<WithBriefsProps, 'provider'>) {
  const ids = useRemote(db, briefIdsRemote, useStore(sharingNews)).data ?? none
  return <BriefsContext value={{ ids }}>{children}</BriefsContext>
}

function WithOwnBriefs({ db, children }: Omit<WithBriefsProps, 'provider'>) {
  const ids = useResource(db, ownBriefIdsResource).data ?? none
  const circle = useStored(db, circleResource)
  return <BriefsContext value={{ ids, circle }}>{children}</BriefsContext>
}

const hourMs = 3_600_000

/**
 * The way to the brief of a session: from two days before it on to its client, while the two are connected, and while there
 * is one to them both.
 */
export function SessionBriefLink({ booking, nowMs }: { booking: Booking; nowMs: number }) {
  const { _id: id, role, status, start } = booking
  const { ids, circle } = use(BriefsContext)
  const there = ids.has(id) && status === 'booked'
  const near = isUpcoming(booking, nowMs) && nowMs >= Date.parse(start) - briefOfferedHours * hourMs
  const offered = near && !isApart(booking, circle)
  if (!there && (role === 'provider' || !offered)) return null
  return (
    <div className={styles.actions}>
      <Link
        className={buttonClass({ look: 'secondary', size: 'small' })}
        to="/sessions/$id/brief"
        params={{ id }}
      >
        {role === 'client' && isUpcoming(booking, nowMs)
          ? m.booking_brief()
          : m.booking_brief_read()}{' '}
        <VisuallyHidden>{m.booking_named({ name: otherName(booking) })}</VisuallyHidden>
      </Link>
    </div>
  )
}
