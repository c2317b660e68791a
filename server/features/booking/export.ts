import { asc, eq, or } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { bookings } from '#server/db/schema/booking.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

/** Every session of a person, first first, without saying with whom: that is the other's. */
export function bookingsExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const rows = await orm
      .select()
      .from(bookings)
      .where(or(eq(bookings.clientId, userId), eq(bookings.providerId, userId)))
      .orderBy(asc(bookings.startsAt), asc(bookings.id))
    return rows.map((row) => ({
      role: row.clientId === userId ? 'client' : 'provider',
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      timeZone: row.timeZone,
      status: row.status,
      cancelledBy: row.cancelledBy,
      proposedStartsAt: row.proposedStartsAt,
      proposedEndsAt: row.proposedEndsAt,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    }))
  }
}
