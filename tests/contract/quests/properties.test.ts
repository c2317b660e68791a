import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Quest, QuestAnswer } from '#contract/quests/model.ts'
import { localPoints, scoreQuest } from '#contract/quests/scoring.ts'
import { specialties } from '#contract/reference/specialties.ts'
import { canBeTrue, picksOf, stairs, type Picks } from './arbitrary-answers.ts'
import { answersAt, quests, resultOf } from './known-quests.ts'
import { primaryOf } from './reachable-totals.ts'

const cases = quests.map((quest) => ({ title: quest.title, quest }))

function given(quest: Quest, { picks, distress }: Picks): QuestAnswer[] {
  return answersAt(quest, picks, distress)
}

describe.each(cases)('$title', ({ quest }) => {
  test('keeps every score inside its bounds and ends in one of its bands', () => {
    const bands = quest.bands.map(({ id }) => id)
    const risks = quest.risks.map(({ id }) => id)
    fc.assert(
      fc.property(picksOf(quest), (picks) => {
        const result = resultOf(quest, given(quest, picks))
        for (const { id, min, max } of quest.scores) {
          expect(result.scores[id]).toBeGreaterThanOrEqual(min)
          expect(result.scores[id]).toBeLessThanOrEqual(max)
        }
        expect(bands).toContain(result.band)
        expect([...specialties, null]).toContain(result.destination)
        expect(risks).toEqual(expect.arrayContaining(result.risks))
      }),
    )
  })

  test('does not care for the order of the answers', () => {
    const shuffled = picksOf(quest).chain((picks) => {
      const answers = given(quest, picks)
      return fc.shuffledSubarray(answers, { minLength: answers.length }).map((mixed) => {
        return { answers, mixed }
      })
    })
    fc.assert(
      fc.property(shuffled, ({ answers, mixed }) => {
        expect(scoreQuest(quest, mixed)).toEqual(scoreQuest(quest, answers))
        expect(localPoints(quest, mixed)).toBe(localPoints(quest, answers))
      }),
    )
  })

  test('takes a missing answer for an error, and never for a zero', () => {
    fc.assert(
      fc.property(picksOf(quest), fc.nat(quest.count - 1), (picks, gone) => {
        expect(scoreQuest(quest, given(quest, picks).toSpliced(gone, 1))).toEqual({
          kind: 'refused',
          problem: { code: 'missing_answers' },
        })
      }),
    )
  })

  test('answers anything at all with a result or a reason', () => {
    const answer = fc.record(
      {
        questionId: fc.oneof(fc.string(), fc.constantFrom(...quest.questions.map(({ id }) => id))),
        value: fc.oneof(fc.string(), fc.constantFrom('True', 'False', '__proto__')),
        distress: fc.string(),
      },
      { requiredKeys: ['questionId', 'value'] },
    )
    const some = fc.array(answer, { minLength: quest.count - 1, maxLength: quest.count + 1 })
    fc.assert(
      fc.property(some, (answers) => {
        expect(['scored', 'refused']).toContain(scoreQuest(quest, answers).kind)
      }),
    )
  })

  test('is plain data: written down and read again it scores the same', () => {
    const copy: Quest = JSON.parse(JSON.stringify(quest))
    expect(copy).toEqual(quest)
    fc.assert(
      fc.property(picksOf(quest), (picks) => {
        expect(resultOf(copy, given(quest, picks))).toEqual(resultOf(quest, given(quest, picks)))
      }),
      { numRuns: 20 },
    )
  })

  test('reaches every one of its bands', () => {
    const reached = new Set(stairs(quest).map((picks) => resultOf(quest, given(quest, picks)).band))
    expect([...reached].sort()).toEqual(quest.bands.map(({ id }) => id).sort())
  })

  test('attains the bounds that its scores declare', () => {
    for (const { id, min, max } of quest.scores) {
      expect([id, extreme(quest, id, -1), extreme(quest, id, 1)]).toEqual([id, min, max])
    }
  })

  test('climbs with an answer that counts, and falls with one that counts from the other end', () => {
    const free = quest.questions.filter(({ type }) => type !== 'CHOICE')
    fc.assert(
      fc.property(picksOf(quest), fc.constantFrom(...free), ({ picks }, question) => {
        const byRate = question.options
          .map(({ rate }, pick) => ({ rate, pick }))
          .toSorted((a, b) => a.rate - b.rate)
        const totals = byRate.map(({ pick }) => primaryOf(quest, picks.with(question.n - 1, pick)))
        const up = quest.reverse.includes(question.n) ? totals.toReversed() : totals
        expect(up).toEqual(up.toSorted((a, b) => a - b))
      }),
    )
  })
})

const partitions = [
  ['bis11', 'attentional motor nonplanning'],
  ['bis11', 'attention coginstability motor1 perseverance selfcontrol complexity'],
  ['aq', 'physical verbal anger hostility'],
  ['ybocs', 'thoughts habits'],
  ['hama', 'psychic somatic'],
  ['psqi', 'latency duration efficiency disturbance daytime'],
  [
    'npd',
    'authority selfsufficiency superiority exhibitionism exploitativeness vanity entitlement',
  ],
] as const

describe('the parts of a total', () => {
  test.each(partitions)('of %s add up to it: %s', (type, parts) => {
    const quest = quests.find((one) => one.type === type)
    if (!quest) throw new Error(`there is no ${type}`)
    fc.assert(
      fc.property(picksOf(quest), (picks) => {
        const { scores } = resultOf(quest, given(quest, picks))
        const sum = parts.split(' ').reduce((sum, part) => sum + (scores[part] ?? Number.NaN), 0)
        expect(sum).toBe(scores['total'])
      }),
    )
  })
})

/** The lowest (-1) or highest (1) value of a score, found by turning one answer after the other. */
function extreme(quest: Quest, score: string, sign: -1 | 1): number {
  const distress = Array<number>(quest.count).fill(quest.distress ? 3 : 0)
  const valueAt = (picks: readonly number[]) =>
    resultOf(quest, answersAt(quest, picks, distress)).scores[score] ?? 0
  let picks = quest.questions.map(() => 0)
  for (const round of [1, 2]) {
    for (const [index, { options }] of quest.questions.entries()) {
      const tries = options
        .map((_, pick) => picks.with(index, pick))
        .filter((picks) => canBeTrue(quest, { picks, distress }))
      // The second round takes the last of equals: hours and clock times work against each other.
      const ordered = round === 1 ? tries : tries.toReversed()
      const [first, ...others] = ordered
      if (!first) throw new Error(`${quest.type}: nothing that can be true`)
      let best = { picks: first, value: valueAt(first) }
      for (const one of others) {
        const value = valueAt(one)
        if ((value - best.value) * sign > 0) best = { picks: one, value }
      }
      picks = best.picks
    }
  }
  return valueAt(picks)
}
