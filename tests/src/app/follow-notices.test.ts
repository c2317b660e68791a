import '#tests/model/browser-globals.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import type { Notice } from '#contract/notices/model.ts'
import { followNotices } from '#src/app/follow-notices.ts'
import { readBookings, refreshBookings } from '#src/features/booking/bookings-resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, ours } from '#tests/offline/network.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { booking } from '../booking/bookings.ts'

afterEach(closePhones)

const session = booking()
const notice = (kind: string): Notice => ({
  _id: uuidv7(),
  kind,
  aboutId: session._id,
  person: { id: uuidv7(), firstname: 'Nour', lastname: 'T', userType: 'Adult', profileImg: null },
  createdAt: '2026-11-20T09:00:00.000Z',
  read: false,
})

/** The server has these notices, and the session as it is now. */
function serve(notices: readonly Notice[], now = session): Request[] {
  return answerWith(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname.endsWith('/notices')) return ours({ notices, next: null, unread: 0 })
    return ours({ bookings: searchParams.get('scope') === 'past' ? [] : [now], next: null })
  })
}

/** Follows the notices to the end. */
async function follow(db: UserDatabase): Promise<void> {
  const work: Promise<void>[] = []
  await followNotices(db, {
    call: (ask) => ask('token'),
    aside: (more) => work.push(more),
  })
  await Promise.all(work)
}

test('a notice of a session has the sessions read that this device knows, once', async () => {
  const db = await openPhone()
  serve([])
  await refreshBookings(db, 'token')
  const booked = notice('booking.booked')
  serve([booked])
  await follow(db)
  const cancelled = { ...session, status: 'cancelled', sequence: 1 } as const
  const news = [notice('booking.cancelled'), booked]
  serve(news, cancelled)
  await follow(db)
  expect(await readBookings(db)).toEqual([cancelled])
  const again = serve(news, cancelled)
  await follow(db)
  expect(again).toHaveLength(1)
})

test('other notices, and a device that has no sessions, have none read', async () => {
  const db = await openPhone()
  const sessionless = serve([notice('booking.booked')])
  await follow(db)
  expect(sessionless).toHaveLength(1)
  serve([])
  await refreshBookings(db, 'token')
  const other = serve([notice('connection.accepted')])
  await follow(db)
  expect(other).toHaveLength(1)
})
