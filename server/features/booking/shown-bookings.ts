import { and, asc, desc, eq, gt, lt, lte, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { BookingRole } from '#contract/booking/policy.ts'
import type { Interval } from '#contract/instant.ts'
import type { Orm } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { bookings } from '#server/db/schema/booking.ts'
import { bookedWithin, boundsOf } from './booked-within.ts'

type Person = Pick<typeof users.$inferSelect, 'id' | 'firstname' | 'lastname' | 'profileImg'>

/** A session with the one and the other. */
export interface ShownBooking {
  readonly booking: typeof bookings.$inferSelect
  readonly client: Person
  readonly provider: Person | null
}

/** Where a page of a list begins: after this session. */
export interface BookingCursor {
  readonly startsAt: Date
  readonly id: string
}

/** Sessions with their people. */
export function showing(orm: Orm) {
  const shown = () => shownBookings(orm)
  return {
    async byId(id: string): Promise<ShownBooking | undefined> {
      return (await shown().where(eq(bookings.id, id)))[0]
    },

    /** What a provider gives within a time, first first. */
    async givenWithin(providerId: string, within: Interval): Promise<ShownBooking[]> {
      return shown()
        .where(and(eq(bookings.providerId, providerId), bookedWithin(boundsOf(within))))
        .orderBy(asc(bookings.startsAt), asc(bookings.id))
    },

    /** Those to come, next first; or those that are over or cancelled, latest first. */
    async listOf(
      own: { userId: string; role: BookingRole },
      page: {
        scope: 'upcoming' | 'past'
        now: Date
        limit: number
        after: BookingCursor | undefined
      },
    ): Promise<ShownBooking[]> {
      const { scope, now, limit, after } = page
      const column = own.role === 'client' ? bookings.clientId : bookings.providerId
      const upcoming = and(eq(bookings.status, 'booked'), gt(bookings.endsAt, now))
      const past = or(eq(bookings.status, 'cancelled'), lte(bookings.endsAt, now))
      const next = scope === 'upcoming' ? gt : lt
      const order = scope === 'upcoming' ? asc : desc
      const beyond =
        after &&
        or(
          next(bookings.startsAt, after.startsAt),
          and(eq(bookings.startsAt, after.startsAt), next(bookings.id, after.id)),
        )
      return shown()
        .where(and(eq(column, own.userId), scope === 'upcoming' ? upcoming : past, beyond))
        .orderBy(order(bookings.startsAt), order(bookings.id))
        .limit(limit)
    },
  }
}

const client = alias(users, 'client')
const provider = alias(users, 'provider')

function shownBookings(orm: Orm) {
  return orm
    .select({
      booking: bookings,
      client: {
        id: client.id,
        firstname: client.firstname,
        lastname: client.lastname,
        profileImg: client.profileImg,
      },
      provider: {
        id: provider.id,
        firstname: provider.firstname,
        lastname: provider.lastname,
        profileImg: provider.profileImg,
      },
    })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(provider, eq(provider.id, bookings.providerId))
}
