import { lazy, Suspense, useState } from 'react'
import { ui_chart_show_chart, ui_chart_show_table } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import type { ChartLevel, ChartPoint } from './chart-point.ts'
import { ChartTable } from './chart-table.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import styles from './trend-chart.module.css'

const LineChart = lazy(async () => ({ default: (await import('./line-chart.tsx')).LineChart }))

export interface TrendChartProps {
  /** What it shows: "Mood, last 30 days". Names the drawing and captions the table. */
  label: string
  /** Every day of the range in order, those without an entry with null. */
  points: readonly ChartPoint[]
  /** The meanings of the values, for the axis, the tooltip and the table. */
  levels: readonly ChartLevel[]
}

/** A line chart and the same numbers as a table, one tap apart; chart.js loads only when the chart is on screen. */
export function TrendChart({ label, points, levels }: TrendChartProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <div className={styles.trend}>
      {asTable ? (
        <ChartTable caption={label} points={points} levels={levels} />
      ) : (
        <Suspense fallback={<Skeleton shape="block" className={styles.waiting} />}>
          <LineChart label={label} points={points} levels={levels} />
        </Suspense>
      )}
      <Button look="quiet" size="small" onClick={() => setAsTable(!asTable)}>
        {asTable ? ui_chart_show_chart() : ui_chart_show_table()}
      </Button>
    </div>
  )
}
