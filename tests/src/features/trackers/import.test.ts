import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { pushBytesMax } from '#contract/sync/api.ts'
import {
  importChunkBytesMax,
  importChunkMax,
  importRowsMax,
  trackerImportSchema,
  type ImportedAnswer,
} from '#contract/trackers/import.ts'
import {
  columnRoles,
  columnsNamed,
  lookAt,
  type Columns,
} from '#src/features/trackers/import/look-at-table.ts'
import {
  emptyDraft,
  finished,
  limitsOf,
  noTopic,
} from '#src/features/trackers/import/meaning-card.tsx'
import { planImport, type Mapping, type Plan } from '#src/features/trackers/import/plan-import.ts'
import { readTable, type Table } from '#src/features/trackers/import/read-table.ts'
import { day } from '#tests/support/day.ts'

const known = { today: day('2026-06-15'), answered: new Set<string>() }

function bytesOf(name: string): Uint8Array {
  return readFileSync(new URL(`import-files/${name}.csv`, import.meta.url))
}

function tableOf(bytes: Uint8Array): Table {
  const table = readTable(bytes)
  if (typeof table === 'string') throw new Error(table)
  return table
}

const utf8 = (text: string) => new TextEncoder().encode(text)

/** A person's own words for three of the four moods; the fourth is left out. */
const ownWords = new Map([
  ['zen', 'happy'],
  ['meh', 'normal'],
  ['grim', 'very sad'],
])

function mappingOf(table: Table, given: Partial<Mapping> = {}): Mapping {
  return {
    columns: columnsNamed('daylio', table.header),
    order: 'day_first',
    topics: [{ name: '', tracker: 'Mood', words: ownWords }],
    several: 'last',
    notes: true,
    tags: new Set(['music', 'my cat', 'school', 'band practice']),
    tagMark: '|',
    ...given,
  }
}

function planOf(name: string, given: Partial<Mapping> = {}): Plan {
  const table = tableOf(bytesOf(name))
  return planImport(table, mappingOf(table, given), known)
}

describe('a file of Daylio', () => {
  const words = {
    text: `=HYPERLINK("http://evil.example")\nA title\nShe said "fine",\nand left.`,
    ownTags: ['school', 'band practice'],
  }
  const golden = [
    {
      trackerType: 'Mood',
      answer: 'happy',
      date: '2026-06-12',
      text: 'يوم هادئ مع القطة',
      ownTags: ['music', 'my cat'],
    },
    { trackerType: 'Mood', answer: 'normal', date: '2026-06-11', ...words },
    { trackerType: 'Mood', answer: 'very sad', date: '2026-06-07' },
  ]

  test.each(['daylio', 'daylio-bom', 'daylio-utf16le', 'daylio-utf16be'])(
    'says the same however its letters are written: %s',
    (name) => {
      const plan = planOf(name)
      expect(plan.entries).toEqual(golden)
      expect(plan).toMatchObject({ days: 3, several: 1, notes: 2, notesTooLong: [], tagsOver: 0 })
    },
  )

  test('names every row that does not come along, with why and where', () => {
    expect(Object.fromEntries(planOf('daylio').skipped)).toEqual({
      no_answer: { rows: 1, first: [6] },
      impossible_date: { rows: 1, first: [7] },
      future: { rows: 2, first: [8, 9] },
      too_old: { rows: 1, first: [10] },
      no_date: { rows: 1, first: [11] },
      broken: { rows: 1, first: [12] },
      left_out: { rows: 1, first: [13] },
    })
  })

  test.each([
    ['last', 'normal'],
    ['lowest', 'very sad'],
    // All three once: the lowest of them.
    ['most_frequent', 'very sad'],
  ] as const)('of three answers of a day takes the %s', (several, answer) => {
    const entry = planOf('daylio', { several }).entries.find(({ date }) => date === '2026-06-11')
    expect(entry?.answer).toBe(answer)
  })

  test('by a clock that is a year behind takes what is over by it, and names the rest as to come', () => {
    const table = tableOf(bytesOf('daylio'))
    const today = day('2025-06-15')
    const { entries, skipped } = planImport(table, mappingOf(table), { ...known, today })
    expect(entries.map(({ date }) => date)).toEqual(['2016-06-01'])
    expect(skipped.get('future')?.rows).toBe(7)
  })

  test('leaves a day out that has an answer here', () => {
    const table = tableOf(bytesOf('daylio'))
    const plan = planImport(table, mappingOf(table), {
      ...known,
      answered: new Set(['Mood 2026-06-12', 'Sleep 2026-06-11']),
    })
    expect(plan.entries.map(({ date }) => date)).toEqual(['2026-06-11', '2026-06-07'])
    expect(plan.skipped.get('answered')).toEqual({ rows: 1, first: [2] })
  })

  test('brings no word along that was not chosen', () => {
    const plan = planOf('daylio', { notes: false, tags: new Set() })
    expect(plan.entries.every((entry) => !('text' in entry) && !('ownTags' in entry))).toBe(true)
  })

  test('with semicolons is a table too', () => {
    expect(planOf('daylio-semicolon', { tags: new Set() }).entries).toHaveLength(2)
  })

  test('tells what to ask about: each word, how often, and what was written', () => {
    const table = tableOf(bytesOf('daylio'))
    const look = lookAt(table, columnsNamed('daylio', table.header), '|')
    expect(look.topics).toMatchObject([{ name: '', wordsMore: 0, numbers: undefined }])
    const words = look.topics[0]?.words.map(({ word, rows }) => [word, rows])
    expect(words).toEqual([
      ['zen', 7],
      ['grim', 2],
      ['meh', 1],
      ['rad', 1],
    ])
    expect(look).toMatchObject({ orders: [], notes: 5, tagsTooLong: 0 })
    expect(look.tags[0]).toEqual({ word: 'school', rows: 2 })
  })
})

