import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import type { Booking } from '#contract/booking/model.ts'
import { blockKey, briefContentSchema, briefDaysMax } from '#contract/brief/model.ts'
import { addDays } from '#contract/local-date.ts'
import {
  contentOf,
  keysOn,
  lastSessionDay,
  lengthOf,
  questBlocksResource,
  sentenceKey,
  spanDays,
  trackerBlocks,
  wordBlocks,
} from '#src/features/brief/brief-blocks.ts'
import type { DayEntry } from '#src/features/trackers/entries-resource.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { day } from '#tests/support/day.ts'

const today = day('2026-06-15')
const span = spanDays('14', today, undefined)

function entry(given: Partial<DayEntry> = {}): DayEntry {
  return { trackerType: 'Mood', day: today, answer: 'happy', score: 4, state: 'sent', ...given }
}

function session(given: Partial<Booking>): Booking {
  return {
    _id: crypto.randomUUID(),
    role: 'client',
    with: { _id: 'sofia', firstname: 'Sofia', lastname: 'Almeida', profileImg: null },
    start: '2026-06-16T09:00:00.000Z',
    end: '2026-06-16T10:00:00.000Z',
    timeZone: 'UTC',
    status: 'booked',
    cancelledBy: null,
    cancelTappedAt: null,
    room: null,
    changeableUntil: '2026-06-15T09:00:00.000Z',
    proposal: null,
    sequence: 0,
    createdAt: '2026-06-01T09:00:00.000Z',
    updatedAt: '2026-06-01T09:00:00.000Z',
    ...given,
  }
}

describe('the days of a brief', () => {
  test('are so many with today, or those since the last session with the same provider', () => {
    expect([lengthOf(span), span.to]).toEqual([14, today])
    expect(lengthOf(spanDays('30', today, undefined))).toBe(30)
    const last = day('2026-06-08')
    expect(spanDays('session', today, last)).toEqual({ from: last, to: today })
    expect(lengthOf(spanDays('session', today, day('2025-01-01')))).toBe(briefDaysMax)
  })

  test('know the last session that took place, and no other', () => {
    const before = (on: string, given: Partial<Booking> = {}) =>
      session({ start: `${on}T11:00:00.000Z`, end: `${on}T12:00:00.000Z`, ...given })
    const other = { _id: 'max', firstname: 'Max', lastname: 'Roe', profileImg: null }
    const next = session({})
    const all = [
      next,
      before('2026-06-01'),
      before('2026-06-08'),
      before('2026-06-10', { status: 'cancelled' }),
      before('2026-06-11', { with: other }),
      before('2026-06-20'),
    ]
    expect(lastSessionDay(next, all)).toBe('2026-06-08')
    expect(lastSessionDay(next, [next])).toBeUndefined()
  })
})

describe('what trackers give to a brief', () => {
  test('is answered here, within the days, and counted by tracker', () => {
    const entries = [
      entry({ day: addDays(today, -14), score: 1 }),
      entry({ day: addDays(today, -2), score: 2 }),
      entry({ day: addDays(today, -1), importId: 'daylio', score: 1 }),
      entry(),
      entry({ trackerType: 'Sleep', score: 3 }),
      entry({ trackerType: 'Diet', state: 'refused', score: 1 }),
    ]
    const blocks = trackerBlocks(entries, span)
    expect(blocks).toEqual([
      {
        kind: 'mood',
        days: [
          { day: addDays(today, -2), score: 2 },
          { day: today, score: 4 },
        ],
      },
      { kind: 'answers', trackerType: 'Mood', counts: [1, 0, 1, 0] },
      { kind: 'answers', trackerType: 'Sleep', counts: [0, 1, 0, 0] },
      { kind: 'days', answered: 2 },
    ])
    expect(v.is(briefContentSchema, { span, blocks })).toBe(true)
    expect(trackerBlocks(entries.slice(0, 1), span)).toEqual([])
  })
})

describe('what a quest gives to a brief', () => {
  afterEach(closePhones)

  test.each([
    [[], false],
    [['pq16-risk'], true],
  ])(
    'says whether an answer stood out, by the risks of its result: %j',
    async (risks, standsOut) => {
      const db = await openPhone()
      const about = { questId: 6, version: 1 }
      const scored = { type: 'pq16', scores: { symptoms: 2, distress: 0 }, band: 'few' } as const
      const result = { ...about, ...scored, tone: 'calm', destination: null, risks } as const
      const record = { id: crypto.randomUUID(), ...about, takenOn: today, result }
      await userTransaction(db, [db.questRecords], () =>
        db.questRecords.put({ ...record, playPoints: 180, points: 160, sharedWith: [] }),
      )
      const parts = await questBlocksResource.read(db, span.from, span.to)
      expect(parts).toMatchObject([{ block: { questId: 6, takenOn: today }, standsOut }])
    },
  )
})

describe('what goes along', () => {
  const words = wordBlocks({ talk: ' School ', good: '  ', avoid: 'My father' })
  const blocks = [...words, ...trackerBlocks([entry()], span)]

  test('is nothing before anything is switched on', () => {
    expect(contentOf(blocks, [], span)).toBeUndefined()
    expect(contentOf(blocks, [sentenceKey('good')], span)).toBeUndefined()
  })

  test('has numbers for the days they were switched on with alone: on a later day they are off', () => {
    const on = ['mood', sentenceKey('talk')]
    const draft = { bookingId: crypto.randomUUID(), span: '14' as const, on, words: {} }
    expect(keysOn({ ...draft, days: span }, spanDays('14', today, undefined))).toEqual(on)
    const words = [sentenceKey('talk')]
    expect(keysOn({ ...draft, days: span }, spanDays('14', addDays(today, 1), undefined))).toEqual(
      words,
    )
    expect(keysOn({ ...draft, days: span }, undefined)).toEqual(words)
    expect(keysOn(draft, span)).toEqual(words)
  })

  test('is what is switched on and nothing else, and no days without numbers', () => {
    const only = contentOf(blocks, [sentenceKey('talk')], span)
    expect(only).toEqual({
      span: null,
      blocks: [{ kind: 'words', sentence: 'talk', text: 'School' }],
    })
    const some = contentOf(blocks, ['days', sentenceKey('avoid')], span)
    expect(some?.blocks.map(blockKey)).toEqual(['words avoid', 'days'])
    expect(some?.span).toEqual(span)
  })
})
