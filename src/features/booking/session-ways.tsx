import { Link } from '@tanstack/react-router'
import { useEffect, useState, createContext, use, type ReactNode } from 'react'
import type { Booking } from '#contract/booking/model.ts'
import { briefApi } from '#contract/brief/api.ts'
import { briefOfferedHours } from '#contract/brief/model.ts'
import { joinMinutesBefore, mayJoin, type ShownRoom } from '#contract/calendar/model.ts'
import type { Friend } from '#contract/connections/api.ts'
import { minuteMs, hourMs } from '#contract/local-date.ts'
import { refreshBriefs } from '#src/data/own-briefs.ts'
import {
  refreshResource,
  defineRemote,
  defineResource,
  useRemote,
  useResource,
  useStored,
} from '#src/data/resource.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import { circleResource } from '#src/features/connections/connections-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatWeekdayMoment } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { useStore } from '#src/lib/store.ts'
import { callApi } from '#src/offline/api/api.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import { readBriefSessions } from '#src/offline/features/brief.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { roomShownMs } from './booking-data.ts'
import { bookingsResource, otherName, isApart, isUpcoming } from './bookings-resource.ts'
import { sessionResource } from './week/week-resource.ts'
import styles from './booking.module.css'

interface SessionRoomProps {
  db: UserDatabase
  booking: Booking
  nowMs: number
}

/** Where a session takes place, and the way into its call from ten minutes before it on. */
export function SessionRoom({ db, booking, nowMs }: SessionRoomProps) {
  const { room, start, end } = booking
  const session = { startMs: Date.parse(start), endMs: Date.parse(end) }
  const joining = mayJoin(session, nowMs)
  if (!room || nowMs >= session.endMs + roomShownMs) return null
  if (room.kind === 'place') {
    return (
      <p className={styles.room} dir="auto">
        {m.booking_room_place({ place: room.text })}
      </p>
    )
  }
  if (joining) return <JoinCall db={db} booking={booking} room={room} />
  if (nowMs >= session.startMs) return null
  const from = new Date(session.startMs - joinMinutesBefore * minuteMs).toISOString()
  return (
    <p className={styles.room}>
      {m.booking_room_video({
        host: room.host,
        when: formatWeekdayMoment(from, deviceZone()),
      })}
    </p>
  )
}

interface JoinCallProps {
  db: UserDatabase
  booking: Booking
  room: VideoCall
}

type VideoCall = Extract<ShownRoom, { kind: 'video' }>

function JoinCall({ db, booking, room: { url } }: JoinCallProps) {
  const [looking, setLooking] = useState(false)
  const [found, setFound] = useState<{ readonly host: string; readonly url: string }>()
  const online = useOnline()
  const unknown = url === null
  const { missing, askAgain } = useAddress(db, unknown && online)
  const name = otherName(booking)

  async function join() {
    if (looking) return
    setLooking(true)
    const room = await newestRoom(db, booking, online)
    setLooking(false)
    // Where it is no call any more, the card says what it is.
    if (room?.kind === 'video' && room.url !== null) setFound({ host: room.host, url: room.url })
  }

  return (
    <div className={styles.actions}>
      <Button
        busy={looking || (unknown && online && !missing)}
        disabled={unknown}
        onClick={() => void join()}
      >
        {m.booking_room_join()} <VisuallyHidden>{m.booking_named({ name })}</VisuallyHidden>
      </Button>
      {unknown && !online && <p className={styles.muted}>{m.booking_room_offline()}</p>}
      {unknown && online && missing && (
        <>
          <output className={styles.muted}>{m.booking_room_missing()}</output>
          <Button look="secondary" onClick={askAgain}>
            {m.ui_retry()}
          </Button>
        </>
      )}
      {found && (
        <Dialog
          open
          onClose={() => setFound(undefined)}
          title={m.booking_room_leave_title()}
          description={m.booking_room_leave_text({ host: found.host })}
          actions={
            <>
              <a
                className={buttonClass()}
                href={found.url}
                target="_blank"
                rel="noopener noreferrer"
                referrerPolicy="no-referrer"
                onClick={() => setFound(undefined)}
              >
                {m.booking_room_open({ host: found.host })}
              </a>
              <Button look="secondary" onClick={() => setFound(undefined)}>
                {m.booking_room_stay()}
              </Button>
            </>
          }
        >
          {booking.role === 'client' && <p>{m.booking_room_care()}</p>}
        </Dialog>
      )}
    </div>
  )
}

/**
 * Where a session is now: its provider may have changed it a moment ago, and nothing announces that. Where no answer comes
 * soon, as this device knows it.
 */
async function newestRoom(
  db: UserDatabase,
  booking: Booking,
  online: boolean,
): Promise<ShownRoom | null> {
  if (online) {
    const asked = refreshResource(db, bookingsResource).catch(() => undefined)
    const waited = new Promise((resolve) => setTimeout(resolve, joinWaitMs))
    await Promise.race([asked, waited])
  }
  const now = await sessionResource.read(db, booking._id).catch(() => undefined)
  return (now ?? booking).room
}

/** As long as somebody who is about to join looks at a button that is busy. */
const joinWaitMs = 3_000

/** Asks for the address of a call while it is wanted; `missing` once an ask has come to nothing. */
function useAddress(db: UserDatabase, wanted: boolean) {
  const [missing, setMissing] = useState(false)
  const [asks, setAsks] = useState(0)
  // An effect because the moment alone says that the address is to be had now.
  useEffect(() => {
    if (!wanted) return undefined
    let current = true
    const fail = () => current && setMissing(true)
    refreshResource(db, bookingsResource).catch(fail)
    const timer = setTimeout(() => {
      fail()
      setAsks(asks + 1)
    }, askAgainMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [db, wanted, asks])

  function askAgain() {
    setMissing(false)
    setAsks(asks + 1)
  }

  return { missing, askAgain }
}

/** A session is about to begin, and nobody taps anything meanwhile. */
const askAgainMs = 25_000

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
