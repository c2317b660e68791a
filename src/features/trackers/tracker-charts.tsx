import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { type LocalDate, addDays } from '#contract/local-date.ts'
import { type TrackerType, trackerTypes, trackerCatalog } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinWords } from '#src/i18n/speech.ts'
import { formatShortDay } from '#src/lib/dates.ts'
import { useAfterPaint } from '#src/lib/draw-later.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { TrendChart, type ChartPoint, type ChartLevel } from '#src/ui/chart/trend-chart.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { type DayEntry, isAnswered } from './entries-resource.ts'
import { answerEmoji, answerLabel, trackerLabels, answerLine } from './tracker-labels.ts'
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
            openAtFirst={wide || type === trackerTypes[0]}
          />
        ))}
      </div>
      <AnswersLinks />
    </section>
  )
}

/** The ways from the answers to every day of a year, and to a question about them. */
export function AnswersLinks() {
  return (
    <div className={styles.links}>
      <Link className={buttonClass({ look: 'secondary' })} to="/trackers/year">
        {m.trackers_pixels_title()}
      </Link>
      <Link className={buttonClass({ look: 'quiet' })} to="/insights">
        {m.insights_title()}
      </Link>
    </div>
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

/** Two weeks, today included. */
export const dotDays = 14

export interface DayDotsProps {
  type: TrackerType
  entries: readonly DayEntry[]
  /** The last of the days: the one that an answer would count for now. */
  day: LocalDate
}

/** Between the middles of two days, and of two levels of an answer, in units of the drawing. */
const across = 10
const up = 7

/** Two weeks of one tracker: how high a dot is says the answer, a ring is a day without one. */
export function DayDots({ type, entries, day }: DayDotsProps) {
  const points = chartPoints(entries, { type, today: day, days: dotDays })
  // The first date in words costs a slow phone a tenth of a second.
  const painted = useAfterPaint()
  return (
    <>
      <svg
        className={styles.dots}
        viewBox={`0 0 ${dotDays * across} ${4 * up + 2}`}
        aria-hidden="true"
      >
        {points.map((point, index) => (
          <Dot key={point.day} point={point} x={index * across + across / 2} />
        ))}
      </svg>
      {painted && <VisuallyHidden>{dotsLabel({ type, entries, points })}</VisuallyHidden>}
    </>
  )
}

function Dot({ point: { value }, x }: { point: ChartPoint; x: number }) {
  if (value === null) return <circle className={styles.open} cx={x} cy={4 * up - 2} r={1.6} />
  return (
    <circle className={styles.dot} data-score={value} cx={x} cy={(4 - value) * up + 5} r={3.6} />
  )
}

interface Dots extends Pick<DayDotsProps, 'type' | 'entries'> {
  points: readonly ChartPoint[]
}

/** The same in words: each answered day with its answer. */
function dotsLabel({ type, entries, points }: Dots): string {
  const tracker = trackerLabels[type].name()
  const answered = new Set(points.filter(({ value }) => value !== null).map(({ day }) => day))
  const days = entries
    .filter((entry) => entry.trackerType === type && answered.has(entry.day))
    .map((entry) =>
      m.trackers_dots_day({ day: formatShortDay(entry.day), answer: answerLine(entry) }),
    )
  return days.length === 0
    ? m.trackers_dots_none({ tracker })
    : m.trackers_dots({ tracker, days: joinWords(days) })
}

/** Every day of the `days` that end with `today`, in order; a day without an answer is a gap. */
export function chartPoints(
  entries: readonly DayEntry[],
  { type, today, days }: { type: TrackerType; today: LocalDate; days: number },
): ChartPoint[] {
  const scores = new Map<string, number>(
    entries
      .filter((entry) => entry.trackerType === type && isAnswered(entry))
      .map((entry) => [entry.day, entry.score]),
  )
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(today, index - days + 1)
    return { day, value: scores.get(day) ?? null }
  })
}

/** What the scores 1 to 4 of a tracker mean, for the axis and the table. */
export function chartLevels(type: TrackerType): ChartLevel[] {
  return ([1, 2, 3, 4] as const).map((score) => ({
    value: score,
    emoji: answerEmoji(type, score),
    label: answerLabel(trackerCatalog[type].answers[4 - score] ?? ''),
  }))
}
