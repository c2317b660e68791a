import { cleanLine } from '#contract/free-text.ts'
import { isLocalDate, type LocalDate } from '#contract/local-date.ts'
import type { ImportSource } from '#contract/trackers/import.ts'
import { ownTagLettersMax, withinLettersOf } from '#contract/trackers/note.ts'
import type { Table } from './read-table.ts'

/** Which of the first two numbers of a date is the day. */
export type DateOrder = 'day_first' | 'month_first'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T, ].*)?$/
const dayMonth = /^(\d{1,2})(?:st|nd|rd|th)? +([a-z]{3,9})\.?,? +(\d{4})$/i
const monthDay = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/i

/** The day that a cell names; `impossible` where the calendar has none such, undefined where it names none. */
export function dayIn(cell: string, order: DateOrder): LocalDate | 'impossible' | undefined {
  const text = plainDigits(cell)
  const asIso = iso.exec(text)
  if (asIso) return existing(asIso[1], asIso[2], asIso[3])
  const asNumbers = numbers.exec(text)
  if (asNumbers) {
    const [, one, two, year] = asNumbers
    return order === 'day_first' ? existing(year, two, one) : existing(year, one, two)
  }
  const asDayMonth = dayMonth.exec(text)
  if (asDayMonth) return existing(asDayMonth[3], monthOf(asDayMonth[2]), asDayMonth[1])
  const asMonthDay = monthDay.exec(text)
  return asMonthDay ? existing(asMonthDay[3], monthOf(asMonthDay[1]), asMonthDay[2]) : undefined
}

function monthOf(word = ''): string {
  return String(months.indexOf(word.slice(0, 3).toLowerCase()) + 1)
}

function existing(year = '', month = '', date = ''): LocalDate | 'impossible' {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isLocalDate(text) ? text : 'impossible'
}

/**
 * Which orders the dates of a column may be in: none where it makes no difference, one where the other would give days that
 * no calendar has, otherwise both, and somebody has to say.
 */
export function dateOrders(cells: Iterable<string>): DateOrder[] {
  let differs = false
  const possible = new Set<DateOrder>(['day_first', 'month_first'])
  for (const cell of cells) {
    const text = plainDigits(cell)
    if (!numbers.test(text)) continue
    const days = [dayIn(text, 'day_first'), dayIn(text, 'month_first')] as const
    differs ||= days[0] !== days[1]
    if (days[0] === 'impossible' && days[1] !== 'impossible') possible.delete('day_first')
    if (days[1] === 'impossible' && days[0] !== 'impossible') possible.delete('month_first')
  }
  if (!differs) return []
  return possible.size === 0 ? ['day_first', 'month_first'] : [...possible]
}

const clock = /^(\d{1,2})[:.](\d{2})(?::\d{2})?\s*(?:([ap])\.?m\.?|([صم]))?$/i
/** Bearable's parts of a day. */
const parts: Readonly<Record<string, number>> = { am: 540, mid: 780, pm: 1_140, night: 1_380 }

/** Minutes from the beginning of the day; undefined where a cell names no time. */
export function minutesIn(cell: string): number | undefined {
  const text = plainDigits(cell)
  const word = text.toLowerCase()
  if (Object.hasOwn(parts, word)) return parts[word]
  const match = clock.exec(text)
  if (!match) return undefined
  const [hours, minutes] = [Number(match[1]), Number(match[2])]
  const half = match[3]?.toLowerCase() ?? (match[4] && (match[4] === 'م' ? 'p' : 'a'))
  if (minutes > 59 || hours > 23 || (half && (hours < 1 || hours > 12))) return undefined
  const hour = half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours
  return hour * 60 + minutes
}

const duration = /^(\d{1,3})\s*(?::|h(?:ours?|rs?)?)\s*(?:(\d{1,2})\s*(?:m(?:in(?:utes)?)?)?)?$/i
const plainNumber = /^-?\d{1,9}(?:[.,]\d{1,9})?$/

/** A number, or hours and minutes as hours; undefined where a cell is neither. */
export function numberIn(cell: string): number | undefined {
  const text = plainDigits(cell)
  if (plainNumber.test(text)) return Number(text.replace(',', '.'))
  const match = duration.exec(text)
  return match ? Number(match[1]) + Number(match[2] ?? 0) / 60 : undefined
}

/** Arabic and Persian digits as the others. */
function plainDigits(text: string): string {
  return text.trim().replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (code >= 0x06f0 ? 0x06f0 : 0x0660))
  })
}

/** What a column can be of; `topic` says what a row is about where that is not always the same. */
export const columnRoles = ['date', 'time', 'topic', 'value', 'title', 'note', 'tags'] as const
export type ColumnRole = (typeof columnRoles)[number]

/** Which column, by its number, has which role. */
export type Columns = Readonly<Partial<Record<ColumnRole, number>>>

/** The names that an app gives its columns, and what divides tags in a cell. */
export const sourceFacts: Readonly<
  Record<
    ImportSource,
    {
      readonly columns: Readonly<Partial<Record<ColumnRole, readonly string[]>>>
      readonly tagMark: string
    }
  >
