import { cleanText } from '#contract/free-text.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { importableDay, type ImportedAnswer } from '#contract/trackers/import.ts'
import { trackerScore } from '#contract/trackers/model.ts'
import { noteLettersMax, noteTagsMax, withinLettersOf } from '#contract/trackers/note.ts'
import {
  dayIn,
  minutesIn,
  numberIn,
  type DateOrder,
  cellOf,
  tagsIn,
  type Columns,
} from './look-at-table.ts'
import type { Table } from './read-table.ts'

/** From which numbers on which answer is meant, best first; below the last one it is the lowest answer. */
export interface Bands {
  readonly answers: readonly string[]
  readonly from: readonly [number, number, number]
}

/** What somebody has said of the rows about one topic. */
export interface TopicMeaning {
  readonly name: string
  readonly tracker: TrackerType
  /** The answer that each word means; a word without one is left out. */
  readonly words: ReadonlyMap<string, string>
  /** In place of the words, for many different numbers. */
  readonly bands?: Bands | undefined
}

/** Which of several answers of a day counts; of equally frequent ones it is the lower one. */
export const severalChoices = ['last', 'lowest', 'most_frequent'] as const
export type SeveralChoice = (typeof severalChoices)[number]

/** Everything that was asked about a table. */
export interface Mapping {
  readonly columns: Columns
  readonly order: DateOrder
  readonly topics: readonly TopicMeaning[]
  readonly several: SeveralChoice
  readonly notes: boolean
  /** Those that are to come along. */
  readonly tags: ReadonlySet<string>
  readonly tagMark: string
}

