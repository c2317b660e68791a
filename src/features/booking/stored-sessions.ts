import * as v from 'valibot'
import { providerWeekSchema } from '#contract/booking/api.ts'
import type { Booking } from '#contract/booking/model.ts'
import { localDateSchema } from '#contract/local-date.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'

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

/** Stores a week that was just read, in the caller's transaction. */
export async function storeWeek(db: UserDatabase, read: StoredWeek): Promise<void> {
  const others = (await storedWeeks(db)).filter(({ day }) => day !== read.day)
  await putWeeks(db, [read, ...others].slice(0, weeksStoredMax))
}

/**
 * Takes sessions out of the stored weeks that are gone by a later answer, in the caller's transaction. A week that was read
 * after `before` stays as it is: the answer may not know of it.
 */
export async function dropFromWeeks(
  db: UserDatabase,
  { before, isGone }: { before: readonly StoredWeek[]; isGone: (session: Booking) => boolean },
): Promise<void> {
  const weeks = await storedWeeks(db)
  const isOld = ({ day, week }: StoredWeek) =>
    before.some((one) => one.day === day && one.week.asOf === week.asOf)
  const found = weeks.filter(isOld).flatMap(({ week }) => week.sessions)
  // Each write wakes whatever shows a week.
  if (!found.some(isGone)) return
  await putWeeks(
    db,
    weeks.map((one) => {
      const sessions = one.week.sessions.filter((session) => !isGone(session))
      return isOld(one) ? { ...one, week: { ...one.week, sessions } } : one
    }),
  )
}

async function putWeeks(db: UserDatabase, weeks: readonly StoredWeek[]): Promise<void> {
  await db.meta.put({ key: 'providerWeeks', weeks })
}
