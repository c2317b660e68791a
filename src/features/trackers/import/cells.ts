import { isLocalDate, type LocalDate } from '#contract/local-date.ts'

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
