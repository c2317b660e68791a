import { useEffect, useState } from 'react'
import { joinMinutesBefore, mayJoin, type ShownRoom } from '#contract/calendar/room.ts'
import type { Booking } from '#contract/booking/model.ts'
import { refreshResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deviceZone, formatWeekdayMoment } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './booking.module.css'
import { bookingsResource, otherName } from './bookings-resource.ts'

export interface SessionRoomProps {
  db: UserDatabase
  booking: Booking
  nowMs: number
}

/** Where a session takes place, and the way into its call from ten minutes before it on. */
export function SessionRoom({ db, booking, nowMs }: SessionRoomProps) {
  const { room, start, end } = booking
  const session = { startMs: Date.parse(start), endMs: Date.parse(end) }
  const joining = mayJoin(session, nowMs)
  if (!room || nowMs > session.endMs + hourMs) return null
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
  room: Extract<ShownRoom, { kind: 'video' }>
}

function JoinCall({ db, booking, room: { host, url } }: JoinCallProps) {
  const [asking, setAsking] = useState(false)
  const online = useOnline()
  const unknown = url === null
  const { missing, askAgain } = useAddress(db, unknown && online)
  const name = otherName(booking)
  return (
    <div className={styles.actions}>
      <Button
        busy={unknown && online && !missing}
        disabled={unknown}
        onClick={() => setAsking(true)}
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
      {url !== null && (
        <Dialog
          open={asking}
          onClose={() => setAsking(false)}
          title={m.booking_room_leave_title()}
          description={m.booking_room_leave_text({ host })}
          actions={
            <>
              <a
                className={buttonClass()}
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                referrerPolicy="no-referrer"
                onClick={() => setAsking(false)}
              >
                {m.booking_room_open({ host })}
              </a>
              <Button look="secondary" onClick={() => setAsking(false)}>
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
const minuteMs = 60_000
const hourMs = 60 * minuteMs
