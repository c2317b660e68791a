import type { Quest } from '#contract/quests/model.ts'
import type { ChartLevel, ChartPoint } from '#src/ui/chart/chart-point.ts'
import type { Played } from '../played.ts'

/** A quest's main score over the days on which it was played. */
export interface Trend {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly levels: readonly ChartLevel[]
}

/**
 * The trend of a quest; undefined for fewer than two days, and where a number could harm. Of a day the last one counts;
 * only results of the version at hand are comparable.
 */
export function trendOf(quest: Quest, played: readonly Played[]): Trend | undefined {
  const score = quest.scores.find(({ primary }) => primary)
  if (!score || !quest.showsScores) return undefined
  const byDay = new Map<string, number>()
  for (const { takenOn, version, result } of played.toReversed()) {
    const value = result.scores[score.id]
    if (version === quest.version && value !== undefined) byDay.set(takenOn, value)
  }
  if (byDay.size < 2) return undefined
  return {
    label: score.label,
    points: [...byDay].map(([day, value]) => ({ day, value })),
    levels: [...new Set([score.min, (score.min + score.max) / 2, score.max])].map(scaleMark),
  }
}

/** A mark of the axis: the number itself, which needs no other words. */
function scaleMark(value: number): ChartLevel {
  return { value, emoji: String(value), label: '' }
}
