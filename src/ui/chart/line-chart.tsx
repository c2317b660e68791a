import {
  CategoryScale,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartData,
  type ChartOptions,
  type ScriptableContext,
} from 'chart.js'
import { useSyncExternalStore } from 'react'
import { Line } from 'react-chartjs-2'
import { formatNumber } from '#src/i18n/speech.ts'
import { formatDay, formatShortDay } from '#src/lib/dates.ts'
import { type ChartLevel, type ChartPoint, isIsolated } from './trend-chart.tsx'
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

/** Up to a month every day has its dot; beyond, dots would run together and only lone ones stay. */
const dottedDaysMax = 31

function lineChartData(
  points: readonly ChartPoint[],
  theme: ChartTheme,
): ChartData<'line', (number | null)[], string> {
  const along = theme.rightToLeft ? 'leftwards' : 'rightwards'
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
        borderColor: (context) => gradient(context, theme.from, theme.to, along),
        backgroundColor: (context) => gradient(context, `${theme.from}24`, `${theme.to}00`, 'down'),
        fill: 'start',
        pointRadius: points.map((_, index) => pointRadius(points, index)),
        pointHoverRadius: 7,
        pointHitRadius: 18,
        pointBorderWidth: 2.5,
        pointBackgroundColor: theme.surface,
        pointBorderColor: (context) => gradient(context, theme.from, theme.to, along),
      },
    ],
  }
}

function lineChartOptions(
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
    layout: { padding: { top: 4, [theme.rightToLeft ? 'left' : 'right']: 8 } },
    scales: {
      x: {
        reverse: theme.rightToLeft,
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
        position: theme.rightToLeft ? 'right' : 'left',
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
        rtl: theme.rightToLeft,
        textDirection: theme.rightToLeft ? 'rtl' : 'ltr',
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
  if (level?.label) return `${level.emoji} ${level.label}`
  return value === null ? '' : formatNumber(value)
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
  way: 'rightwards' | 'leftwards' | 'down',
): CanvasGradient | string {
  const area = chart.chartArea as typeof chart.chartArea | undefined
  if (!area) return from
  const { left, right, top, bottom } = area
  // A canvas that has no room yet, or no more, has an area without numbers.
  if (![left, right, top, bottom].every(Number.isFinite)) return from
  const startX = way === 'leftwards' ? right : left
  const endX = way === 'rightwards' ? right : left
  const fill = chart.ctx.createLinearGradient(startX, top, endX, way === 'down' ? bottom : top)
  fill.addColorStop(0, from)
  fill.addColorStop(1, to)
  return fill
}

/** The colours and the font of a drawing on canvas, which cannot read custom properties by itself. */
interface ChartTheme {
  from: string
  to: string
  text: string
  line: string
  surface: string
  font: string
  /** Days go on to the left. */
  rightToLeft: boolean
}

/** The tokens as they are now, read again when the system or the person changes the theme. */
function useChartTheme(): ChartTheme {
  useSyncExternalStore(subscribe, themeInForce)
  const style = getComputedStyle(document.documentElement)
  return {
    from: style.getPropertyValue('--color-accent').trim(),
    to: style.getPropertyValue('--accent-3').trim(),
    text: style.getPropertyValue('--color-text-muted').trim(),
    line: style.getPropertyValue('--color-line').trim(),
    surface: style.getPropertyValue('--color-surface').trim(),
    font: style.fontFamily,
    rightToLeft: style.direction === 'rtl',
  }
}

function themeInForce(): string {
  const { dir, dataset } = document.documentElement
  const { theme, accent } = dataset
  return `${theme ?? String(darkBySystem().matches)} ${accent} ${dir}`
}

function subscribe(onChange: () => void): () => void {
  const system = darkBySystem()
  const byHand = new MutationObserver(onChange)
  system.addEventListener('change', onChange)
  byHand.observe(document.documentElement, {
    attributeFilter: ['data-theme', 'data-accent', 'dir'],
  })
  return () => {
    system.removeEventListener('change', onChange)
    byHand.disconnect()
  }
}

function darkBySystem(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
