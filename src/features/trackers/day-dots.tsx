import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatShortDay } from '#src/lib/dates.ts'
import type { ChartPoint } from '#src/ui/chart/chart-point.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { chartPoints } from './chart-points.ts'
import type { DayEntry } from './day-entry.ts'
import styles from './day-dots.module.css'
import { answerLine, trackerLabels } from './tracker-labels.ts'

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
      <VisuallyHidden>{dotsLabel({ type, entries, points })}</VisuallyHidden>
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
    : m.trackers_dots({ tracker, days: days.join(', ') })
}
