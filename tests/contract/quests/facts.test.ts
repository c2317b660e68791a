import { describe, expect, test } from 'vitest'
import { factsOf, quests } from './known-quests.ts'

describe.each(quests.map((quest) => ({ title: quest.title, quest })))('$title', ({ quest }) => {
  const facts = factsOf(quest)

  test('has the id, category and release of the facts, and their number of questions', () => {
    const { id, category, release, count } = facts
    expect(quest).toMatchObject({ id, category, release, count })
    expect(quest.questions).toHaveLength(count)
  })

  test('rates every option as the facts do', () => {
    const { questions } = quest
    expect(questions.map(({ options }) => options.map(({ rate }) => rate))).toEqual(facts.rates)
    expect(questions.map(({ type }) => type)).toEqual(facts.kinds)
    const weights = questions.flatMap(({ weight }) => weight ?? [])
    expect(weights).toEqual(facts.weights ?? [])
    const valued = questions.filter(({ options }) =>
      options.some(({ value }) => value !== undefined),
    )
    const values = valued.map(({ n, options }) => [n, options.map(({ value }) => value)])
    expect(Object.fromEntries(values)).toMatchObject(facts.values)
  })

  test('scores by the rules of the facts', () => {
    expect(quest.reverse).toEqual(facts.reverse)
    const rules = quest.scores.map(({ id, expr, min, max, primary }) => {
      return { id, expr, min, max, primary: primary ?? false }
    })
    expect(rules).toEqual(facts.scores)
  })

  test('draws its bands and their destinations where the facts do', () => {
    const bands = quest.bands.map(({ id, when, destination, tone }) => {
      return { id, when, destination, tone }
    })
    expect(bands).toEqual(facts.bands)
  })

  test('raises the risks of the facts', () => {
    const risks = quest.risks.map(({ id, when, action, timing }) => ({ id, when, action, timing }))
    expect(risks).toEqual(facts.risks)
  })
})
