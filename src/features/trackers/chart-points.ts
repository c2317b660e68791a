import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { trackerCatalog } from '#contract/trackers/catalog.ts'
import type { ChartLevel, ChartPoint } from '#src/ui/chart/chart-point.ts'
import { answerEmoji, answerLabel } from './tracker-labels.ts'
import { isAnswered, type DayEntry } from './day-entry.ts'

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
