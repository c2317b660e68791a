import type { Quest } from '#contract/quests/model.ts'
import { answersAt, resultOf } from './known-quests.ts'

/**
 * Every total that answers can add up to, with the picks that do. For quests whose primary score is a plain or weighted
 * sum: what an option adds is measured by choosing it alone.
 */
export function reachableTotals(quest: Quest): Map<number, number[]> {
  const floor = quest.questions.map(() => 0)
  const base = primaryOf(quest, floor)
  let reached = new Map([[base, floor]])
  for (const [index, { options }] of quest.questions.entries()) {
    const gains = options.map((_, pick) => primaryOf(quest, floor.with(index, pick)) - base)
    const next = new Map(reached)
    for (const [total, picks] of reached) {
      for (const [pick, gain] of gains.entries()) {
        if (!next.has(total + gain)) next.set(total + gain, picks.with(index, pick))
      }
    }
    reached = next
  }
  return reached
}

/** The primary score of answers given by position. */
export function primaryOf(quest: Quest, picks: readonly number[]): number {
  const primary = quest.scores.find((score) => score.primary)
  const { scores } = resultOf(quest, answersAt(quest, picks))
  return scores[primary?.id ?? ''] ?? Number.NaN
}
