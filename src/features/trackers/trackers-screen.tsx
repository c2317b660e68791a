import {
  trackerDay,
  trackerTypes,
  type TrackerScore,
  type TrackerType,
} from '#contract/trackers/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { entryOn, type DayEntry } from './day-entry.ts'
import { useLocalClock } from './local-clock.ts'
import { TrackerCard } from './tracker-card.tsx'
import styles from './trackers-screen.module.css'
import { firstDayAsked, useDayEntries } from './use-day-entries.ts'

export interface TrackersScreenProps {
  db: UserDatabase
  initial: readonly DayEntry[]
  /** An answer was given here and can no longer be taken back. */
  onAnswered: (type: TrackerType, score: TrackerScore) => void
}

/** The four trackers of today, with or without a network; past midnight they are open again. */
export function TrackersScreen(props: TrackersScreenProps) {
  const { db, initial, onAnswered } = props
  const clock = useLocalClock()
  const entries = useDayEntries(db, firstDayAsked(clock.date), initial)
  return (
    <div className={styles.grid}>
      {trackerTypes.map((type) => {
        const day = trackerDay(type, clock)
        return (
          <TrackerCard
            // A new day is a new question: what was chosen for the old one does not slip into it.
            key={`${type} ${day}`}
            db={db}
            type={type}
            clock={clock}
            entry={entryOn(entries, type, day)}
            onAnswered={onAnswered}
          />
        )
      })}
    </div>
  )
}
