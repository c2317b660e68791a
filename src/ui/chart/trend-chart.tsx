import { lazy, Suspense, useState } from 'react'
import {
  ui_chart_show_chart,
  ui_chart_show_table,
  ui_chart_day,
  ui_chart_no_entry,
  ui_chart_value,
} from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import { formatDay } from '#src/lib/dates.ts'
import { useInSight } from '#src/lib/draw-later.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import chartTableStyles from './chart-table.module.css'
import styles from './trend-chart.module.css'

/** A day's value; null where nothing was recorded, which is drawn as a gap. */
export interface ChartPoint {
  /** YYYY-MM-DD */
  day: string
  value: number | null
}

/** What a value means: an emoji for the axis and words for the table and the tooltip. */
export interface ChartLevel {
  value: number
  emoji: string
  /** Empty where the number says all; then the axis has it in place of an emoji. */
  label: string
}

/** True for a value with a gap on both sides: no line reaches it, so only a dot can show it. */
export function isIsolated(points: readonly ChartPoint[], index: number): boolean {
  const before = points[index - 1]?.value ?? null
  const after = points[index + 1]?.value ?? null
  const value = points[index]?.value ?? null
  return value !== null && before === null && after === null
}

const LineChart = lazy(async () => ({ default: (await import('./line-chart.tsx')).LineChart }))

interface TrendChartProps {
  /** What it shows: "Mood, last 30 days". Names the drawing and captions the table. */
  label: string
  /** Every day of the range in order, those without an entry with null. */
  points: readonly ChartPoint[]
  /** The meanings of the values, for the axis, the tooltip and the table. */
  levels: readonly ChartLevel[]
}

/** A line chart and the same numbers as a table, one tap apart; chart.js loads and draws only once the chart is near the screen. */
export function TrendChart({ label, points, levels }: TrendChartProps) {
  const [asTable, setAsTable] = useState(false)
  const { element, seen } = useInSight<HTMLDivElement>()
  const waiting = <Skeleton shape="block" className={styles.waiting} />
  return (
    <div className={styles.trend} ref={element}>
      {asTable ? (
        <ChartTable caption={label} points={points} levels={levels} />
      ) : (
        <Suspense fallback={waiting}>
          {seen ? <LineChart label={label} points={points} levels={levels} /> : waiting}
        </Suspense>
      )}
      <Button look="quiet" size="small" onClick={() => setAsTable(!asTable)}>
        {asTable ? ui_chart_show_chart() : ui_chart_show_table()}
      </Button>
    </div>
  )
}

interface ChartTableProps {
  caption: string
  points: readonly ChartPoint[]
  levels: readonly ChartLevel[]
}

/** The numbers of a chart as a table, newest first. */
function ChartTable({ caption, points, levels }: ChartTableProps) {
  return (
    // A part that scrolls must be reachable, or the keyboard cannot scroll it (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason above
    <section className={chartTableStyles.scroll} aria-label={caption} tabIndex={0}>
      <table className={chartTableStyles.table}>
        <caption className={chartTableStyles.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{ui_chart_day()}</th>
            <th scope="col">{ui_chart_value()}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.day}>
              <th scope="row">{formatDay(point.day)}</th>
              <td>
                {point.value === null ? ui_chart_no_entry() : valueLabel(point.value, levels)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** "4 · 😄 happy", or the number alone for a value that no words belong to. */
function valueLabel(value: number, levels: readonly ChartLevel[]): string {
  const level = levels.find((candidate) => candidate.value === value)
  const number = formatNumber(value)
  return level?.label ? `${number} · ${level.emoji} ${level.label}` : number
}
