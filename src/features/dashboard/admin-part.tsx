import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { Waiting } from '#contract/safety/model.ts'
import { readBookings, refreshBookings } from '#src/features/booking/kept-bookings.ts'
import { fetchWaiting } from '#src/features/safety/admin/report-calls.ts'
import { WaitingCard } from '#src/features/safety/admin/waiting-card.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { asMember } from '#src/session/as-member.ts'

/** What waits for a superAdmin, and the way to sessions of their own from before, where there are any. */
export function AdminPart({ db }: { db: UserDatabase }) {
  const [waiting, setWaiting] = useState<Waiting>()
  const sessions = useLiveQuery(() => readBookings(db), [db])
  useRefresh(() => asMember(db, (token) => refreshBookings(db, token)))
  const { refresh, again } = useRefresh(async () =>
    setWaiting(await asMember(db, (token) => fetchWaiting(token))),
  )
  return (
    <>
      <WaitingCard waiting={waiting} refresh={refresh} onRetry={again} />
      {sessions && sessions.length > 0 && (
        <Link className={buttonClass({ look: 'secondary' })} to="/sessions">
          {m.booking_sessions()}
        </Link>
      )}
    </>
  )
}
