import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  blockKey,
  briefBlocksMax,
  briefDaysMax,
  briefLettersMax,
  briefQuestsMax,
  briefSendSchema,
  mayHold,
} from '#contract/brief/model.ts'
import { addDays } from '#contract/local-date.ts'
import { pushBytesMax } from '#contract/sync/api.ts'
import { briefOf, everyBlock, sentenceOf } from '#tests/support/briefs.ts'
import { day } from '#tests/support/day.ts'

const bookingId = '01985a3c-0000-7a10-8c00-0000000000b1'
const takes = (payload: unknown) => v.is(briefSendSchema, payload)
const withBlock = (block: object) => ({
  ...briefOf(bookingId),
  content: { ...briefOf(bookingId).content, blocks: [block] },
})
const mood = (...days: readonly (readonly [string, number])[]) =>
  withBlock({ kind: 'mood', days: days.map(([on, score]) => ({ day: on, score })) })

describe('a brief', () => {
  test('has each block at most once, and no words but its sentences', () => {
    expect(v.parse(briefSendSchema, briefOf(bookingId))).toEqual(briefOf(bookingId))
    expect(new Set(everyBlock.map(blockKey)).size).toBe(everyBlock.length)
    expect(takes(briefOf(bookingId, [...everyBlock, ...everyBlock.slice(0, 1)]))).toBe(false)
  })

  test('of sentences alone names no days', () => {
    const sentences = briefOf(bookingId, [sentenceOf('School')])
    expect(sentences.content.span).toBeNull()
    expect(takes(sentences)).toBe(true)
    const { blocks } = briefOf(bookingId).content
    expect(takes({ ...sentences, content: { span: null, blocks } })).toBe(false)
  })

  test.each([
    ['a day before its span', mood(['2026-06-01', 4])],
    ['a day after it', mood(['2026-06-16', 4])],
    ['a day twice', mood(['2026-06-10', 4], ['2026-06-10', 3])],
    ['days out of order', mood(['2026-06-11', 4], ['2026-06-10', 3])],
    ['a score that is none', mood(['2026-06-10', 5])],
    ['a mood without a day', mood()],
    [
      'more answers than days',
      withBlock({ kind: 'answers', trackerType: 'Diet', counts: [9, 9, 0, 0] }),
    ],
    [
      'a tracker that is none',
      withBlock({ kind: 'answers', trackerType: 'Pets', counts: [1, 0, 0, 0] }),
    ],
    ['more answered days than days', withBlock({ kind: 'days', answered: 15 })],
    ['half a day', withBlock({ kind: 'days', answered: 1.5 })],
    [
      'a quest that is none',
      withBlock({ kind: 'quest', questId: 99, takenOn: '2026-06-10', label: 'x' }),
    ],
    [
      'answers of a quest',
      withBlock({ kind: 'quest', questId: 1, takenOn: '2026-06-10', label: 'x', answers: [1] }),
    ],
    [
      'a note beside an answer',
      withBlock({ kind: 'mood', days: [{ day: '2026-06-10', score: 4, note: 'x' }] }),
    ],
    ['a session that is none', briefOf('somewhere')],
    ['ends below zero', briefOf(bookingId, everyBlock, -1)],
  ])('with %s is none', (_, payload) => {
    expect(takes(payload)).toBe(false)
  })

  test('has a longest span, and no span backwards', () => {
    const to = day('2026-06-15')
    const spanOf = (days: number) => {
      const span = { from: addDays(to, 1 - days), to }
      return takes({
        ...briefOf(bookingId),
        content: { span, blocks: [{ kind: 'days', answered: 0 }] },
      })
    }
    expect([0, 1, briefDaysMax, briefDaysMax + 1].map(spanOf)).toEqual([false, true, true, false])
  })

  test('at its fullest fits into a push many times over', () => {
    const to = day('2026-06-15')
    const span = { from: addDays(to, 1 - briefDaysMax), to }
    const days = Array.from({ length: briefDaysMax }, (_, at) => ({
      day: addDays(span.from, at),
      score: 4,
    }))
    const trackers = ['Mood', 'Fitness', 'Sleep', 'Diet']
    const quests = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        kind: 'quest',
        questId: at + 1,
        takenOn: to,
        label: 'x'.repeat(120),
      }))
    const blocks = (questCount: number) => [
      ...['talk', 'good', 'avoid'].map((sentence) => ({
        kind: 'words',
        sentence,
        text: 'ع'.repeat(briefLettersMax),
      })),
      { kind: 'mood', days },
      ...trackers.map((trackerType) => ({ kind: 'answers', trackerType, counts: [90, 0, 0, 0] })),
      { kind: 'days', answered: briefDaysMax },
      ...quests(questCount),
    ]
    const whole = {
      bookingId,
      withdrawals: 0,
      content: { span, blocks: blocks(briefQuestsMax) },
    }
    expect(takes(whole)).toBe(true)
    expect(whole.content.blocks).toHaveLength(briefBlocksMax)
    const bytes = new TextEncoder().encode(JSON.stringify(whole)).byteLength
    expect(bytes).toBeLessThan(pushBytesMax / 10)
    const more = { ...whole, content: { span, blocks: blocks(briefQuestsMax + 1) } }
    expect(takes(more)).toBe(false)
  })

  test('has trackers and quests of young people alone', () => {
    const { content } = briefOf(bookingId)
    expect(mayHold('Adolescent', content)).toBe(true)
    expect(mayHold('Parent', content)).toBe(false)
    expect(mayHold('Parent', briefOf(bookingId, [sentenceOf('School')]).content)).toBe(true)
  })
})
