import { CheckInCard } from '#src/features/trackers/check-in-card.tsx'
import type { DayEntry } from '#src/features/trackers/day-entry.ts'
import { useLocalClock } from '#src/features/trackers/local-clock.ts'
import { firstDayAsked, useDayEntries } from '#src/features/trackers/use-day-entries.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

export interface CheckInPartProps {
  db: UserDatabase
  initial: readonly DayEntry[]
}

/** Today's check-in of a young person: the first thing to do here. */
export function CheckInPart({ db, initial }: CheckInPartProps) {
  const clock = useLocalClock()
  const entries = useDayEntries(db, firstDayAsked(clock.date), initial)
  return <CheckInCard entries={entries} clock={clock} />
}
