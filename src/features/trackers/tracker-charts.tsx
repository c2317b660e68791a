import { useState, type ReactNode } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import { type TrackerType, trackerTypes } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { type DayEntry, isAnswered } from './day-entry.ts'
import styles from './tracker-charts.module.css'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { TrendChart } from '#src/ui/chart/trend-chart.tsx'
import { chartLevels, chartPoints } from './chart-points.ts'
import { answerEmoji, answerLabel, trackerLabels } from './tracker-labels.ts'

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
            openAtFirst={wide || type === trackerTypes[0]}
          />
        ))}
      </div>
    </section>
  )
}

interface TrackerChartProps {
  type: TrackerType
  entries: readonly DayEntry[]
  today: LocalDate
  days: number
  openAtFirst: boolean
  /** The server could not be asked. */
  failed: boolean
}

/** One trend in a card that folds; a closed card draws nothing and loads no chart code. */
function TrackerChart(props: TrackerChartProps) {
  const { type, entries, today, days, openAtFirst, failed } = props
  const [open, setOpen] = useState(openAtFirst)
  const points = chartPoints(entries, { type, today, days })
  const last = entries.findLast((entry) => entry.trackerType === type && isAnswered(entry))
  return (
    <CardCollapsible
      level={3}
      title={trackerLabels[type].name()}
      summary={last && lastLabel(last)}
      defaultOpen={openAtFirst}
      onToggle={setOpen}
    >
      {!open ? null : points.every((point) => point.value === null) ? (
        failed ? (
          <p>{m.trackers_chart_unknown()}</p>
        ) : (
          <EmptyState
            compact
            title={m.trackers_chart_empty_title()}
            text={m.trackers_chart_empty_text()}
          />
        )
      ) : (
        <TrendChart
          label={m.trackers_chart_label({ tracker: trackerLabels[type].name(), days })}
          points={points}
          levels={chartLevels(type)}
        />
      )}
    </CardCollapsible>
  )
}

function lastLabel({ trackerType, score, answer }: DayEntry): string {
  return m.trackers_chart_last({
    answer: `${answerEmoji(trackerType, score)} ${answerLabel(answer)}`,
  })
}
