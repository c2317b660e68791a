import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { commandSchema, laneOf } from '#contract/commands.ts'
import {
  feelingQuarters,
  feelings,
  givenTags,
  lettersIn,
  noteLettersMax,
  replacedBy,
  trackerNoteSchema,
} from '#contract/trackers/note.ts'

const note = {
  trackerType: 'Mood',
  day: '2026-06-15',
  feelings: [],
  tags: [],
  ownTags: [],
  text: '',
  basedOn: null,
  settles: [],
}
const takes = (given: object) => v.is(trackerNoteSchema, { ...note, ...given })

test('there are forty feelings, ten in each quarter, and twelve tags, each once', () => {
  expect(Object.values(feelingQuarters).map(({ length }) => length)).toEqual([10, 10, 10, 10])
  expect(new Set(feelings).size).toBe(40)
  expect(new Set(givenTags).size).toBe(12)
})

test('a note keeps its order among those of its day, and no answer waits for it', () => {
  const { payload } = v.parse(commandSchema, { kind: 'trackers.note', payload: note }) as {
    payload: v.InferOutput<typeof trackerNoteSchema>
  }
  expect(laneOf('trackers.note', payload)).toBe('tracker-note:Mood:2026-06-15')
})

describe('what stands beside an answer', () => {
  test('may be nothing, or all of it', () => {
    expect(takes({})).toBe(true)
    expect(
      takes({
        feelings: ['joyful', 'calm', 'tired'],
        tags: givenTags,
        ownTags: Array.from({ length: 8 }, (_, at) => `tag ${at}`),
        text: 'ا'.repeat(noteLettersMax),
      }),
    ).toBe(true)
  })

  test.each([
    ['a fourth feeling', { feelings: ['joyful', 'calm', 'tired', 'bored'] }],
    ['a feeling twice', { feelings: ['calm', 'calm'] }],
    ['a feeling that is none', { feelings: ['hungry'] }],
    ['a tag that is neither given nor called an own one', { tags: ['my cat'] }],
    ['ten thousand tags', { ownTags: Array.from({ length: 10_000 }, (_, at) => `t${at}`) }],
    [
      'more than 20 tags of both kinds together',
      { tags: givenTags, ownTags: 'abcdefghi'.split('') },
    ],
    ['an own tag without a letter', { ownTags: ['\u200b'] }],
    ['an own tag of 31 letters', { ownTags: ['x'.repeat(31)] }],
    ['501 letters', { text: 'x'.repeat(noteLettersMax + 1) }],
    ['a letter under a tower of marks', { text: `a${'\u0301'.repeat(5_000)}` }],
    ['a day that is none', { day: '2026-02-30' }],
    ['a field of somebody else', { userId: '01985a3c-0000-7a10-8c00-0000000000c1' }],
  ])('is not %s', (_, given) => {
    expect(takes(given)).toBe(false)
  })

  test('is counted in letters, whatever marks stand above them', () => {
    expect(lettersIn('كَتَبَ')).toBe(3)
    expect(lettersIn('cafe\u0301')).toBe(4)
    expect(takes({ text: 'كَ'.repeat(noteLettersMax) })).toBe(true)
  })

  test('is cleaned of what nobody sees', () => {
    const parsed = v.parse(trackerNoteSchema, {
      ...note,
      text: ' a\u0000b ',
      ownTags: [' my\n cat '],
    })
    expect([parsed.text, parsed.ownTags]).toEqual(['ab', ['my cat']])
  })
})

describe('what stays beside a write', () => {
  const empty = { feelings: [], tags: [], ownTags: [], text: '' }
  const version = (rev: string, text = rev) => ({ ...empty, text, rev })
  const current = { ...version('c'), replaced: [version('a'), version('b')] }
  const write = (given: object = {}) => ({
    ...empty,
    text: 'new',
    basedOn: null,
    settles: [],
    ...given,
  })
  const left = (given: object, before: typeof current | undefined = current) =>
    replacedBy(write(given), before).map(({ rev }) => rev)

  test('is nothing on a day without words', () => {
    expect(replacedBy(write(), undefined)).toEqual([])
  })

  test('is what its writer had not seen, with its words', () => {
    expect(replacedBy(write(), current)).toEqual([version('a'), version('b'), version('c')])
    expect(left({ basedOn: 'c' })).toEqual(['a', 'b'])
  })

  test('is not the version that its writer has just gone on from', () => {
    expect(left({ basedOn: 'a' })).toEqual(['b', 'c'])
  })

  test('is not what the person has decided about, also where that stands', () => {
    expect(left({ basedOn: 'c', settles: ['a'] })).toEqual(['b'])
    expect(left({ settles: ['b', 'c'] })).toEqual(['a'])
  })

  test('is not what says nothing, nor what says the same', () => {
    expect(left({}, { ...current, text: '' })).toEqual(['a', 'b'])
    expect(left({ text: 'c' })).toEqual(['a', 'b'])
  })
})
