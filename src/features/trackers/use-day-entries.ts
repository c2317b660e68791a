import { useLiveQuery } from 'dexie-react-hooks'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { DayEntry } from './day-entry.ts'
import { readEntries } from './read-entries.ts'

/** The longest range the charts show, in days. */
export const chartDaysMax = 90

/** The first day that the charts have use for. */
export function firstDayCharted(today: LocalDate): LocalDate {
  return addDays(today, -chartDaysMax)
}

/** The first day that can be answered now: after midnight Fitness still asks about the day that ended. */
export function firstDayAsked(today: LocalDate): LocalDate {
  return addDays(today, -1)
}

/** What this device knows of all trackers since a day, followed as it changes; `initial` is what the route read before it drew. */
export function useDayEntries(
  db: UserDatabase,
  from: LocalDate,
  initial: readonly DayEntry[],
): readonly DayEntry[] {
  return useLiveQuery(() => readEntries(db, from), [db, from], initial)
}
