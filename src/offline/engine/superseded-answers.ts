import { trackerEntrySchema, type TrackerEntry } from '#contract/trackers/model.ts'
import * as v from 'valibot'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** Notes that these answers stand in the place of some given here, each day once; inside a user transaction. */
export async function noteSuperseded(
  db: UserDatabase,
  entries: readonly TrackerEntry[],
): Promise<void> {
  const untold = await supersededAnswers(db)
  const byDay = new Map(
    [...untold, ...entries].map((each) => [`${each.trackerType} ${each.day}`, each]),
  )
  await db.meta.put({ key: 'supersededAnswers', entries: [...byDay.values()] })
}

/** The answers of another device that the person was not told of yet, those that came first in front. For a live query. */
export async function supersededAnswers(db: UserDatabase): Promise<TrackerEntry[]> {
  const row = await db.meta.get('supersededAnswers')
  const entries = row?.key === 'supersededAnswers' ? row.entries : []
  return entries.filter((entry) => v.is(trackerEntrySchema, entry))
}

/** Hands them over to be told, once: of several tabs one gets them. */
export async function takeSuperseded(db: UserDatabase): Promise<TrackerEntry[]> {
  return await userTransaction(db, [], async () => {
    const entries = await supersededAnswers(db)
    await db.meta.delete('supersededAnswers')
    return entries
  })
}
