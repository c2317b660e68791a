import { and, asc, count, eq, gt, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Canceller } from '#contract/booking/model.ts'
import type { Interval } from '#contract/instant.ts'
import { violatedExclusion, violatedForeignKey } from '#server/db/errors.ts'
import type { Orm, Statements } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { bookings } from '#server/db/schema/booking.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { bookedWithin, boundPlaceholders, boundsOf, showing } from './shown-bookings.ts'

export type BookingRow = typeof bookings.$inferSelect
export type NewBooking = typeof bookings.$inferInsert
export type BookingRepo = ReturnType<typeof createBookingRepo>

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
      .select({
        startsAt: bookings.startsAt,
        endsAt: bookings.endsAt,
        given: sql`${bookings.providerId} = ${sql.placeholder('givenBy')}::uuid`.mapWith(Boolean),
      })
      .from(bookings)
      .where(and(whose, bookedWithin(boundPlaceholders), other))
  }
  const taken = unionAll(
    timesOf(eq(bookings.providerId, sql.placeholder('providerId'))),
    timesOf(eq(bookings.clientId, sql.placeholder('clientId'))),
  ).prepare('booking_taken')

  return {
    /** When the provider has a session within a time, and when the client has one with somebody else. */
    async takenWithin(
      { providerId, clientId }: { providerId: string; clientId: string | null },
      within: Interval,
      exceptId?: string,
    ): Promise<{ given: Interval[]; clients: Interval[] }> {
      const rows = await taken.execute({
        providerId,
        givenBy: providerId,
        clientId,
        ...boundsOf(within),
        exceptId: exceptId ?? null,
      })
      const timesWhere = (given: boolean) =>
        rows
          .filter((row) => (row.given ?? false) === given)
          .map(({ startsAt, endsAt }) => ({ fromMs: startsAt.getTime(), toMs: endsAt.getTime() }))
      return { given: timesWhere(true), clients: timesWhere(false) }
    },

    async hasSession(
      tx: Statements,
      providerId: string,
      within: Interval,
      exceptId?: string,
    ): Promise<boolean> {
      const other = exceptId === undefined ? undefined : ne(bookings.id, exceptId)
      const rows = await tx
        .select({ id: bookings.id })
        .from(bookings)
        .where(and(eq(bookings.providerId, providerId), bookedWithin(boundsOf(within)), other))
        .limit(1)
      return rows.length > 0
    },

    /** The sessions of a provider that are not over, cancelled ones too. */
    async ahead(tx: Statements, providerId: string, now: Date) {
      return tx
        .select({ id: bookings.id, providerId: bookings.providerId })
        .from(bookings)
        .where(and(eq(bookings.providerId, providerId), gt(bookings.endsAt, now)))
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
      .set({ ...to, ...noProposal, sequence })
      .where(eq(bookings.id, booking.id))
    return unlessTaken(change, 'moved')
  },

  async cancel(
    tx: Statements,
    booking: Authorized<BookingRow>,
    by: { cancelledBy: Canceller; updatedAt: Date; cancelTappedAt?: Date },
  ): Promise<void> {
    const sequence = booking.sequence + 1
    await tx
      .update(bookings)
      .set({ ...by, ...noProposal, status: 'cancelled', sequence })
      .where(eq(bookings.id, booking.id))
  },

  /** In place of what was proposed before. A calendar file and its sequence know nothing of proposals. */
  async propose(
    tx: Statements,
    booking: Authorized<BookingRow>,
    proposal: Pick<BookingRow, 'proposedStartsAt' | 'proposedEndsAt' | 'proposedUntil'>,
    at: Date,
  ): Promise<void> {
    const change = { ...proposal, updatedAt: laterThanBefore(at) }
    await tx.update(bookings).set(change).where(eq(bookings.id, booking.id))
  },

  async endProposal(tx: Statements, booking: Authorized<BookingRow>, at: Date): Promise<void> {
    const change = { ...noProposal, updatedAt: laterThanBefore(at) }
    await tx.update(bookings).set(change).where(eq(bookings.id, booking.id))
  },

  /** Whatever is proposed for sessions of two people; gives their ids. The caller holds the lock of the pair. */
  async endProposalsBetween(
    tx: Statements,
    { clientId, providerId }: Authorized<{ clientId: string; providerId: string }>,
    at: Date,
  ): Promise<string[]> {
    const pair = and(eq(bookings.clientId, clientId), eq(bookings.providerId, providerId))
    const ended = await tx
      .update(bookings)
      .set({ ...noProposal, updatedAt: laterThanBefore(at) })
      .where(and(pair, isNotNull(bookings.proposedStartsAt)))
      .returning({ id: bookings.id })
    return ended.map(({ id }) => id)
  },
}

/** What leaves the sequence as it is counts by this moment, so that it is later in each case, whatever the clock says. */
function laterThanBefore(at: Date): SQL {
  return sql`greatest(${at.toISOString()}::timestamptz, ${bookings.updatedAt} + interval '1 millisecond')`
}

const noProposal = { proposedStartsAt: null, proposedEndsAt: null, proposedUntil: null }

const locks = {
  /** Held until the transaction ends; the people's lock comes first. */
  async lock(tx: Statements, id: string): Promise<BookingRow | undefined> {
    return (await tx.select().from(bookings).where(eq(bookings.id, id)).for('update'))[0]
  },

  /** As it is now; whoever changes it locks it first. */
  async find(tx: Statements, id: string): Promise<BookingRow | undefined> {
    return (await tx.select().from(bookings).where(eq(bookings.id, id)))[0]
  },

  /** How many cancels of a client counted since a moment although they came after the notice time. */
  async lateCancels(
    tx: Statements,
    { clientId }: Authorized<BookingRow>,
    since: Date,
  ): Promise<number> {
    const late = and(eq(bookings.clientId, clientId), gt(bookings.cancelTappedAt, since))
    const [row] = await tx.select({ late: count() }).from(bookings).where(late)
    return row?.late ?? 0
  },

  /** Sessions to come that somebody takes part in, held until the transaction ends. */
  async upcomingOf(tx: Statements, userId: string, now: Date): Promise<BookingRow[]> {
    return tx
      .select()
      .from(bookings)
      .where(
        and(or(eq(bookings.clientId, userId), eq(bookings.providerId, userId)), stillToCome(now)),
      )
      .orderBy(asc(bookings.id))
      .for('update')
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

function stillToCome(now: Date): SQL | undefined {
  return and(eq(bookings.status, 'booked'), gt(bookings.startsAt, now))
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
