import { useLocalClock } from '#src/features/trackers/local-clock.ts'
import { chartDaysMax, entriesResource } from '#src/features/trackers/entries-resource.ts'
import { TrackerCharts } from '#src/features/trackers/tracker-charts.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { useResource, type Loaded } from '#src/data/resource.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import styles from './dashboard.module.css'

/** The four trends of a young person. */
export function TrendsPart({ db }: { db: UserDatabase }) {
  const clock = useLocalClock()
  const entries = useResource(db, entriesResource, chartDaysMax)
  return (
    <TrackerCharts
      entries={entries.data ?? []}
      today={clock.date}
      failed={entries.refresh.error !== undefined}
      note={entries.refresh.status === 'failed' && <NotNewest of={entries} />}
    />
  )
}

/** The server could not be asked: the charts show what this device knew. */
function NotNewest({ of: { refresh, retry } }: { of: Loaded<unknown> }) {
  const online = useOnline()
  if (!online) return <p className={styles.note}>{m.trackers_chart_stale()}</p>
  const again = (
    <Button look="secondary" size="small" onClick={retry}>
      {m.ui_retry()}
    </Button>
  )
  return (
    <Banner tone="warn" action={again}>
      {failureText(refresh.error, m.trackers_chart_failed())}
    </Banner>
  )
}