describe('a file of Bearable', () => {
  const table = tableOf(bytesOf('bearable'))
  const columns = columnsNamed('bearable', table.header)
  const look = lookAt(table, columns, ',')

  test('is asked about topic by topic, many numbers by limits', () => {
    expect(look.topics.map(({ name, rows }) => [name, rows])).toEqual([
      ['Mood', 20],
      ['Sleep', 20],
      ['Symptom', 20],
    ])
    expect(look.topics[0]?.words.map(({ word }) => word).slice(0, 3)).toEqual(['10', '9', '8'])
    expect(look.topics[1]?.numbers?.min).toBeCloseTo(4)
    // 'all day' is no time.
    expect(look.timed).toBe(false)
  })

  test('becomes answers of two trackers', () => {
    const moods = Array.from({ length: 10 }, (_, index) => [
      String(index + 1),
      index > 4 ? 'happy' : 'sad',
    ])
    const draft = {
      ...emptyDraft(columns),
      several: 'lowest' as const,
      topics: {
        Mood: { ...noTopic, tracker: 'Mood' as const, words: Object.fromEntries(moods) },
        Sleep: {
          ...noTopic,
          tracker: 'Sleep' as const,
          limits: ['8', '7:00', '5'] as [string, string, string],
        },
      },
    }
    const mapping = finished(draft, look, ',')
    if (!mapping) throw new Error('The mapping is not finished')
    const plan = planImport(table, mapping, known)
    expect(plan.days).toBe(20)
    expect(plan.skipped.get('left_out')?.rows).toBe(20)
    const sleep = plan.entries.filter(({ trackerType }) => trackerType === 'Sleep')
    expect(new Set(sleep.map(({ answer }) => answer))).toEqual(
      new Set(['8 - 10', '7 - 8', '5 - 6', '1 - 4']),
    )
    expect(finished({ ...draft, several: undefined }, look, ',')).toBeUndefined()
    const unsaid = { ...draft, topics: { Mood: { ...draft.topics.Mood, words: {} } } }
    expect(finished(unsaid, look, ',')).toBeUndefined()
    expect(finished({ ...draft, topics: {} }, look, ',')).toBeUndefined()
  })

  test('asks about a word that every object answers to as about any other', () => {
    const words = [{ word: 'constructor', rows: 3 }]
    const topic = { name: 'toString', rows: 3, words, wordsMore: 0, numbers: undefined }
    const none = { orders: [], timed: true, tags: [], tagsMore: 0, tagsTooLong: 0, notes: 0 }
    const look = { ...none, topics: [topic] }
    const draft = { ...emptyDraft({}), several: 'last' as const }
    expect(finished(draft, look, '|')).toBeUndefined()
    const mood = { ...noTopic, tracker: 'Mood' as const }
    expect(finished({ ...draft, topics: { toString: mood } }, look, '|')).toBeUndefined()
    const said = { ...mood, words: { constructor: 'happy' } }
    expect(finished({ ...draft, topics: { toString: said } }, look, '|')?.topics).toEqual([
      { name: 'toString', tracker: 'Mood', words: new Map([['constructor', 'happy']]) },
    ])
  })

  test('takes limits in one direction only', () => {
    const limits = (one: string, two: string, three: string, better: 'more' | 'less') =>
      limitsOf({ ...noTopic, limits: [one, two, three], better })
    expect(limits('8', '7,5', '5', 'more')).toEqual([8, 7.5, 5])
    expect(limits('1', '2', '3', 'less')).toEqual([1, 2, 3])
    expect(limits('8', '8', '5', 'more')).toBeUndefined()
    expect(limits('1', '2', '3', 'more')).toBeUndefined()
    expect(limits('8', '', '5', 'more')).toBeUndefined()
  })
})

