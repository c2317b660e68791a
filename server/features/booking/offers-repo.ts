import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { unionAll, type PgColumn } from 'drizzle-orm/pg-core'
import type { Interval } from '#contract/instant.ts'
import { durationMinutesMax } from '#contract/pricing/model.ts'
import type { Orm } from '#server/db/orm.ts'
import { bookings } from '#server/db/schema/booking.ts'
import { busySlots } from '#server/db/schema/calendar.ts'

/** A time that somebody has no room in. */
export interface TakenTime extends Interval {
  readonly of: string
  /** A session of theirs as a provider, around which their buffer stays free. */
  readonly given: boolean
}

/** No session that starts earlier reaches into a time, which lets an index find those that do. */
const longestMs = durationMinutesMax * 60_000

/** A session may have lost its provider: the parts of one statement have the same columns. */
function owner(column: PgColumn) {
  return sql<string | null>`${column}`
}

function is(given: boolean) {
  return sql<boolean>`${given}::boolean`
}

/** Busy slots and sessions of several providers, and the sessions of a client, within a time: one statement. */
export async function takenOf(
  orm: Orm,
  { providerIds, clientId }: { providerIds: readonly string[]; clientId: string },
  { fromMs, toMs }: Interval,
): Promise<TakenTime[]> {
  if (providerIds.length === 0) return []
  const [from, to, reach] = [new Date(fromMs), new Date(toMs), new Date(fromMs - longestMs)]
  const ids = [...providerIds]
  const booked = and(
    eq(bookings.status, 'booked'),
    gt(bookings.startsAt, reach),
    lt(bookings.startsAt, to),
    gt(bookings.endsAt, from),
  )
  const rows = await unionAll(
    orm
      .select({
        of: owner(busySlots.userId),
        given: is(false),
        startsAt: busySlots.startsAt,
        endsAt: busySlots.endsAt,
      })
      .from(busySlots)
      .where(
        and(inArray(busySlots.userId, ids), gt(busySlots.endsAt, from), lt(busySlots.startsAt, to)),
      ),
    orm
      .select({
        of: owner(bookings.providerId),
        given: is(true),
        startsAt: bookings.startsAt,
        endsAt: bookings.endsAt,
      })
      .from(bookings)
      .where(and(inArray(bookings.providerId, ids), booked)),
    orm
      .select({
        of: owner(bookings.clientId),
        given: is(false),
        startsAt: bookings.startsAt,
        endsAt: bookings.endsAt,
      })
      .from(bookings)
      .where(and(eq(bookings.clientId, clientId), booked)),
  )
  return rows.flatMap(({ of, given, startsAt, endsAt }) =>
    of === null ? [] : [{ of, given, fromMs: startsAt.getTime(), toMs: endsAt.getTime() }],
  )
}
