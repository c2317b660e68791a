import { useState, type ReactNode } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import { trackerTypes } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import type { DayEntry } from './day-entry.ts'
import { TrackerChart } from './tracker-chart.tsx'
import styles from './tracker-charts.module.css'

export interface TrackerChartsProps {
  entries: readonly DayEntry[]
  today: LocalDate
  /** A line about how new the numbers are, where there is something to say. */
  note: ReactNode
  /** The server could not be asked: that nothing is here does not say that there is nothing. */
  failed: boolean
}

const ranges = ['7', '30', '90'] as const
type Range = (typeof ranges)[number]

/** The four trends over the days chosen. */
export function TrackerCharts({ entries, today, note, failed }: TrackerChartsProps) {
  const [range, setRange] = useState<Range>('30')
  const [wide] = useState(() => matchMedia('(width >= 900px)').matches)
  return (
    <section className={styles.charts} aria-labelledby="trends">
      <header className={styles.header}>
        <h2 id="trends">{m.trackers_charts_title()}</h2>
        <SegmentedControl
          legend={m.trackers_range()}
          options={ranges.map((days) => ({ value: days, label: m.trackers_range_days({ days }) }))}
          value={range}
          onChange={setRange}
        />
      </header>
      {note}
      <div className={styles.grid}>
        {trackerTypes.map((type) => (
          <TrackerChart
            key={type}
            type={type}
            entries={entries}
            today={today}
            days={Number(range)}
            failed={failed}
            openAtFirst={wide || type === 'Mood'}
          />
        ))}
      </div>
    </section>
  )
}
