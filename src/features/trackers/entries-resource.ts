import { trackersApi } from '#contract/trackers/api.ts'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { defineResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { overlayEntries, type DayEntry } from './day-entry.ts'
import { clockAt } from './local-clock.ts'

/** The entries of the last `days` days up to today, oldest first: the server's, overlaid by what still waits here. */
export const entriesResource = defineResource<DayEntry[], [days: number]>({
  key: 'trackers.entries',
  read: (db, days) => readEntries(db, addDays(clockAt(Date.now()).date, -days)),
  refresh: refreshEntries,
})

/** The longest range the charts show, in days. */
export const chartDaysMax = 90

/** What this device knows of all trackers from a day on, oldest first; for a live query. */
export async function readEntries(db: UserDatabase, from: LocalDate): Promise<DayEntry[]> {
  // One transaction for all five reads: each costs a cold phone more than what it reads.
  const [base, unsent] = await db.transaction('r', db.trackerEntries, db.outbox, () =>
    Promise.all([
      Promise.all(trackerTypes.map((type) => readBase(db, type, from))),
      readWaiting(db, from),
    ]),
  )
  return overlayEntries(base.flat(), unsent)
}

/** Waiting answers in the order of their taps. The day that an answer counts for is never after that of its tap. */
async function readWaiting(db: UserDatabase, from: LocalDate): Promise<OutboxRow[]> {
  return db.outbox
    .where('[kind+localDate]')
    .between(['trackers.record', from], ['trackers.record', '\uffff'])
    .sortBy('seq')
}

function readBase(db: UserDatabase, type: string, from: LocalDate) {
  return db.trackerEntries
    .where('[trackerType+day]')
    .between([type, from], [type, '\uffff'])
    .toArray()
}

/** Fetches the newest `days` answered days of every tracker and stores them, all or none. Rejects as the calls do. */
async function refreshEntries(db: UserDatabase, token: string, days: number): Promise<void> {
  const replies = await Promise.all(
    trackerTypes.map((type) =>
      callApi(
        trackersApi.latestTrackerEntries,
        { params: { type }, query: { days: String(days) } },
        { token },
      ),
    ),
  )
  await userTransaction(db, [db.trackerEntries], () => db.trackerEntries.bulkPut(replies.flat()))
}
