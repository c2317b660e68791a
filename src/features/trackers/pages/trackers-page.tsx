import { type DayEntry, entryOn } from '../day-entry.ts'
import { clockAt, useLocalClock } from '../local-clock.ts'
import { readEntries, refreshEntries } from '../read-entries.ts'
import { firstDayAsked, useDayEntries } from '../use-day-entries.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { asMember } from '#src/session/as-member.ts'
import { suggestQuest } from '../prompts/suggestion-queue.ts'
import { type TrackerType, trackerTypes } from '#contract/trackers/catalog.ts'
import { trackerDay, type TrackerScore } from '#contract/trackers/model.ts'
import { TrackerCard } from '../tracker-card.tsx'
import styles from '../trackers-screen.module.css'

export interface TrackersPageProps {
  db: UserDatabase
  initial: readonly DayEntry[]
}

/** Answers of another device are wanted here, and those are of the newest days. */
const daysAsked = 7

/** What this device knows of the days that can be answered now. */
export function readTodaysEntries(db: UserDatabase): Promise<DayEntry[]> {
  return readEntries(db, firstDayAsked(clockAt(Date.now()).date))
}

/** The four trackers, with what other devices of the same person answered meanwhile. */
export function TrackersPage({ db, initial }: TrackersPageProps) {
  useRefresh(() => asMember(db, (token) => refreshEntries(db, { token, days: daysAsked })))
  return (
    <>
      <PageHeader title={m.trackers_title()} text={m.trackers_text()} back={<BackToDashboard />} />
      <TrackersScreen
        db={db}
        initial={initial}
        onAnswered={(type, score) => void suggestQuest(db, type, score).catch(() => undefined)}
      />
    </>
  )
}

interface TrackersScreenProps {
  db: UserDatabase
  initial: readonly DayEntry[]
  /** An answer was given here and can no longer be taken back. */
  onAnswered: (type: TrackerType, score: TrackerScore) => void
}

/** The four trackers of today, with or without a network; past midnight they are open again. */
function TrackersScreen(props: TrackersScreenProps) {
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
