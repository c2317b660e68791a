import type { DayEntry } from '#src/features/trackers/day-entry.ts'
import { useLocalClock } from '#src/features/trackers/local-clock.ts'
import { refreshEntries } from '#src/features/trackers/read-entries.ts'
import { TrackerCharts } from '#src/features/trackers/tracker-charts.tsx'
import {
  chartDaysMax,
  firstDayCharted,
  useDayEntries,
} from '#src/features/trackers/use-day-entries.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { asMember } from '#src/session/as-member.ts'
import styles from './dashboard.module.css'

export interface TrendsPartProps {
  db: UserDatabase
  initial: readonly DayEntry[]
}

/** The four trends of a young person. */
export function TrendsPart({ db, initial }: TrendsPartProps) {
  const clock = useLocalClock()
  const entries = useDayEntries(db, firstDayCharted(clock.date), initial)
  const { refresh, again } = useRefresh(() =>
    asMember(db, (token) => refreshEntries(db, { token, days: chartDaysMax })),
  )
  return (
    <TrackerCharts
      entries={entries}
      today={clock.date}
      failed={refresh.error !== undefined}
      note={refresh.status === 'failed' && <NotNewest refresh={refresh} onRetry={again} />}
    />
  )
}

/** The server could not be asked: what stands here is what this device knew. */
function NotNewest({ refresh, onRetry }: { refresh: Refresh; onRetry: () => void }) {
  const online = useOnline()
  if (!online) return <p className={styles.note}>{m.trackers_chart_stale()}</p>
  const retry = (
    <Button look="secondary" size="small" onClick={onRetry}>
      {m.ui_retry()}
    </Button>
  )
  return (
    <Banner tone="warn" action={retry}>
      {failureText(refresh.error, m.trackers_chart_failed())}
    </Banner>
  )
}
