import {
  and,
  asc,
  desc,
  eq,
  gt,
  isNull,
  lt,
  lte,
  or,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { BookingRole } from '#contract/booking/model.ts'
import type { Room } from '#contract/calendar/model.ts'
import type { Interval } from '#contract/instant.ts'
import { durationMinutesMax } from '#contract/pricing/api.ts'
import type { Orm } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { sessionRooms, bookings } from '#server/db/schema/booking.ts'

type Person = Pick<
  typeof users.$inferSelect,
  'id' | 'firstname' | 'lastname' | 'profileImg' | 'language' | 'suspendedAt'
>

/** A session with the one and the other. */
export interface ShownBooking {
  readonly booking: typeof bookings.$inferSelect
  readonly client: Person
  readonly provider: Person | null
  /** Where the provider's sessions take place; null where they have not said, or their account is closed. */
  readonly room: Room | null
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
        language: client.language,
        suspendedAt: client.suspendedAt,
      },
      provider: {
        id: provider.id,
        firstname: provider.firstname,
        lastname: provider.lastname,
        profileImg: provider.profileImg,
        language: provider.language,
        suspendedAt: provider.suspendedAt,
      },
      room: sessionRooms.room,
    })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(provider, eq(provider.id, bookings.providerId))
    .leftJoin(
      sessionRooms,
      and(eq(sessionRooms.userId, bookings.providerId), isNull(provider.suspendedAt)),
    )
}

/** No session that starts earlier reaches into a time, which lets an index find those that do. */
const longestMs = durationMinutesMax * 60_000

/** A time as a query takes it: moments as text. */
type Bounds<T> = Readonly<Record<'reach' | 'from' | 'to', T>>

export const boundPlaceholders: Bounds<Placeholder> = {
  reach: sql.placeholder('reach'),
  from: sql.placeholder('from'),
  to: sql.placeholder('to'),
}

export function boundsOf({ fromMs, toMs }: Interval): Bounds<string> {
  const text = (ms: number) => new Date(ms).toISOString()
  return { reach: text(fromMs - longestMs), from: text(fromMs), to: text(toMs) }
}

/** Sessions that are booked and reach into a time. */
export function bookedWithin({ reach, from, to }: Bounds<string | Placeholder>): SQL | undefined {
  return and(
    eq(bookings.status, 'booked'),
    sql`${bookings.startsAt} > ${reach}::timestamptz`,
    sql`${bookings.startsAt} < ${to}::timestamptz`,
    sql`${bookings.endsAt} > ${from}::timestamptz`,
  )
}
