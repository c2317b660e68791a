import * as v from 'valibot'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { Quest, QuestAnswer, Question, QuestResult } from '#contract/quests/model.ts'
import { questCards } from '#contract/quests/quest-cards.gen.ts'
import { questTypes } from '#contract/quests/quest-types.gen.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'
import facts from './facts.json' with { type: 'json' }

/** The current version of every quest, in the order of its id. */
export const quests: readonly Quest[] = await Promise.all(questTypes.map(current))

const exampleSchema = v.object({
  name: v.string(),
  rates: v.optional(v.array(v.number())),
  picks: v.optional(v.array(v.number())),
  followUp: v.optional(v.array(v.number())),
  expect: v.object({
    scores: v.record(v.string(), v.number()),
    band: v.optional(v.string()),
    risk: v.optional(v.array(v.string())),
  }),
  source: v.string(),
})
export type Example = v.InferOutput<typeof exampleSchema>

const factsSchema = v.object({
  id: v.number(),
  count: v.number(),
  category: v.string(),
  release: v.string(),
  rates: v.array(v.array(v.number())),
  values: v.optional(v.record(v.string(), v.array(v.number())), {}),
  kinds: v.array(v.string()),
  weights: v.optional(v.array(v.number())),
  reverse: v.array(v.number()),
  scores: v.array(v.looseObject({ id: v.string() })),
  bands: v.array(v.looseObject({ id: v.string() })),
  risks: v.array(v.looseObject({ id: v.string() })),
  bandEdges: v.optional(
    v.object({ score: v.string(), points: v.array(v.tuple([v.number(), v.string()])) }),
  ),
  formulaVectors: v.optional(
    v.object({
      rows: v.array(
        v.object({ bed: v.string(), up: v.string(), hours: v.number(), efficiency: v.number() }),
      ),
    }),
  ),
  examples: v.array(exampleSchema),
})
export type QuestFacts = v.InferOutput<typeof factsSchema>

/** The research facts of a quest: its rules, worked examples and published band edges. */
export function factsOf({ type }: Quest): QuestFacts {
  return v.parse(factsSchema, facts[type])
}

/** Answers by the position of each option; distress by its position where it is asked. */
export function answersAt(
  quest: Quest,
  picks: readonly number[],
  distress: readonly number[] = [],
): QuestAnswer[] {
  return quest.questions.map((question, index) => {
    const option = question.options[picks[index] ?? 0]
    const value = option?.text ?? 'no such option'
    const asked = quest.distress && option && option.rate >= quest.distress.rateMin
    return asked
      ? { questionId: question.id, value, distress: distressText(quest, distress[index] ?? 0) }
      : { questionId: question.id, value }
  })
}

/** Answers by the rate of each option, as tables of research give them. */
export function answersWithRates(
  quest: Quest,
  rates: readonly number[],
  distress: readonly number[] = [],
): QuestAnswer[] {
  const pick = (question: Question, rate: number | undefined) =>
    question.options.findIndex((option) => option.rate === rate)
  const picks = quest.questions.map((question, index) => pick(question, rates[index]))
  return answersAt(quest, picks, distress)
}

/** The result of answers that can be scored. */
export function resultOf(quest: Quest, answers: readonly QuestAnswer[]): QuestResult {
  const scored = scoreQuest(quest, answers)
  if (scored.kind === 'refused') throw new Error(`${quest.type}: ${JSON.stringify(scored.problem)}`)
  return scored.result
}

function distressText(quest: Quest, index: number): string {
  return quest.distress?.options[index]?.text ?? 'no such level'
}

async function current(type: Quest['type']): Promise<Quest> {
  const quest = await loadQuest(type, questCards[type].version)
  if (!quest) throw new Error(`${type} cannot be loaded`)
  return quest
}
