import { useLiveQuery } from 'dexie-react-hooks'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import type { DayEntry } from './day-entry.ts'
import { readEntries } from './read-entries.ts'

/** The longest range the charts show, in days. */
export const chartDaysMax = 90

/** The first day that a screen of today has use for. */
export function firstDayShown(today: LocalDate): LocalDate {
  return addDays(today, -chartDaysMax)
}

/** What this device knows of all trackers, followed as it changes; `initial` is what the route read before it drew. */
export function useDayEntries(
  db: UserDatabase,
  today: LocalDate,
  initial: readonly DayEntry[],
): readonly DayEntry[] {
  return useLiveQuery(() => readEntries(db, firstDayShown(today)), [db, today], initial)
}
