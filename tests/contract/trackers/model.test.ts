import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, utcDate } from '#contract/local-date.ts'
import { trackerCatalog, trackerTypes } from '#contract/trackers/catalog.ts'
import {
  acceptedAnswers,
  answerableDay,
  trackerAnswerSchema,
  trackerDay,
  trackerEntrySchema,
  trackerScore,
} from '#contract/trackers/model.ts'
import { day } from '#tests/support/day.ts'
import { answerOf } from '#tests/support/ops.ts'

const today = day('2026-11-21')

/** Spec 9, letter for letter. */
const answersOfSpec = [
  ['Mood', ['happy', 'normal', 'sad', 'very sad']],
  ['Fitness', ['super active', 'active', 'not active', 'lazy']],
  ['Sleep', ['8 - 10', '7 - 8', '5 - 6', '1 - 4']],
  ['Diet', ['well', 'not well', 'poorly', 'not at all']],
] as const

describe('answers and scores', () => {
  test('there are the four trackers of the spec', () => {
    expect(trackerTypes).toEqual(['Mood', 'Fitness', 'Sleep', 'Diet'])
  })

  test.each(answersOfSpec)('%s scores 4 to 1 in the order of its answers', (type, answers) => {
    expect(trackerCatalog[type].answers).toEqual(answers)
    expect(answers.map((answer) => trackerScore(type, answer))).toEqual([4, 3, 2, 1])
  })

  test("the pop-up's words for Diet score alike and are stored as they were given", () => {
    expect(trackerCatalog.Diet.promptAnswers).toEqual([
      'perfect',
      'somewhat',
      'slightly',
      'not at all',
    ])
    expect(
      trackerCatalog.Diet.promptAnswers?.map((answer) => trackerScore('Diet', answer)),
    ).toEqual([4, 3, 2, 1])
    const given = answerOf({ trackerType: 'Diet', answer: 'somewhat' })
    expect(v.parse(trackerAnswerSchema, given).answer).toBe('somewhat')
  })

  test('only Diet has two wordings', () => {
    expect(trackerTypes.map((type) => acceptedAnswers(type).length)).toEqual([1, 1, 1, 2])
  })

  test('a tracker scores its own answers and no other words', () => {
    const allAnswers = Object.values(trackerCatalog).flatMap(({ answers, promptAnswers = [] }) => [
      ...answers,
      ...promptAnswers,
    ])
    for (const type of trackerTypes) {
      const own = new Set(acceptedAnswers(type).flat())
      for (const answer of allAnswers) {
        expect(trackerScore(type, answer) !== undefined, `${type}: ${answer}`).toBe(own.has(answer))
      }
    }
  })

  test.each(['', 'Happy', ' happy', 'happy ', '8-10', 'toString', '__proto__'])(
    'no tracker knows %j',
    (answer) => {
      for (const type of trackerTypes) expect(trackerScore(type, answer)).toBeUndefined()
    },
  )
})

describe('the days that can be answered', () => {
  test.each([
    [-31, 'too_old'],
    [-30, 'open'],
    [-1, 'open'],
    [0, 'open'],
    [1, 'open'],
    [2, 'future'],
  ] as const)('a day %i days from today is %s', (days, expected) => {
    expect(answerableDay(addDays(today, days), today)).toBe(expected)
  })

  test('they run across the turn of a year', () => {
    expect(answerableDay(day('2025-12-03'), day('2026-01-02'))).toBe('open')
    expect(answerableDay(day('2025-12-02'), day('2026-01-02'))).toBe('too_old')
  })

  test('at any time there are 32 of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (nowMs) => {
        const now = utcDate(nowMs)
        const days = Array.from({ length: 80 }, (_, index) => addDays(now, index - 40))
        const open = days.filter((date) => answerableDay(date, now) === 'open')
        expect(open.map((date) => daysBetween(now, date))).toEqual(
          Array.from({ length: 32 }, (_, index) => index - 30),
        )
      }),
    )
  })
})

describe('the day an answer counts for', () => {
  test.each([
    [0, '2026-11-20'],
    [3, '2026-11-20'],
    [4, '2026-11-21'],
    [20, '2026-11-21'],
    [23, '2026-11-21'],
  ])('a Fitness answer in hour %i counts for %s', (hour, date) => {
    expect(trackerDay('Fitness', { date: today, hour })).toBe(date)
  })

  test('a late Fitness answer on New Year counts for the year before', () => {
    expect(trackerDay('Fitness', { date: day('2027-01-01'), hour: 2 })).toBe('2026-12-31')
  })

  test('every other tracker counts for the day on the clock, whatever the hour', () => {
    for (const type of ['Mood', 'Sleep', 'Diet'] as const) {
      for (let hour = 0; hour < 24; hour += 1) {
        expect(trackerDay(type, { date: today, hour })).toBe(today)
      }
    }
  })
})

describe('an answer as it is sent', () => {
  test('every answer of every tracker passes unchanged', () => {
    for (const trackerType of trackerTypes) {
      for (const answer of acceptedAnswers(trackerType).flat()) {
        const given = { trackerType, answer, date: today }
        expect(v.parse(trackerAnswerSchema, given)).toEqual(given)
      }
    }
  })

  test('words of another tracker are refused on the answer itself', () => {
    const { issues } = v.safeParse(trackerAnswerSchema, answerOf({ answer: 'lazy' }))
    expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
      ['answer', 'Please select an answer'],
    ])
  })

  test.each([
    ['an unknown tracker', { ...answerOf(), trackerType: 'mood' }],
    ['a day that does not exist', { ...answerOf(), date: '2026-02-30' }],
    ['a moment in place of a day', { ...answerOf(), date: '2026-11-21T10:00:00Z' }],
    ['an answer that is no text', { ...answerOf(), answer: 4 }],
    ['a very long answer', answerOf({ answer: 'happy'.repeat(9) })],
    ['a field nobody knows', { ...answerOf(), userId: 'somebody' }],
    ['a score of its own', { ...answerOf(), score: 4 }],
    ['no answer', { trackerType: 'Mood', date: today }],
    ['no body', undefined],
  ])('%s is refused', (_, given) => {
    expect(v.is(trackerAnswerSchema, given)).toBe(false)
  })
})

describe('a stored entry', () => {
  const entry = {
    id: '0198a1de-0000-7000-8000-000000000001',
    ...answerOf(),
    day: today,
    score: 4,
  }

  test('passes unchanged', () => {
    expect(v.parse(trackerEntrySchema, entry)).toEqual(entry)
  })

  test.each([
    ['a score of 0', { score: 0 }],
    ['a score of 5', { score: 5 }],
    ['half a score', { score: 2.5 }],
    ['a score as text', { score: '4' }],
    ['an id that is none', { id: 'entry-1' }],
    ['a day that does not exist', { day: '2026-11-31' }],
    ['an unknown tracker', { trackerType: 'Water' }],
  ])('%s is refused', (_, given) => {
    expect(v.is(trackerEntrySchema, { ...entry, ...given })).toBe(false)
  })
})
