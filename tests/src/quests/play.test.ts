import { describe, expect, test } from 'vitest'
import {
  choose,
  chooseDistress,
  conflictAt,
  freshDraft,
  goBack,
  goNext,
  goToOpen,
  isAnswered,
  isLast,
  mayLeave,
  opensHelp,
  pointsSoFar,
  questionAt,
  risksHere,
} from '#src/features/quests/play.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'
import { questOf } from '#tests/support/quests.ts'

const phq9 = await questOf('phq9')
const pq16 = await questOf('pq16')
const psqi = await questOf('psqi')

/** Answers the question on show with the option at `place`, and goes on. */
function step(quest: typeof phq9, draft: QuestDraft, place = 0): QuestDraft {
  const question = questionAt(quest, draft)
  return goNext(quest, choose(quest, draft, question, question.options[place]?.text ?? ''))
}

describe('the score counter', () => {
  test('counts a question when it is left with Next, and not before', () => {
    const draft = freshDraft(phq9)
    const chosen = choose(phq9, draft, questionAt(phq9, draft), 'Never')
    expect([pointsSoFar(phq9, draft), pointsSoFar(phq9, chosen)]).toEqual([0, 0])
    expect(pointsSoFar(phq9, goNext(phq9, chosen))).toBe(10)
  })

  test('adds nothing for going back and answering again', () => {
    const two = step(phq9, step(phq9, freshDraft(phq9)))
    const back = step(phq9, goBack(goBack(two)), 3)
    expect([pointsSoFar(phq9, two), pointsSoFar(phq9, back)]).toEqual([20, 20])
  })

  test('gives ten more for a true answer with distress, and takes them back with the answer', () => {
    const draft = freshDraft(pq16)
    const question = questionAt(pq16, draft)
    const answered = chooseDistress(
      choose(pq16, draft, question, 'True'),
      question,
      'Very bothered',
    )
    const on = goNext(pq16, answered)
    expect(pointsSoFar(pq16, on)).toBe(20)
    expect(pointsSoFar(pq16, choose(pq16, on, question, 'False'))).toBe(10)
  })
})

describe('a question', () => {
  test('is answered with its option, and where it asks for distress with that too', () => {
    const draft = freshDraft(pq16)
    const question = questionAt(pq16, draft)
    expect(isAnswered(pq16, draft, question)).toBe(false)
    expect(isAnswered(pq16, choose(pq16, draft, question, 'False'), question)).toBe(true)
    const half = choose(pq16, draft, question, 'True')
    expect(isAnswered(pq16, half, question)).toBe(false)
    const whole = chooseDistress(half, question, 'Not bothered')
    expect(isAnswered(pq16, whole, question)).toBe(true)
  })

  test('keeps its distress while its answer asks for one, and loses it with the answer', () => {
    const draft = freshDraft(pq16)
    const question = questionAt(pq16, draft)
    const answered = chooseDistress(choose(pq16, draft, question, 'True'), question, 'Not bothered')
    expect(choose(pq16, answered, question, 'True').answers).toEqual(answered.answers)
    expect(choose(pq16, answered, question, 'False').answers).toEqual([
      { questionId: question.id, value: 'False' },
    ])
  })

  test('with words of another build wants an answer again', () => {
    const draft = { ...freshDraft(phq9), answers: [{ questionId: '1-1', value: 'Gone' }] }
    expect(isAnswered(phq9, draft, questionAt(phq9, draft))).toBe(false)
  })
})

test('the way leads from the first question to the last and no further', () => {
  let draft = goBack(freshDraft(phq9))
  expect(draft.at).toBe(0)
  for (let n = 0; n < 20; n += 1) draft = step(phq9, draft)
  expect([draft.at, isLast(phq9, draft), pointsSoFar(phq9, draft)]).toEqual([9, true, 100])
  expect(questionAt(phq9, { ...draft, at: 99 }).n).toBe(10)
})

test('a quest with a gap goes back to it', () => {
  let draft = freshDraft(phq9)
  for (let n = 0; n < 10; n += 1) draft = step(phq9, draft)
  const gap = { ...draft, answers: draft.answers.filter(({ questionId }) => questionId !== '1-4') }
  expect(goToOpen(phq9, gap).at).toBe(3)
  expect(goToOpen(phq9, draft)).toBe(draft)
})

describe('a grave answer', () => {
  test('opens help at its own question, any non-zero one', () => {
    const ninth = { ...freshDraft(phq9), at: 8 }
    const question = questionAt(phq9, ninth)
    for (const { text, rate } of question.options) {
      const rules = risksHere(phq9, choose(phq9, ninth, question, text))
      expect([text, rules.some(opensHelp)]).toEqual([text, rate > 0])
    }
  })

  test('is met where it was given, and not again on the next question', () => {
    const ninth = { ...freshDraft(phq9), at: 8 }
    const given = choose(phq9, ninth, questionAt(phq9, ninth), 'Some days')
    expect(risksHere(phq9, goNext(phq9, given))).toEqual([])
    expect(risksHere(phq9, goBack(goNext(phq9, given)))).toHaveLength(1)
  })

  test('that may be a true story is a note and stops nothing', () => {
    const draft = { ...freshDraft(pq16), at: 13 }
    const question = questionAt(pq16, draft)
    const answered = chooseDistress(
      choose(pq16, draft, question, 'True'),
      question,
      'Quite bothered',
    )
    expect(risksHere(pq16, answered).map((rule) => [rule.action, opensHelp(rule)])).toEqual([
      ['safety_note', false],
    ])
  })
})

describe('times that cannot all be true', () => {
  // To bed after two, up before five, and more than nine hours of sleep.
  const four = [6, 0, 0, 0].reduce((draft, place) => step(psqi, draft, place), freshDraft(psqi))
  const at = (n: number) => questionAt(psqi, { ...four, at: n - 1 })

  test('are told at each of their questions, and at no other', () => {
    const conflicting = psqi.questions.filter((question) => conflictAt(psqi, four, question))
    expect(conflicting.map(({ n }) => n)).toEqual([1, 3, 4])
    expect(conflictAt(psqi, four, at(4))?.text).toContain('You cannot sleep longer')
    const three = { ...four, answers: four.answers.slice(0, 3) }
    expect(conflictAt(psqi, three, at(1))).toBeUndefined()
  })

  test('hold the last of their questions alone, until one of them is changed', () => {
    expect([1, 2, 3, 4].map((n) => mayLeave(psqi, four, at(n)))).toEqual([true, true, true, false])
    expect(goToOpen(psqi, { ...four, at: 12 }).at).toBe(3)
    const changed = choose(psqi, four, at(1), 'Before 9 pm')
    expect(mayLeave(psqi, changed, at(4))).toBe(true)
    expect(conflictAt(psqi, changed, at(1))).toBeUndefined()
  })
})
