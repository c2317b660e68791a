import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { acceptedAnswers } from '#contract/trackers/model.ts'
import type { DayEntry } from '#src/features/trackers/entries-resource.ts'
import type { DayNote } from '#src/features/trackers/notes/notes-resource.ts'
import { columns, csvOf, fhirOf, jsonOf } from '#src/features/trackers/year/save-answers.tsx'
import { day } from '#tests/support/day.ts'
import { fhirErrors } from '#tests/support/fhir/r4.ts'

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

const head =
  '\uFEFFday,tracker,answer,score,added_later,imported,feelings,tags,note,other_versions\r\n'

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
      `${head}2026-11-16,Mood,happy,4,,,calm; proud,school; band,Good,\r\n2026-11-17,Sleep,7 - 8,3,,,,,,\r\n`,
    )
  })

  test('marks what was brought from another app, and not as added later', () => {
    const importId = '01985a3c-5b00-7a10-8c00-0000000000f0'
    const brought = entry({ opId: uuidv7(), importId })
    expect(csvOf([brought], [])).toBe(`${head}2026-11-16,Mood,happy,4,,yes,,,,\r\n`)
    expect(JSON.parse(jsonOf([brought], [])).answers[0]).toMatchObject({ imported: true })
  })

  test('leaves out what was refused and what says nothing, and keeps words whose answer is elsewhere', () => {
    const alone = note({ day: day('2026-11-15'), text: 'No answer here' })
    const empty = note({ day: day('2026-11-14') })
    expect(csvOf([entry({ state: 'refused' })], [alone, empty])).toBe(
      `${head}2026-11-15,Mood,,,,,,,No answer here,\r\n`,
    )
  })

  test('has every version of another phone that nobody has decided about', () => {
    const words = { feelings: [], tags: [], ownTags: [] }
    const replaced = [
      { ...words, feelings: ['calm', 'proud'], ownTags: ['band'], text: 'Elsewhere', rev: '2' },
      { ...words, text: 'On the old phone', rev: '3' },
    ]
    const [, [...cells] = []] = parse(csvOf([], [note({ text: 'Here', replaced })]))
    expect(cells.slice(-2)).toEqual(['Here', 'calm; proud\nband\nElsewhere\n\nOn the old phone'])
  })

  test('has the columns that its document names', () => {
    const exportsText = readFileSync('docs/EXPORTS.md', 'utf8')
    const [, named = ''] = /columns ([^.]+)\. The last/.exec(exportsText) ?? []
    expect(
      [...named.matchAll(/`(\w+)`/g)].map(([, name]) => name).filter((name) => name !== 'yes'),
    ).toEqual(columns)
  })

  test('marks an answer that was given after its day', () => {
    const opId = uuidv7({ msecs: Date.parse('2026-11-19T12:00:00') })
    expect(csvOf([entry({ opId })], [])).toContain('happy,4,yes,')
  })

  test('is no formula to any program', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx']) {
      expect(csvOf([entry()], [note({ text })])).toContain(`,'${text},\r\n`)
      const other = { feelings: [], tags: [], ownTags: [], text, rev: '2' }
      expect(csvOf([entry()], [note({ replaced: [other] })])).toContain(`,,'${text}\r\n`)
    }
  })

  test('gives every text back as it was written, whatever is in it', () => {
    const texts = fc.string({ unit: 'grapheme' }).filter((text) => !/^[=+\-@\t\r]/.test(text))
    fc.assert(
      fc.property(texts, (text) => {
        const [, ...rows] = parse(csvOf([entry()], [note({ text })]))
        expect(rows).toEqual([['2026-11-16', 'Mood', 'happy', '4', '', '', '', '', text, '']])
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

describe('the same as JSON', () => {
  const read = (...given: Parameters<typeof jsonOf>): unknown => JSON.parse(jsonOf(...given))

  test('names every part, oldest day first, with null where there is none', () => {
    const entries = [
      entry({ day: day('2026-11-17'), trackerType: 'Sleep', answer: '7 - 8', score: 3 }),
    ]
    const words = note({ feelings: ['calm'], tags: ['school'], ownTags: ['band'], text: 'Good' })
    const nothing = { feelings: [], tags: [], ownTags: [], note: '', otherVersions: [] }
    expect(read(entries, [words, note({ day: day('2026-11-14') })])).toEqual({
      format: 'zync-trackers',
      version: 1,
      answers: [
        {
          day: monday,
          tracker: 'Mood',
          answer: null,
          score: null,
          addedLater: false,
          imported: false,
          feelings: ['calm'],
          tags: ['school'],
          ownTags: ['band'],
          note: 'Good',
          otherVersions: [],
        },
        {
          day: '2026-11-17',
          tracker: 'Sleep',
          answer: '7 - 8',
          score: 3,
          addedLater: false,
          imported: false,
          ...nothing,
        },
      ],
    })
  })

  test('loses no version of another phone', () => {
    const other = { feelings: [], tags: [], ownTags: [], text: 'Elsewhere', rev: '2' }
    expect(read([], [note({ replaced: [other] })])).toMatchObject({
      answers: [{ otherVersions: [{ note: 'Elsewhere' }] }],
    })
  })

  test('gives every text back as it was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(read([entry()], [note({ text })])).toMatchObject({ answers: [{ note: text }] })
      }),
    )
  })
})

describe('the answers for a clinic', () => {
  const file = {
    base: 'https://zync.example',
    savedAt: '2026-11-23T12:00:00.000Z',
    newId: () => crypto.randomUUID(),
    person: { firstname: 'لينا', lastname: 'حداد', birthYear: 2010, named: false },
  }

  test('are observations that the schema of FHIR R4 takes, whichever tracker and answer', () => {
    const entries = trackerTypes.flatMap((trackerType) =>
      acceptedAnswers(trackerType)
        .flat()
        .map((answer, index) =>
          entry({ trackerType, answer, day: addDays(monday, -index), score: 4 }),
        ),
    )
    const made = fhirOf(entries, file)
    expect(fhirErrors(made)).toEqual([])
    const kinds = made.entry.map(({ resource }) => resource.resourceType)
    expect(kinds.filter((kind) => kind === 'Observation')).toHaveLength(entries.length)
    expect(made.entry[0]?.resource).toMatchObject({ name: [{ text: 'ل. ح.' }], birthDate: '2010' })
  })

  test('say whose day and answer it is, and when it was given later', () => {
    const opId = uuidv7({ msecs: Date.parse('2026-11-19T12:00:00') })
    expect(fhirOf([entry({ opId })], file).entry[1]?.resource).toMatchObject({
      effectiveDateTime: monday,
      valueCodeableConcept: { text: 'happy' },
      component: [{ valueInteger: 4 }],
      note: [{ text: 'Answered after its day.' }],
    })
  })

  test('are valid without an answer and without a profile', () => {
    expect(
      fhirErrors(fhirOf([entry({ state: 'refused' })], { ...file, person: undefined })),
    ).toEqual([])
  })
})
