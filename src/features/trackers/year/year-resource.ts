import * as v from 'valibot'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { latestDaysMax, trackersApi } from '#contract/trackers/api.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { daysBackMax } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { defineResource, preload, refreshResource } from '#src/data/resource.ts'
import { formatDay, monthAs } from '#src/lib/dates.ts'
import { isUnreachable } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import {
  dropGone,
  importedDays,
  readWaitingImports,
  withoutTakenBack,
} from '#src/offline/features/tracker-imports.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { putChanged } from '#src/offline/storage/put-changed.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { asMember } from '#src/session/as-member.ts'
import { goneFrom, readEntries, type DayEntry } from '../entries-resource.ts'
import { refreshWords } from '../notes/notes-resource.ts'
import { yearOf, yearStart } from './pixel-days.ts'

/** A year of all trackers, as this device knows it. */
export interface YearOfEntries {
  /** Oldest first. */
  readonly entries: readonly DayEntry[]
  /** Whether the server has ever said what it has of the year. */
  readonly fetched: boolean
  /** The earliest year of which there is something to see or to fill in. */
  readonly firstYear: number
}

/** One year alone is read, however many are here: what waits lies over what the server has. */
export const yearResource = defineResource<YearOfEntries, [year: number]>({
  key: 'trackers.year',
  read: readYear,
  refresh: refreshYear,
})

/** For the loader of the route: this year. */
export function preloadYear(db: UserDatabase): Promise<void> {
  const { date } = clockAt(Date.now())
  const read = preload(db, yearResource, yearOf(date))
  // To make the formats of the page takes as long as to read, which is done elsewhere meanwhile.
  for (const length of ['narrow', 'long'] as const) monthAs(1, length)
  formatDay(date)
  return read
}

async function readYear(db: UserDatabase, year: number): Promise<YearOfEntries> {
  const [first, next] = [yearStart(year), yearStart(year + 1)]
  return await db.transaction('r', db.trackerEntries, db.outbox, db.meta, async () => {
    const [entries, fetched, oldest] = await Promise.all([
      readEntries(db, first, addDays(next, -1)),
      fetchedYears(db),
      oldestDays(db),
    ])
    const open = addDays(clockAt(Date.now()).date, -daysBackMax)
    const earlier = fetched.filter(({ whole }) => !whole).map((one) => one.year - 1)
    return {
      entries,
      fetched: fetched.some((one) => one.year === year || (one.whole && one.year > year)),
      firstYear: Math.min(...[open, ...oldest].map(yearOf), ...earlier),
    }
  })
}

/** The first day with an answer of each tracker, and of each part of an import that waits to be sent. */
async function oldestDays(db: UserDatabase): Promise<LocalDate[]> {
  const keys = await Promise.all(
    trackerTypes.map((type) =>
      db.trackerEntries
        .where('[trackerType+day]')
        .between([type, ''], [type, '\uffff'])
        .limit(1)
        .primaryKeys(),
    ),
  )
  const { parts } = await readWaitingImports(db)
  const waiting = parts.flatMap(
    ({ part }) => part.entries.map(({ date }) => date).toSorted()[0] ?? [],
  )
  return [...keys.flat().map(([, day]) => day as LocalDate), ...waiting]
}

/** Fetches a year of every tracker and stores what is new of it, all or none. Rejects as the calls do. */
async function refreshYear(db: UserDatabase, token: string, year: number): Promise<void> {
  const next = yearStart(year + 1)
  const query = { days: String(latestDaysMax), before: next }
  const here = await importedDays(db)
  const replies = await Promise.all(
    trackerTypes.map((type) =>
      callApi(trackersApi.latestTrackerEntries, { params: { type }, query }, { token }),
    ),
  )
  // A reply that is not full holds everything older as well.
  const whole = replies.every((entries) => entries.length < latestDaysMax)
  const gone = goneFrom(here, replies, { daysMax: latestDaysMax, to: next })
  await userTransaction(db, [db.trackerEntries], async () => {
    const entries = await withoutTakenBack(db, here, replies.flat())
    await dropGone(db, gone)
    // To write what is here already would draw the whole year again.
    await putChanged(db.trackerEntries, entries)
    const known = await fetchedYears(db)
    if (known.some((one) => one.year === year && one.whole === whole)) return
    const years = [...known.filter((one) => one.year !== year), { year, whole }]
    await db.meta.put({ key: 'trackerYears', years })
  })
}

const fetchedSchema = v.object({
  years: v.array(v.object({ year: v.pipe(v.number(), v.integer()), whole: v.boolean() })),
})

/** The years that the server has said everything of; `whole` where that was everything older too. */
async function fetchedYears(db: UserDatabase) {
  const parsed = v.safeParse(fetchedSchema, await db.meta.get('trackerYears'))
  return parsed.success ? parsed.output.years : []
}

/** Brings every year with the words beside its answers here, the newest first; false where the server does not answer. Rejects where it refuses. */
export async function bringAll(db: UserDatabase, today: LocalDate): Promise<boolean> {
  try {
    await asMember(db, (token) => refreshWords(db, token))
    for (let year = yearOf(today), first = year; year >= first; year -= 1) {
      await refreshResource(db, yearResource, year)
      first = (await yearResource.read(db, year))?.firstYear ?? year
    }
    return true
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return false
  }
}
