import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { answerProblemText, unanswered } from '#contract/quests/answers.ts'
import { phq9 } from '#contract/quests/catalog/phq9.ts'
import { answersMax, questAnswersSchema, type QuestAnswer } from '#contract/quests/model.ts'
import { risksSoFar, scoreQuest } from '#contract/quests/scoring.ts'

const full = phq9.questions.map((question): QuestAnswer => {
  return { questionId: question.id, value: question.options[0]?.text ?? '' }
})

function refusal(answers: readonly QuestAnswer[]): unknown {
  const scored = scoreQuest(phq9, answers)
  return scored.kind === 'refused' ? scored.problem : scored
}

describe('a set of answers', () => {
  test('that is full is scored, in any order', () => {
    expect(scoreQuest(phq9, full)).toMatchObject({ kind: 'scored', result: { band: 'minimal' } })
    expect(scoreQuest(phq9, full.toReversed())).toEqual(scoreQuest(phq9, full))
  })

  test('with one missing asks for all, in the words of the spec', () => {
    const problem = { code: 'missing_answers' } as const
    expect(refusal(full.slice(1))).toEqual(problem)
    expect(refusal([])).toEqual(problem)
    expect(answerProblemText(phq9, problem)).toBe('Please answer all challenges.')
  })

  test('that does not match is a wrong count, in the words of the spec and without a code', () => {
    const problem = { code: 'wrong_count', expected: 10, got: 11 } as const
    expect(refusal([...full, { questionId: '1-1', value: 'Never' }])).toEqual(problem)
    expect(answerProblemText(phq9, problem)).toBe(
      'Invalid phq9 survey: Expected 10 questions, got 11',
    )
    const foreign = [...full.slice(0, 5), { questionId: '2-1', value: 'Never' }]
    expect(refusal(foreign)).toEqual({ ...problem, got: 6 })
  })

  test('with a question twice is refused, whether the answers agree or not', () => {
    const twice = [...full.slice(0, 9), { questionId: '1-3', value: 'Most days' }]
    expect(refusal(twice)).toEqual({ code: 'doubled_question', questionId: '1-3' })
  })

  test('with a question of another quest is refused', () => {
    const foreign = [...full.slice(0, 9), { questionId: '23-10', value: 'Never' }]
    expect(refusal(foreign)).toEqual({ code: 'foreign_question', questionId: '23-10' })
  })

  test('with an option of another question is refused', () => {
    const mixed = full.map((answer) =>
      answer.questionId === '1-2' ? { ...answer, value: 'Quite hard' } : answer,
    )
    expect(refusal(mixed)).toEqual({ code: 'unknown_option', questionId: '1-2' })
  })

  test('with distress where none is asked is refused', () => {
    const bothered = full.map((answer) =>
      answer.questionId === '1-2' ? { ...answer, distress: 'Very bothered' } : answer,
    )
    expect(refusal(bothered)).toEqual({ code: 'stray_distress', questionId: '1-2' })
  })

  test('is read only up to a bound and only with known fields', () => {
    const answer = { questionId: '1-1', value: 'Never' }
    const many = (length: number) => Array.from({ length }, () => answer)
    expect(v.is(questAnswersSchema, many(answersMax))).toBe(true)
    expect(v.is(questAnswersSchema, many(answersMax + 1))).toBe(false)
    expect(v.is(questAnswersSchema, [{ ...answer, rate: 3 }])).toBe(false)
    expect(v.is(questAnswersSchema, [{ ...answer, value: '' }])).toBe(false)
    expect(v.is(questAnswersSchema, [{ ...answer, value: 3 }])).toBe(false)
  })
})

describe('an unfinished set', () => {
  test('says which questions wait', () => {
    expect(unanswered(phq9, full.slice(2)).map(({ n }) => n)).toEqual([1, 2])
    expect(unanswered(phq9, full)).toEqual([])
    expect(unanswered(phq9, [{ questionId: '1-1', value: 'no such words' }])).toHaveLength(10)
  })

  test('already raises what a single answer raises', () => {
    const heavy = { questionId: '1-9', value: 'Some days' }
    expect(risksSoFar(phq9, [heavy]).map(({ action }) => action)).toEqual(['crisis_now'])
    expect(risksSoFar(phq9, [{ questionId: '9-9', value: 'nonsense' }, heavy])).toHaveLength(1)
    expect(risksSoFar(phq9, [{ ...heavy, value: 'Never' }])).toEqual([])
  })
})
