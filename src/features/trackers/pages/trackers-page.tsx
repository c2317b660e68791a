import { trackerTypes } from '#contract/trackers/catalog.ts'
import { trackerDay } from '#contract/trackers/model.ts'
import { preload, useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { answeredNow, CheckInFinish } from '../check-in-rows.tsx'
import { dotDays } from '../day-dots.tsx'
import { entryOn } from '../day-entry.ts'
import { entriesResource } from '../entries-resource.ts'
import { useLocalClock } from '../local-clock.ts'
import { suggestQuest } from '../prompts/suggestion-queue.ts'
import { TrackerCard } from '../tracker-card.tsx'
import styles from '../trackers-screen.module.css'

/** For the loader of the route. */
export function preloadTrackers(db: UserDatabase): Promise<void> {
  return preload(db, entriesResource, dotDays)
}

/** The four trackers of today, with or without a network; past midnight they are open again. */
export function TrackersPage({ db }: { db: UserDatabase }) {
  const clock = useLocalClock()
  const entries = useResource(db, entriesResource, dotDays).data ?? []
  return (
    <>
      <PageHeader title={m.trackers_title()} text={m.trackers_text()} back={<BackToDashboard />} />
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
              entries={entries}
              entry={entryOn(entries, type, day)}
              onAnswered={(answered, score) =>
                void suggestQuest(db, answered, score).catch(() => undefined)
              }
            />
          )
        })}
        <CheckInFinish done={answeredNow(entries, clock)} />
      </div>
    </>
  )
}
