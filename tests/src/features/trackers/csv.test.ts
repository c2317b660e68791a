import '#tests/model/browser-globals.ts'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { DayEntry } from '#src/features/trackers/entries-resource.ts'
import type { DayNote } from '#src/features/trackers/notes/notes-resource.ts'
import { csvOf } from '#src/features/trackers/year/save-csv.tsx'
import { day } from '#tests/support/day.ts'

const monday = day('2026-11-16')

const entry = (given: Partial<DayEntry> = {}): DayEntry => ({
  trackerType: 'Mood',
  day: monday,
  answer: 'happy',
  score: 4,
  state: 'sent',
  ...given,
})

const note = (given: Partial<DayNote> = {}): DayNote => ({
  trackerType: 'Mood',
  day: monday,
  feelings: [],
  tags: [],
  ownTags: [],
  text: '',
  rev: '1',
  state: 'sent',
  replaced: [],
  behind: false,
  ...given,
})

const head = '\uFEFFday,tracker,answer,score,added_later,feelings,tags,note\r\n'

describe('a table of answers', () => {
  test('has a row for each, oldest first, with the words beside it', () => {
    const entries = [
      entry({ day: day('2026-11-17'), trackerType: 'Sleep', answer: '7 - 8', score: 3 }),
      entry(),
    ]
    const words = note({
      feelings: ['calm', 'proud'],
      tags: ['school'],
      ownTags: ['band'],
      text: 'Good',
    })
    expect(csvOf(entries, [words])).toBe(
      `${head}2026-11-16,Mood,happy,4,,calm; proud,school; band,Good\r\n2026-11-17,Sleep,7 - 8,3,,,,\r\n`,
    )
  })

  test('leaves out what was refused and what says nothing, and keeps words whose answer is elsewhere', () => {
    const alone = note({ day: day('2026-11-15'), text: 'No answer here' })
    const empty = note({ day: day('2026-11-14') })
    expect(csvOf([entry({ state: 'refused' })], [alone, empty])).toBe(
      `${head}2026-11-15,Mood,,,,,,No answer here\r\n`,
    )
  })

  test('marks an answer that was given after its day', () => {
    const opId = uuidv7({ msecs: Date.parse('2026-11-19T12:00:00') })
    expect(csvOf([entry({ opId })], [])).toContain('happy,4,yes,')
  })

  test('is no formula to any program', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx']) {
      expect(csvOf([entry()], [note({ text })])).toContain(`,'${text}\r\n`)
    }
  })

  test('gives every text back as it was written, whatever is in it', () => {
    const texts = fc.string({ unit: 'grapheme' }).filter((text) => !/^[=+\-@\t\r]/.test(text))
    fc.assert(
      fc.property(texts, (text) => {
        const [, ...rows] = parse(csvOf([entry()], [note({ text })]))
        expect(rows).toEqual([['2026-11-16', 'Mood', 'happy', '4', '', '', '', text]])
      }),
    )
  })
})

/** RFC 4180, letter by letter. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
