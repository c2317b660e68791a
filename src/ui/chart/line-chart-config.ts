import type { ChartData, ChartOptions, ScriptableContext } from 'chart.js'
import { formatDay, formatShortDay } from '#src/lib/dates.ts'
import { type ChartLevel, type ChartPoint, isIsolated } from './chart-point.ts'
import type { ChartTheme } from './chart-theme.ts'

/** Up to a month every day has its dot; beyond, dots would run together and only lone ones stay. */
const dottedDaysMax = 31

export function lineChartData(
  points: readonly ChartPoint[],
  theme: ChartTheme,
): ChartData<'line', (number | null)[], string> {
  return {
    labels: points.map((point) => formatShortDay(point.day)),
    datasets: [
      {
        data: points.map((point) => point.value),
        spanGaps: false,
        cubicInterpolationMode: 'monotone',
        borderWidth: 3,
        borderCapStyle: 'round',
        borderJoinStyle: 'round',
        borderColor: (context) => gradient(context, theme.from, theme.to),
        backgroundColor: (context) => gradient(context, `${theme.from}24`, `${theme.to}00`, 'down'),
        fill: 'start',
        pointRadius: points.map((_, index) => pointRadius(points, index)),
        pointHoverRadius: 7,
        pointHitRadius: 18,
        pointBorderWidth: 2.5,
        pointBackgroundColor: theme.surface,
        pointBorderColor: (context) => gradient(context, theme.from, theme.to),
      },
    ],
  }
}

export function lineChartOptions(
  points: readonly ChartPoint[],
  levels: readonly ChartLevel[],
  { theme, still }: { theme: ChartTheme; still: boolean },
): ChartOptions<'line'> {
  const values = levels.map((level) => level.value)
  return {
    responsive: true,
    maintainAspectRatio: false,
    ...(still ? { animation: false } : { animation: { duration: 500 } }),
    interaction: { mode: 'index', intersect: false },
    layout: { padding: { top: 4, right: 8 } },
    scales: {
      x: {
        grid: { display: false },
        border: { display: false },
        ticks: {
          color: theme.text,
          font: { family: theme.font, size: 12 },
          maxRotation: 0,
          autoSkipPadding: 20,
        },
      },
      y: {
        min: Math.min(...values) - 0.4,
        max: Math.max(...values) + 0.4,
        border: { display: false },
        grid: { color: theme.line },
        afterBuildTicks: (axis) => {
          axis.ticks = values.toSorted((a, b) => a - b).map((value) => ({ value }))
        },
        ticks: {
          color: theme.text,
          font: { family: theme.font, size: 19 },
          callback: (value) => levels.find((level) => level.value === value)?.emoji ?? '',
        },
      },
    },
    plugins: {
      tooltip: {
        displayColors: false,
        padding: 12,
        cornerRadius: 14,
        backgroundColor: '#2f2340',
        titleFont: { family: theme.font, size: 13 },
        bodyFont: { family: theme.font, size: 14 },
        callbacks: {
          title: ([item]) => formatDay(points[item?.dataIndex ?? 0]?.day ?? ''),
          label: (item) => levelLabel(item.parsed.y, levels),
        },
      },
    },
  }
}

function levelLabel(value: number | null, levels: readonly ChartLevel[]): string {
  const level = levels.find((candidate) => candidate.value === value)
  return level ? `${level.emoji} ${level.label}` : String(value ?? '')
}

function pointRadius(points: readonly ChartPoint[], index: number): number {
  if (points.length <= dottedDaysMax) return points.length > 14 ? 3.5 : 5
  return isIsolated(points, index) ? 3 : 0
}

/** A gradient over the drawing area; a plain colour until its size is known. */
function gradient(
  { chart }: ScriptableContext<'line'>,
  from: string,
  to: string,
  way: 'along' | 'down' = 'along',
): CanvasGradient | string {
  const area = chart.chartArea as typeof chart.chartArea | undefined
  if (!area) return from
  const [endX, endY] = way === 'along' ? [area.right, area.top] : [area.left, area.bottom]
  const fill = chart.ctx.createLinearGradient(area.left, area.top, endX, endY)
  fill.addColorStop(0, from)
  fill.addColorStop(1, to)
  return fill
}
