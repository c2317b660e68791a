import { describe, expect, test } from 'vitest'
import { evaluate } from '#contract/quests/evaluate.ts'
import type { Quest, QuestAnswer } from '#contract/quests/model.ts'
import {
  answersAt,
  answersWithRates,
  factsOf,
  quests,
  resultOf,
  type Example,
} from './known-quests.ts'
import { reachableTotals } from './reachable-totals.ts'

const examples = quests.flatMap((quest) =>
  factsOf(quest).examples.map((example, index) => {
    return { name: `${quest.title}, ${index + 1}: ${example.name}`, quest, example }
  }),
)

function answersOf(quest: Quest, { rates, picks, followUp }: Example): QuestAnswer[] {
  if (picks) return answersAt(quest, picks, followUp)
  return answersWithRates(quest, rates ?? [], followUp)
}

describe('the worked examples', () => {
  test('are all here', () => {
    expect(examples).toHaveLength(100)
  })

  test.each(examples)('$name', ({ quest, example }) => {
    const { scores, band, risks } = resultOf(quest, answersOf(quest, example))
    const said = example.expect
    expect({ scores, band, risk: risks.toSorted() }).toMatchObject({
      scores: said.scores,
      band: said.band ?? band,
      risk: said.risk?.toSorted() ?? risks.toSorted(),
    })
  })
})

const edges = quests.flatMap((quest) => {
  const { bandEdges } = factsOf(quest)
  return (bandEdges?.points ?? []).map(([total, band]) => ({
    quest,
    title: quest.title,
    total,
    band,
  }))
})

describe('the published cuts', () => {
  test('are those of eight quests, on both sides of each', () => {
    expect(new Set(edges.map(({ title }) => title)).size).toBe(8)
  })

  test.each(edges)('$title: $total is $band', ({ quest, total, band }) => {
    const picks = reachableTotals(quest).get(total)
    if (!picks) throw new Error(`no answers of ${quest.type} add up to ${total}`)
    const result = resultOf(quest, answersAt(quest, picks))
    expect([result.scores['total'], result.band]).toEqual([total, band])
  })
})

describe('the share of the time asleep', () => {
  const psqi = quests[20]
  const rows = psqi ? (factsOf(psqi).formulaVectors?.rows ?? []) : []
  const hourOf = (clock: string) => Number(clock.slice(0, 2)) + Number(clock.slice(3)) / 60

  test('is checked against eleven nights of another source', () => {
    expect(rows).toHaveLength(11)
  })

  test.each(rows)('from $bed to $up, $hours hours asleep: step $efficiency', (row) => {
    const expr = psqi?.scores.find(({ id }) => id === 'efficiency')?.expr
    if (!psqi || !expr) throw new Error('the rule is not there')
    const values = new Map([
      [1, hourOf(row.bed)],
      [3, hourOf(row.up)],
      [4, row.hours],
    ])
    const chosen = new Map(
      psqi.questions.map((question) => {
        return [
          question.n,
          { question, option: { text: '', rate: 0, value: values.get(question.n) ?? 0 } },
        ]
      }),
    )
    expect(evaluate(expr, { quest: psqi, chosen, scores: new Map() })).toBe(row.efficiency)
  })
})
