import fc from 'fast-check'
import type { Quest, Question } from '#contract/quests/model.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'
import { answersAt } from './known-quests.ts'

/** The positions of the chosen options, and of the distress levels where they are asked. */
export interface Picks {
  readonly picks: readonly number[]
  readonly distress: readonly number[]
}

/** Any answers that can all be true. */
export function picksOf(quest: Quest): fc.Arbitrary<Picks> {
  const levels = (quest.distress?.options.length ?? 1) - 1
  return fc
    .record({
      picks: fc.tuple(...quest.questions.map(({ options }) => fc.nat(options.length - 1))),
      distress: fc.tuple(...quest.questions.map(() => fc.nat(levels))),
    })
    .filter((picks) => canBeTrue(quest, picks))
}

/** Whether the answers hold no conflict; those to a quest without conflicts are not scored for it. */
export function canBeTrue(quest: Quest, { picks, distress }: Picks): boolean {
  if (!quest.conflicts?.length) return true
  return scoreQuest(quest, answersAt(quest, picks, distress)).kind === 'scored'
}

/** Answers that are low up to some question and high from there on, for every pair of levels: they touch every band. */
export function stairs(quest: Quest): Picks[] {
  const levels = Math.max(...quest.questions.map(({ options }) => options.length))
  const steps = Array.from({ length: levels * levels * (quest.count + 1) }, (_, index) => index)
  const all = steps.map((step) => {
    const low = step % levels
    const high = Math.floor(step / levels) % levels
    const turn = Math.floor(step / levels / levels)
    const picks = quest.questions.map((question, index) => {
      const upwards = picksUpwards(quest, question)
      return upwards[Math.min(index < turn ? high : low, upwards.length - 1)] ?? 0
    })
    return { picks, distress: picks.map(() => Math.min(high, 3)) }
  })
  return all.filter((picks) => canBeTrue(quest, picks))
}

/** The positions of a question's options from the one that counts least to the one that counts most. */
function picksUpwards(quest: Quest, { n, options }: Question): number[] {
  const picks = options.map((_, pick) => pick)
  const byRate = picks.toSorted((a, b) => (options[a]?.rate ?? 0) - (options[b]?.rate ?? 0))
  return quest.reverse.includes(n) ? byRate.toReversed() : byRate
}