/** Why rows do not come along. */
export const skipReasons = [
  'broken',
  'left_out',
  'no_answer',
  'no_date',
  'impossible_date',
  'future',
  'too_old',
  'answered',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** Rows that do not come along, with the numbers of the first of them as a table program shows them. */
export interface Skipped {
  readonly rows: number
  readonly first: readonly number[]
}

/** What an import would do. */
export interface Plan {
  /** The newest day first, so that what is looked at most is there soonest. */
  readonly entries: readonly ImportedAnswer[]
  readonly days: number
  readonly skipped: ReadonlyMap<SkipReason, Skipped>
  /** Days of which several answers became one. */
  readonly several: number
  /** Answers that bring something written, and those whose text is too long for us. */
  readonly notes: number
  readonly notesTooLong: readonly LocalDate[]
  /** Different tags that come along, and how often one did not fit on its day. */
  readonly tags: readonly string[]
  readonly tagsOver: number
}

/** What the phone knows: its day, and the days that have an answer, by tracker and day. */
export interface KnownHere {
  readonly today: LocalDate
  readonly answered: ReadonlySet<string>
}

interface Reading {
  readonly row: number
  readonly minutes: number | undefined
  readonly answer: string
  readonly text: string
  readonly tags: readonly string[]
}

type Slot = { readonly trackerType: TrackerType; readonly date: LocalDate; readings: Reading[] }

/** Works out what an import would do, and does nothing. */
export function planImport(table: Table, mapping: Mapping, known: KnownHere): Plan {
  const skipped = new Map<SkipReason, { rows: number; first: number[] }>()
  const slots = new Map<string, Slot>()
  const meanings = new Map(mapping.topics.map((topic) => [topic.name, topic]))
  for (const [index, row] of table.rows.entries()) {
    // The names of the columns are row 1.
    const read = readRow(row, table.header.length, meanings, mapping, known)
    if (typeof read === 'string') {
      skip(skipped, read, index + 2)
      continue
    }
    const { trackerType, date, ...reading } = read
    const key = slotKey(trackerType, date)
    const slot = slots.get(key) ?? { trackerType, date, readings: [] }
    slots.set(key, slot)
    slot.readings.push({ ...reading, row: index + 2 })
  }
  return planOf([...slots.values()], mapping, skipped)
}

/** How a day of a tracker is named among those that have an answer. */
export function slotKey(trackerType: TrackerType, day: LocalDate): string {
  return `${trackerType} ${day}`
}

function skip(
  skipped: Map<SkipReason, { rows: number; first: number[] }>,
  why: SkipReason,
  row: number,
): void {
  const all = skipped.get(why) ?? { rows: 0, first: [] }
  skipped.set(why, all)
  all.rows += 1
  if (all.first.length < 5) all.first.push(row)
}

function readRow(
  row: readonly string[],
  columnCount: number,
  meanings: ReadonlyMap<string, TopicMeaning>,
  { columns, order, tagMark, tags }: Mapping,
  { today, answered }: KnownHere,
) {
  if (row.length !== columnCount) return 'broken'
  const meaning = meanings.get(cellOf(row, columns, 'topic'))
  if (!meaning) return 'left_out'
  const word = cellOf(row, columns, 'value')
  if (word === '') return 'no_answer'
  const answer = answerFor(word, meaning)
  if (answer === undefined) return 'left_out'
  const date = dayIn(cellOf(row, columns, 'date'), order)
  if (date === undefined) return 'no_date'
  if (date === 'impossible') return 'impossible_date'
  const state = importableDay(date, today)
  if (state !== 'open') return state
  if (answered.has(slotKey(meaning.tracker, date))) return 'answered'
  return {
    trackerType: meaning.tracker,
    date,
    answer,
    minutes: minutesIn(cellOf(row, columns, 'time')),
    text: textIn(row, columns),
    tags: tags.size > 0 ? tagsIn(row, columns, tagMark).filter((tag) => tags.has(tag)) : [],
  }
}

function answerFor(word: string, { words, bands }: TopicMeaning): string | undefined {
  if (!bands) return words.get(word)
  const value = numberIn(word)
  if (value === undefined) return undefined
  const { answers, from } = bands
  const falling = from[0] >= from[2]
  const at = from.findIndex((limit) => (falling ? value >= limit : value <= limit))
  return answers[at === -1 ? 3 : at]
}

/** Title and note of a row, each with its own lines. */
function textIn(row: readonly string[], { title, note }: Columns): string {
  const part = (column: number | undefined) =>
    column === undefined ? '' : cleanText(row[column] ?? '')
  return [part(title), part(note)].filter(Boolean).join('\n')
}

function planOf(
  slots: readonly Slot[],
  { several, notes }: Mapping,
  skipped: ReadonlyMap<SkipReason, Skipped>,
): Plan {
  const notesTooLong: LocalDate[] = []
  const tags = new Set<string>()
  let tagsOver = 0
  const newestFirst = slots.toSorted((a, b) => (a.date > b.date ? -1 : a.date < b.date ? 1 : 0))
  const entries = newestFirst.map(({ trackerType, date, readings }): ImportedAnswer => {
    const inTime = readings.toSorted((a, b) => (a.minutes ?? 0) - (b.minutes ?? 0) || a.row - b.row)
    const answer = resolve(trackerType, inTime, several)
    const text = notes ? cleanText([...new Set(inTime.map((one) => one.text))].join('\n')) : ''
    const fits = withinLettersOf(text, noteLettersMax)
    if (!fits) notesTooLong.push(date)
    const own = [...new Set(inTime.flatMap((one) => one.tags))]
    tagsOver += Math.max(0, own.length - noteTagsMax)
    const ownTags = own.slice(0, noteTagsMax)
    for (const tag of ownTags) tags.add(tag)
    return {
      trackerType,
      answer,
      date,
      ...(text && fits && { text }),
      ...(ownTags.length > 0 && { ownTags }),
    }
  })
  return {
    entries,
    days: new Set(entries.map(({ date }) => date)).size,
    skipped,
    several: slots.filter(({ readings }) => readings.length > 1).length,
    notes: entries.filter(({ text }) => text !== undefined).length,
    notesTooLong,
    tags: [...tags],
    tagsOver,
  }
}

/** The one answer of a day, of several in the order of their times. */
function resolve(type: TrackerType, readings: readonly Reading[], how: SeveralChoice): string {
  const answers = readings.map(({ answer }) => answer)
  const last = answers.at(-1) ?? ''
  if (how === 'last') return last
  const scoreOf = (answer: string) => trackerScore(type, answer) ?? 4
  const lowest = (of: readonly string[]) =>
    of.reduce((low, each) => (scoreOf(each) < scoreOf(low) ? each : low), of[0] ?? last)
  if (how === 'lowest') return lowest(answers)
  const times = new Map<string, number>()
  for (const answer of answers) times.set(answer, (times.get(answer) ?? 0) + 1)
  const most = Math.max(...times.values())
  return lowest([...times].flatMap(([answer, count]) => (count === most ? [answer] : [])))
}
