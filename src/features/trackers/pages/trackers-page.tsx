import type { DayEntry } from '../day-entry.ts'
import { clockAt } from '../local-clock.ts'
import { readEntries, refreshEntries } from '../read-entries.ts'
import { TrackersScreen } from '../trackers-screen.tsx'
import { firstDayAsked } from '../use-day-entries.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { asMember } from '#src/session/as-member.ts'
import { suggestQuest } from '../prompts/suggestion-queue.ts'

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
