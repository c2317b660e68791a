import { useState, type ReactNode } from 'react'
import { trackerDay, trackerTypes, type TrackerType } from '#contract/trackers/model.ts'
import { questSuggestion, type QuestSuggestion } from '#contract/trackers/prompts.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { entryOn, type DayEntry } from './day-entry.ts'
import { useLocalClock } from './local-clock.ts'
import { SuggestionDialog, type QuestLink } from './suggestion-dialog.tsx'
import { TrackerCard } from './tracker-card.tsx'
import styles from './trackers-screen.module.css'
import { firstDayAsked, useDayEntries } from './use-day-entries.ts'

export interface TrackersScreenProps {
  db: UserDatabase
  initial: readonly DayEntry[]
  questLink: QuestLink
  /** Shows Help now. */
  onHelp: () => void
  refusedLink: ReactNode
}

/** The four trackers of today, with or without a network; past midnight they are open again. */
export function TrackersScreen(props: TrackersScreenProps) {
  const { db, initial, questLink, onHelp, refusedLink } = props
  const clock = useLocalClock()
  const entries = useDayEntries(db, firstDayAsked(clock.date), initial)
  const [suggested, setSuggested] = useState<{ type: TrackerType; suggestion: QuestSuggestion }>()
  return (
    <>
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
              refusedLink={refusedLink}
              onAnswered={(answered, score) => {
                const suggestion = questSuggestion(answered, score)
                if (suggestion) setSuggested({ type: answered, suggestion })
              }}
            />
          )
        })}
      </div>
      {suggested && (
        <SuggestionDialog
          {...suggested}
          questLink={questLink}
          onHelp={onHelp}
          onClose={() => setSuggested(undefined)}
        />
      )}
    </>
  )
}
