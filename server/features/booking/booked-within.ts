import { and, eq, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Interval } from '#contract/instant.ts'
import { durationMinutesMax } from '#contract/pricing/model.ts'
import { bookings } from '#server/db/schema/booking.ts'

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