> = {
  daylio: {
    columns: {
      date: ['full_date'],
      time: ['time'],
      value: ['mood'],
      title: ['note_title'],
      note: ['note'],
      tags: ['activities'],
    },
    tagMark: '|',
  },
  bearable: {
    columns: {
      date: ['date formatted', 'date'],
      time: ['time of day'],
      topic: ['category'],
      value: ['rating/amount'],
      note: ['notes'],
      tags: ['detail'],
    },
    tagMark: ',',
  },
}

/** The columns that have the names which the app gives them; of others nothing is supposed. */
export function columnsNamed(source: ImportSource, header: readonly string[]): Columns {
  const found = Object.entries(sourceFacts[source].columns).flatMap(([role, names]) => {
    const at = names.map((name) => header.findIndex((each) => each.toLowerCase() === name))
    const column = at.find((index) => index !== -1)
    return column === undefined ? [] : [[role, column]]
  })
  return Object.fromEntries(found)
}

/** A word of the table and how often it is there. */
interface Counted {
  readonly word: string
  readonly rows: number
}

/** What rows of a table are about, with its words: somebody has to say what they mean. */
export interface Topic {
  /** Empty where all rows are about the same. */
  readonly name: string
  readonly rows: number
  /** Those of most rows first; at most `wordsMax`. */
  readonly words: readonly Counted[]
  /** How many different words there are besides. */
  readonly wordsMore: number
  /** The smallest and the largest, where all words are numbers. */
  readonly numbers: { readonly min: number; readonly max: number } | undefined
}

/** What can be said of a table once its columns are known. */
export interface Look {
  /** The orders that its dates may be in; none where they all read the same. */
  readonly orders: readonly DateOrder[]
  /** Whether every row says a time. */
  readonly timed: boolean
  readonly topics: readonly Topic[]
  /** Those of most rows first, at most `tagsMax`; tags that are too long for us are apart. */
  readonly tags: readonly Counted[]
  /** How many different ones there are besides. */
  readonly tagsMore: number
  readonly tagsTooLong: number
  /** Rows with something written. */
  readonly notes: number
}

/** So many words of a topic somebody is asked about. */
const wordsMax = 40
/** So many different topics and tags are shown. */
const topicsMax = 60
const tagsMax = 300

/** Reads what a table holds; the order of its rows says nothing. */
export function lookAt(table: Table, columns: Columns, tagMark: string): Look {
  const cells = (role: ColumnRole) => table.rows.map((row) => cellOf(row, columns, role))
  const topics = new Map<string, Map<string, number>>()
  for (const row of table.rows) {
    const words = topics.get(cellOf(row, columns, 'topic')) ?? new Map<string, number>()
    topics.set(cellOf(row, columns, 'topic'), words)
    const word = cellOf(row, columns, 'value')
    if (word) add(words, word)
  }
  const tags = new Map<string, number>()
  for (const row of table.rows) for (const tag of tagsIn(row, columns, tagMark)) add(tags, tag)
  const shortTags = mostFirst(tags).filter(({ word }) => withinLettersOf(word, ownTagLettersMax))
  return {
    orders: dateOrders(cells('date')),
    timed:
      columns.time !== undefined && cells('time').every((cell) => minutesIn(cell) !== undefined),
    topics: [...topics]
      .map(([name, words]) => topicOf(name, words))
      .filter(({ rows }) => rows > 0)
      .toSorted((a, b) => b.rows - a.rows)
      .slice(0, topicsMax),
    tags: shortTags.slice(0, tagsMax),
    tagsMore: Math.max(0, shortTags.length - tagsMax),
    tagsTooLong: tags.size - shortTags.length,
    notes: table.rows.filter((row) => cellOf(row, columns, 'note') || cellOf(row, columns, 'title'))
      .length,
  }
}

function topicOf(name: string, counts: ReadonlyMap<string, number>): Topic {
  const words = mostFirst(counts)
  const values = words.map(({ word }) => numberIn(word))
  const known = values.filter((value) => value !== undefined)
  const allNumbers = known.length === words.length && words.length > 0
  // Numbers are asked about in their own order.
  const shown = allNumbers && words.length <= wordsMax ? words.toSorted(byNumber) : words
  return {
    name,
    rows: words.reduce((sum, { rows }) => sum + rows, 0),
    words: shown.slice(0, wordsMax),
    wordsMore: Math.max(0, words.length - wordsMax),
    numbers: allNumbers
      ? { min: known.reduce((a, b) => Math.min(a, b)), max: known.reduce((a, b) => Math.max(a, b)) }
      : undefined,
  }
}

function byNumber(a: Counted, b: Counted): number {
  return (numberIn(b.word) ?? 0) - (numberIn(a.word) ?? 0)
}

function mostFirst(counts: ReadonlyMap<string, number>): Counted[] {
  return [...counts].map(([word, rows]) => ({ word, rows })).toSorted((a, b) => b.rows - a.rows)
}

function add(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1)
}

/** What a row says in a column, on one line; empty where the table has no such column. */
export function cellOf(row: readonly string[], columns: Columns, role: ColumnRole): string {
  const column = columns[role]
  return column === undefined ? '' : cleanLine(row[column] ?? '')
}

/** The tags of a row, each once. */
export function tagsIn(row: readonly string[], columns: Columns, mark: string): string[] {
  const cell = cellOf(row, columns, 'tags')
  return cell === '' ? [] : [...new Set(cell.split(mark).map(cleanLine).filter(Boolean))]
}
