import * as v from 'valibot'
import { isLocalDate } from './local-date.ts'

/** Epoch milliseconds from `fromMs` up to, not including, `toMs`. */
export interface Interval {
  readonly fromMs: number
  readonly toMs: number
}

const shape =
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/** In UTC too a moment has a year of four digits from 1 on: what every database takes. */
const earliestMs = Date.parse('0001-01-01T00:00:00Z')
const latestMs = Date.parse('9999-12-31T23:59:59.999Z')

/** True for a moment with its offset from UTC, of a day that exists. */
function isInstant(text: string): boolean {
  if (!shape.test(text) || !isLocalDate(text.slice(0, 10))) return false
  const epochMs = Date.parse(text)
  return epochMs >= earliestMs && epochMs <= latestMs
}

/** A moment as a call carries it, with `Z` or an offset; always with `Z` once it is parsed. */
export const instantSchema = v.pipe(
  v.string('Please select a date and time'),
  v.check(isInstant, 'Please select a date and time'),
  v.transform((text) => new Date(text).toISOString()),
)

export function overlap(one: Interval, other: Interval): boolean {
  return one.fromMs < other.toMs && other.fromMs < one.toMs
}
