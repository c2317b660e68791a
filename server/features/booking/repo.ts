import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  lt,
  lte,
  or,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import type { BookingRole, Canceller } from '#contract/booking/policy.ts'
import type { Interval } from '#contract/instant.ts'
import { durationMinutesMax } from '#contract/pricing/model.ts'
import { violatedExclusion, violatedForeignKey } from '#server/db/errors.ts'
import type { Orm, Statements } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { bookings } from '#server/db/schema/booking.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'

export type BookingRow = typeof bookings.$inferSelect
export type NewBooking = typeof bookings.$inferInsert
type Person = Pick<typeof users.$inferSelect, 'id' | 'firstname' | 'lastname' | 'profileImg'>

/** A session with the one and the other. */
export interface ShownBooking {
  readonly booking: BookingRow
  readonly client: Person
  readonly provider: Person | null
}

/** Where a page of a list begins: after this session. */
export interface BookingCursor {
  readonly startsAt: Date
  readonly id: string
}

export type BookingRepo = ReturnType<typeof createBookingRepo>

/** No session that starts earlier reaches into a time, which lets an index find those that do. */
const longestMs = durationMinutesMax * 60_000

/** A time as a query takes it: moments as text. */
type Bounds<T> = Readonly<Record<'reach' | 'from' | 'to', T>>

const placeholders: Bounds<Placeholder> = {
  reach: sql.placeholder('reach'),
  from: sql.placeholder('from'),
  to: sql.placeholder('to'),
}

/** Reads and writes of sessions. What takes a `tx` belongs to the transaction of its caller. */
export function createBookingRepo(orm: Orm) {
  return { ...taking(orm), ...changes, ...locks, ...showing(orm) }
}

/** When people have sessions. */
function taking(orm: Orm) {
  /** Asked with each look at a calendar, so the statement is made once. */
  const timesOf = (whose: SQL) => {
    const other = sql`${bookings.id} is distinct from ${sql.placeholder('exceptId')}::uuid`
    return orm
      .select({ startsAt: bookings.startsAt, endsAt: bookings.endsAt })
      .from(bookings)
      .where(and(whose, bookedWithin(placeholders), other))
  }
  const taken = unionAll(
    timesOf(eq(bookings.providerId, sql.placeholder('providerId'))),
    timesOf(eq(bookings.clientId, sql.placeholder('clientId'))),
  ).prepare('booking_taken')

  return {
    /** When the one or the other has a session within a time. */
    async takenWithin(
      people: { providerId: string; clientId: string },
      within: Interval,
      exceptId?: string,
    ): Promise<Interval[]> {
      const rows = await taken.execute({
        ...people,
        ...boundsOf(within),
        exceptId: exceptId ?? null,
      })
      return rows.map(({ startsAt, endsAt }) => ({
        fromMs: startsAt.getTime(),
        toMs: endsAt.getTime(),
      }))
    },

    async hasSession(tx: Statements, providerId: string, within: Interval): Promise<boolean> {
      const rows = await tx
        .select({ id: bookings.id })
        .from(bookings)
        .where(and(eq(bookings.providerId, providerId), bookedWithin(boundsOf(within))))
        .limit(1)
      return rows.length > 0
    },
  }
}

const changes = {
  /** `taken_provider` and `taken_client`: whose other session is in the way. Then the transaction is lost. */
  async insert(
    tx: Statements,
    booking: Authorized<NewBooking>,
  ): Promise<'inserted' | 'taken_provider' | 'taken_client'> {
    return unlessTaken(tx.insert(bookings).values(booking), 'inserted')
  },

  async move(
    tx: Statements,
    booking: Authorized<BookingRow>,
    to: Pick<BookingRow, 'startsAt' | 'endsAt' | 'timeZone' | 'updatedAt'>,
  ): Promise<'moved' | 'taken_provider' | 'taken_client'> {
    const sequence = booking.sequence + 1
    const change = tx
      .update(bookings)
      .set({ ...to, sequence })
      .where(eq(bookings.id, booking.id))
    return unlessTaken(change, 'moved')
  },

  async cancel(
    tx: Statements,
    booking: Authorized<BookingRow>,
    by: { cancelledBy: Canceller; updatedAt: Date },
  ): Promise<void> {
    const sequence = booking.sequence + 1
    await tx
      .update(bookings)
      .set({ ...by, status: 'cancelled', sequence })
      .where(eq(bookings.id, booking.id))
  },
}

const locks = {
  /** Held until the transaction ends; the people's lock comes first. */
  async lock(tx: Statements, id: string): Promise<BookingRow | undefined> {
    return (await tx.select().from(bookings).where(eq(bookings.id, id)).for('update'))[0]
  },

  /** Sessions to come that somebody takes part in. */
  async upcomingOf(tx: Statements, userId: string, now: Date): Promise<BookingRow[]> {
    return tx
      .select()
      .from(bookings)
      .where(
        and(or(eq(bookings.clientId, userId), eq(bookings.providerId, userId)), stillToCome(now)),
      )
  },

  /** Sessions to come of two people, held until the transaction ends. */
  async lockBetween(tx: Statements, oneId: string, otherId: string, now: Date) {
    const one = and(eq(bookings.clientId, oneId), eq(bookings.providerId, otherId))
    const other = and(eq(bookings.clientId, otherId), eq(bookings.providerId, oneId))
    return tx
      .select()
      .from(bookings)
      .where(and(or(one, other), stillToCome(now)))
      .orderBy(asc(bookings.id))
      .for('update')
  },

  /** The same of a provider and everybody who was born after a day. */
  async lockWithYoung(tx: Statements, providerId: string, bornAfter: string, now: Date) {
    const young = tx
      .select({ id: users.id })
      .from(users)
      .where(gt(sql`${users.birthDate}::text`, bornAfter))
    return tx
      .select()
      .from(bookings)
      .where(
        and(
          eq(bookings.providerId, providerId),
          inArray(bookings.clientId, young),
          stillToCome(now),
        ),
      )
      .orderBy(asc(bookings.id))
      .for('update')
  },
}

/** Sessions with their people. */
function showing(orm: Orm) {
  const shown = () => shownBookings(orm)
  return {
    async byId(id: string): Promise<ShownBooking | undefined> {
      return (await shown().where(eq(bookings.id, id)))[0]
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

function stillToCome(now: Date): SQL | undefined {
  return and(eq(bookings.status, 'booked'), gt(bookings.startsAt, now))
}

function boundsOf({ fromMs, toMs }: Interval): Bounds<string> {
  const text = (ms: number) => new Date(ms).toISOString()
  return { reach: text(fromMs - longestMs), from: text(fromMs), to: text(toMs) }
}

function bookedWithin({ reach, from, to }: Bounds<string | Placeholder>): SQL | undefined {
  return and(
    eq(bookings.status, 'booked'),
    sql`${bookings.startsAt} > ${reach}::timestamptz`,
    sql`${bookings.startsAt} < ${to}::timestamptz`,
    sql`${bookings.endsAt} > ${from}::timestamptz`,
  )
}

async function unlessTaken<T extends string>(
  write: PromiseLike<unknown>,
  done: T,
): Promise<T | 'taken_provider' | 'taken_client'> {
  try {
    await write
    return done
  } catch (error) {
    const constraint = violatedExclusion(error)
    if (constraint === 'bookings_provider_overlap') return 'taken_provider'
    if (constraint === 'bookings_client_overlap') return 'taken_client'
    if (violatedForeignKey(error)) throw new ProblemError('not_found')
    throw error
  }
}
