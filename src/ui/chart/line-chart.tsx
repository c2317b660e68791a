import {
  CategoryScale,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { Line } from 'react-chartjs-2'
import { lineChartData, lineChartOptions } from './line-chart-config.ts'
import type { ChartLevel, ChartPoint } from './chart-point.ts'
import { useChartTheme } from './chart-theme.ts'
import styles from './line-chart.module.css'

Chart.register(
  CategoryScale,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
)

export interface LineChartProps {
  /** What the chart shows, in a sentence; its numbers are in the table beside it. */
  label: string
  points: readonly ChartPoint[]
  levels: readonly ChartLevel[]
}

/** Days along, levels up, gaps left open. Loads chart.js: reach it through TrendChart, which loads it when needed. */
export function LineChart({ label, points, levels }: LineChartProps) {
  const theme = useChartTheme()
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <div className={styles.chart}>
      <Line
        aria-label={label}
        data={lineChartData(points, theme)}
        options={lineChartOptions(points, levels, { theme, still })}
      />
    </div>
  )
}
