import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition } from '#contract/quests/define-quest.ts'
import { riskActions, type Quest } from '#contract/quests/model.ts'
import { resultTexts } from '#contract/quests/response.ts'
import { risksSoFar } from '#contract/quests/scoring.ts'
import { picksOf } from './arbitrary-answers.ts'
import { heldBy, namesOfDisorders } from './banned-words.ts'
import { answersAt, quests, resultOf } from './known-quests.ts'

const atOnce = quests
  .filter(({ risks }) => risks.some(({ timing }) => timing === 'answer'))
  .map((quest) => ({ title: quest.title, quest }))

describe.each(atOnce)('$title', ({ quest }) => {
  const rules = quest.risks.filter(({ timing }) => timing === 'answer')

  test('raises at once what its result raises, from the answers named alone', () => {
    fc.assert(
      fc.property(picksOf(quest), ({ picks, distress }) => {
        const answers = answersAt(quest, picks, distress)
        const inResult = resultOf(quest, answers).risks
        for (const rule of rules) {
          const named = itemsOf(rule.when).map((n) => `${quest.id}-${n}`)
          const own = answers.filter(({ questionId }) => named.includes(questionId))
          const raised = risksSoFar(quest, own).some(({ id }) => id === rule.id)
          expect([rule.id, raised]).toEqual([rule.id, inResult.includes(rule.id)])
        }
      }),
    )
  })

  test('never takes a risk back because of a further answer', () => {
    fc.assert(
      fc.property(picksOf(quest), fc.nat(quest.count), ({ picks, distress }, upTo) => {
        const answers = answersAt(quest, picks, distress)
        const early = risksSoFar(quest, answers.slice(0, upTo)).map(({ id }) => id)
        const late = risksSoFar(quest, answers).map(({ id }) => id)
        expect(late).toEqual(expect.arrayContaining(early))
      }),
    )
  })

  test('needs only answers, never a score, for what it raises at once', () => {
    for (const { when } of rules) expect(JSON.stringify(when)).not.toContain('"score"')
  })
})

/** Facts: the two items that ask about self-harm. */
const crisis = [
  ['phq9', 9],
  ['epds', 10],
] as const

describe('the crisis card', () => {
  test('belongs to these two questions and no other', () => {
    const found = quests.flatMap(({ type, risks }) =>
      risks.flatMap(({ action, when }) =>
        action === 'crisis_now' ? [[type, ...itemsOf(when)]] : [],
      ),
    )
    expect(found).toEqual(crisis)
  })

  test.each(crisis)('of %s opens for every answer of item %i but the first', (type, n) => {
    const quest = questOf(type)
    fc.assert(
      fc.property(picksOf(quest), ({ picks }) => {
        const { risks } = resultOf(quest, answersAt(quest, picks))
        expect(risks.length > 0).toBe((picks[n - 1] ?? 0) > 0)
      }),
    )
  })

  test.each(crisis)('of %s never leaves a light result standing alone', (type, n) => {
    const quest = questOf(type)
    const light = Array<number>(quest.count).fill(0)
    const heavy = resultOf(quest, answersAt(quest, light.with(n - 1, 1)))
    const words = resultTexts(quest, heavy)
    expect(heavy.tone).toBe('calm')
    expect(words.label).toBe('One answer matters most')
    expect(words.risks.map(({ action }) => action)).toEqual(['crisis_now'])
    expect(heldBy(words.text, namesOfDisorders)).toEqual([])
    const { label } = resultTexts(quest, resultOf(quest, answersAt(quest, light)))
    expect(label).toBe(quest.bands[0]?.label)
  })
})

describe('a light result', () => {
  test('is not cheerful beside an answer that needs care', () => {
    const weather = questOf('srrs')
    const year = weather.questions.map(() => 0)
    const loss = resultOf(weather, answersAt(weather, year.with(0, 1)))
    expect(loss).toMatchObject({ band: 'light', tone: 'calm', risks: ['srrs-grief'] })
    expect(resultTexts(weather, loss).label).toBe('One answer stands out')
    const quiet = resultOf(weather, answersAt(weather, year))
    expect(resultTexts(weather, quiet).label).toBe('Light breeze')
    expect(heldBy(resultTexts(weather, loss).text, namesOfDisorders)).toEqual([])
  })

  test('alone gives way: a heavier band keeps its own words', () => {
    const weather = questOf('srrs')
    const all = resultOf(weather, answersAt(weather, Array(weather.count).fill(1)))
    expect(resultTexts(weather, all).label).toBe('Stormy')
  })
})

test('the gravest risk comes first', () => {
  const edeq = questOf('edeq')
  const top = edeq.questions.map(({ options }) => options.length - 1)
  const words = resultTexts(edeq, resultOf(edeq, answersAt(edeq, top)))
  const ranks = words.risks.map(({ action }) => riskActions.indexOf(action))
  expect(ranks).toHaveLength(3)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
})

function questOf(type: Quest['type']): Quest {
  const quest = quests.find((one) => one.type === type)
  if (!quest) throw new Error(`there is no ${type}`)
  return quest
}

function itemsOf(when: Condition): number[] {
  if ('all' in when) return [...new Set(when.all.flatMap(itemsOf))]
  if ('any' in when) return [...new Set(when.any.flatMap(itemsOf))]
  if ('item' in when) return [when.item]
  return 'distress' in when ? [when.distress] : []
}
