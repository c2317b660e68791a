import * as v from 'valibot'
import { providerWeekSchema } from '#contract/booking/api.ts'
import type { Booking } from '#contract/booking/model.ts'
import { localDateSchema } from '#contract/local-date.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { putChanged } from '#src/offline/storage/put-changed.ts'

/** So many weeks are stored, those that were read last. */
export const weeksStoredMax = 8

const storedSchema = v.object({ day: localDateSchema, week: providerWeekSchema })

/** A provider's week as the server said it, by its first day. */
export type StoredWeek = v.InferOutput<typeof storedSchema>

/** The weeks that were read, the newest look first; what an older build stored otherwise is read anew. */
export async function storedWeeks(db: UserDatabase): Promise<StoredWeek[]> {
  const row = await db.meta.get('providerWeeks')
  return row?.key === 'providerWeeks' ? parseRows(storedSchema, row.weeks) : []
}

/**
 * Stores a week that was just read, in the caller's transaction over the sessions: what it says of each holds in what else
 * is stored, too.
 */
export async function storeWeek(db: UserDatabase, read: StoredWeek): Promise<void> {
  const [bookings, weeks] = await Promise.all([db.bookings.toArray(), storedWeeks(db)])
  const known = [...bookings, ...weeks.flatMap(({ week }) => week.sessions)]
  const revise = reviserOf(known, read.week.sessions)
  const others = weeks.filter(({ day }) => day !== read.day)
  await putChanged(db.bookings, bookings.map(revise))
  await putWeeks(db, [read, ...others.map((one) => mapSessions(one, revise))])
}

/** What this device has had of sessions when a list of them was asked for. */
interface KnownSessions {
  readonly bookings: readonly Booking[]
  readonly weeks: readonly StoredWeek[]
}

/**
 * Makes the stored weeks say what a list says of sessions, in the caller's transaction, and takes out what is gone by it. A
 * week that was read since the list was asked for stays as it is: it may be the newer one.
 */
export async function reviseWeeks(
  db: UserDatabase,
  before: KnownSessions,
  { rows, isGone }: { rows: readonly Booking[]; isGone: (session: Booking) => boolean },
): Promise<void> {
  const weeks = await storedWeeks(db)
  const sessions = before.weeks.flatMap(({ week }) => week.sessions)
  const revise = reviserOf([...before.bookings, ...sessions], rows)
  const isOld = ({ day, week }: StoredWeek) =>
    before.weeks.some((one) => one.day === day && one.week.asOf === week.asOf)
  const revised = weeks.map((one) =>
    isOld(one) ? mapSessions(one, (each) => (isGone(each) ? undefined : revise(each))) : one,
  )
  // Each write wakes whatever shows a week.
  if (JSON.stringify(revised) !== JSON.stringify(weeks)) await putWeeks(db, revised)
}

/** Whether what was said of a session is newer than another answer. A proposal leaves its sequence as it is. */
export function isAfter(
  { sequence, updatedAt }: Booking,
  other: Pick<Booking, 'sequence' | 'updatedAt'>,
): boolean {
  if (sequence !== other.sequence) return sequence > other.sequence
  return updatedAt > other.updatedAt
}

/**
 * How `answer` has each stored session read: as it says it, unless it is newer here. Whether somebody is named goes up with
 * no sequence: whom the answer leaves nameless in one session is nameless in those that it does not reach, too.
 */
function reviserOf(
  known: readonly Booking[],
  answer: readonly Booking[],
): (session: Booking) => Booking {
  const byId = new Map(answer.map((one) => [one._id, one]))
  function newest(one: Booking): Booking {
    const said = byId.get(one._id)
    return said && !isAfter(one, said) ? said : one
  }
  const hidden = new Set(
    known.flatMap((one) => (one.with && !newest(one).with ? one.with._id : [])),
  )
  return (one) => {
    const now = newest(one)
    return now.with && hidden.has(now.with._id) ? { ...now, with: null } : now
  }
}

function mapSessions(
  { day, week }: StoredWeek,
  map: (session: Booking) => Booking | undefined,
): StoredWeek {
  const sessions = week.sessions.map(map).filter((one) => one !== undefined)
  return { day, week: { ...week, sessions } }
}

async function putWeeks(db: UserDatabase, weeks: readonly StoredWeek[]): Promise<void> {
  await db.meta.put({ key: 'providerWeeks', weeks: weeks.slice(0, weeksStoredMax) })
}