describe('a file that is none', () => {
  test.each([
    ['a packed backup', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 1, 2]), 'no_text'],
    ['letters of another code page', new Uint8Array([0x64, 0x2c, 0xe9, 0xff, 0x0a]), 'no_text'],
    ['UTF-16 without its mark', new Uint8Array([0x61, 0, 0x2c, 0, 0x62, 0]), 'no_text'],
    ['nothing', new Uint8Array(), 'no_table'],
    ['names of columns alone', utf8('full_date,mood\n'), 'no_table'],
    ['a text', utf8('Dear diary\ntoday was fine\n'), 'no_table'],
    ['a quotation without an end', utf8('full_date,mood\n2026-06-01,"zen\n'), 'broken_quotes'],
    ['a row too many', utf8(`a,b\n${'1,2\n'.repeat(importRowsMax + 1)}`), 'too_many_rows'],
    [
      'too many below an empty line',
      utf8(`a,b\n\n${'1,2\n'.repeat(importRowsMax + 5)}`),
      'too_many_rows',
    ],
    [
      'more lines than are read',
      utf8(`a,b\n1,2\n${'\n'.repeat(3 * importRowsMax)}1,2\n`),
      'too_many_rows',
    ],
  ])('%s is refused with its reason', (_, bytes, why) => {
    expect(readTable(bytes)).toBe(why)
  })

  test.each(['1,2\n', '1,2\n\n', '"1",2\r\n\r\n'])(
    'the most rows that may be are taken, each as %j',
    (row) => {
      const table = tableOf(utf8(`a,b\n${row.repeat(importRowsMax)}`))
      expect(table.rows).toHaveLength(importRowsMax)
    },
  )

  test('whatever is in it, nothing throws, and what comes of it is what the server takes', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        '2026-06-01',
        '31/12/2025',
        '5:30',
        '7h 30m',
        '"',
        '=1+1',
        'zen',
        '٣',
        '\r\n',
      ),
    )
    const rows = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 })
    const column = fc.option(fc.nat(7), { nil: undefined })
    const columns = fc
      .tuple(...columnRoles.map(() => column))
      .map((numbers): Columns =>
        Object.fromEntries(columnRoles.map((role, at) => [role, numbers[at]])),
      )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          rows.map((all) => utf8(all.map((cells) => cells.join(',')).join('\n'))),
        ),
        columns,
        fc.constantFrom('last' as const, 'lowest' as const, 'most_frequent' as const),
        (bytes, chosen, several) => {
          const table = readTable(bytes)
          if (typeof table === 'string') return
          const look = lookAt(table, chosen, ',')
          const topics = look.topics.map(({ name, words }) => ({
            name,
            tracker: 'Mood' as const,
            words: new Map(words.map(({ word }) => [word, 'happy'])),
          }))
          const tags = new Set(look.tags.map(({ word }) => word))
          const mapping = { columns: chosen, order: 'day_first' as const, topics, several }
          const plan = planImport(table, { ...mapping, notes: true, tags, tagMark: ',' }, known)
          const left = [...plan.skipped.values()].reduce((sum, { rows: count }) => sum + count, 0)
          expect(left).toBeLessThanOrEqual(table.rows.length)
          expectTaken(plan.entries)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

function expectTaken(entries: readonly ImportedAnswer[]): void {
  if (entries.length === 0) return
  const importId = '01985a3c-5b00-7a10-8c00-0000000000f0'
  const parsed = v.safeParse(trackerImportSchema, { importId, source: 'daylio', entries })
  expect(parsed.issues).toBeUndefined()
  // Nothing that the dry run shows is changed on its way.
  expect(parsed.output).toEqual({ importId, source: 'daylio', entries })
}

describe('what does not fit', () => {
  const head = 'full_date,time,mood,activities,note_title,note\n'
  const all = (text: string, tags: readonly string[]) => {
    const table = tableOf(utf8(head + text))
    return planImport(table, mappingOf(table, { tags: new Set(tags) }), known)
  }

  test('a note of more letters stays behind whole, and its day is named', () => {
    const plan = all(
      `2026-06-01,08:00,zen,,,${'ب'.repeat(501)}\n2026-06-02,08:00,zen,,,short\n`,
      [],
    )
    expect(plan.notesTooLong).toEqual(['2026-06-01'])
    expect(plan.entries.map(({ text }) => text)).toEqual(['short', undefined])
  })

  test('tags beyond twenty on a day are counted', () => {
    const tags = Array.from({ length: 23 }, (_, index) => `tag ${index}`)
    const plan = all(`2026-06-01,08:00,zen,${tags.join(' | ')},,\n`, tags)
    expect(plan.entries[0]?.ownTags).toHaveLength(20)
    expect(plan.tagsOver).toBe(3)
    expect(plan.tags).toHaveLength(20)
  })

  test('tags that are too long for us are not offered and are counted', () => {
    const table = tableOf(utf8(`${head}2026-06-01,08:00,zen,${'x'.repeat(31)} | ok,,\n`))
    const look = lookAt(table, columnsNamed('daylio', table.header), '|')
    expect([look.tags, look.tagsTooLong]).toEqual([[{ word: 'ok', rows: 1 }], 1])
  })
})

test('of ten thousand tags those of most rows are offered, and the others are counted', () => {
  const rare = Array.from({ length: 10_000 }, (_, index) => `tag ${index}`)
  const rows = rare.map((tag, index) => `2026-06-01,zen,${tag}${index < 5 ? ' | often' : ''}`)
  const table = tableOf(utf8(`full_date,mood,activities\n${rows.join('\n')}\n`))
  const look = lookAt(table, columnsNamed('daylio', table.header), '|')
  expect(look.tags[0]).toEqual({ word: 'often', rows: 5 })
  expect([look.tags.length, look.tagsMore, look.tagsTooLong]).toEqual([300, 9_701, 0])
})

test('parts fit into an operation, also with the longest notes in Arabic', async () => {
  const { importChunks } = await import('#src/offline/features/tracker-imports.ts')
  const entry = (text: string): ImportedAnswer => ({
    trackerType: 'Mood',
    answer: 'happy',
    date: day('2020-01-01'),
    ...(text && { text, ownTags: Array.from({ length: 20 }, (_, at) => 'ت'.repeat(28) + at) }),
  })
  for (const [text, count] of [
    ['', 1_001],
    ['بً'.repeat(500), 300],
  ] as const) {
    const chunks = importChunks(Array.from({ length: count }, () => entry(text)))
    expect(chunks.flat()).toHaveLength(count)
    for (const chunk of chunks) {
      expect(chunk.length).toBeLessThanOrEqual(importChunkMax)
      const bytes = utf8(JSON.stringify(chunk)).byteLength
      expect(bytes).toBeLessThanOrEqual(importChunkBytesMax)
      expect(bytes).toBeLessThan(pushBytesMax / 2)
    }
  }
})
