import * as v from 'valibot'
import type { Interval } from '../instant.ts'
import { isTimeZone, offsetsOf, dayMs } from '../local-date.ts'
import type { CountryName } from '../reference/countries.ts'

/** A stretch of time during which the clocks of a zone differ from UTC by `offsetMs`, positive to the east. */
export interface OffsetStretch extends Interval {
  readonly offsetMs: number
}

/**
 * The stretches of equal offset from `fromMs` to `toMs`, in order and without gaps. The zone's rules are those of the
 * platform's own Intl, which every library for zones reads too. Looked at once a day: no zone moves its clocks twice
 * within one.
 */
export function offsetStretches(timeZone: string, { fromMs, toMs }: Interval): OffsetStretch[] {
  const offsetAt = offsetsOf(timeZone)
  const stretches: OffsetStretch[] = []
  let startMs = fromMs
  let offsetMs = offsetAt(fromMs)
  for (let dayStartMs = fromMs; dayStartMs < toMs; dayStartMs += dayMs) {
    const nextMs = Math.min(dayStartMs + dayMs, toMs)
    const nextOffsetMs = offsetAt(nextMs)
    if (nextOffsetMs === offsetMs) continue
    const changeMs = firstWith(offsetAt, nextOffsetMs, { fromMs: dayStartMs, toMs: nextMs })
    stretches.push({ fromMs: startMs, toMs: changeMs, offsetMs })
    startMs = changeMs
    offsetMs = nextOffsetMs
  }
  return [...stretches, { fromMs: startMs, toMs, offsetMs }]
}

/**
 * The moment at which the zone's clock shows `clockMs`, which is written as if it were UTC; epoch milliseconds. Of a
 * time that it shows twice the first one; for one that it skips, as long after the skip as it is into it.
 */
export function momentOf(timeZone: string, clockMs: number): number {
  const around = { fromMs: clockMs - dayMs, toMs: clockMs + dayMs }
  const stretches = offsetStretches(timeZone, around)
  const shown = stretches.find(
    ({ fromMs, toMs, offsetMs }) => clockMs - offsetMs >= fromMs && clockMs - offsetMs < toMs,
  )
  return clockMs - (shown ?? stretches[0] ?? { offsetMs: 0 }).offsetMs
}

export const timeZoneSchema = v.pipe(
  v.string('Please select a time zone'),
  v.maxLength(64, 'Please select a time zone'),
  v.check(isTimeZone, 'Please select a time zone'),
)

/** A time of the clock, `HH:MM`. */
export const clockTimeSchema = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time as HH:MM'),
)

/** Where most people of a country live by the same clock; a provider elsewhere in it chooses their own. */
const zoneOfCountry: Readonly<Record<CountryName, string>> = {
  'United States': 'America/New_York',
  Canada: 'America/Toronto',
  Egypt: 'Africa/Cairo',
  Qatar: 'Asia/Qatar',
  Lebanon: 'Asia/Beirut',
  'United Arab Emirates': 'Asia/Dubai',
  Portugal: 'Europe/Lisbon',
  Sudan: 'Africa/Khartoum',
  India: 'Asia/Kolkata',
  'Saudi Arabia': 'Asia/Riyadh',
  Pakistan: 'Asia/Karachi',
  Tanzania: 'Africa/Dar_es_Salaam',
  Jordan: 'Asia/Amman',
  Russia: 'Europe/Moscow',
}

/** The zone that a schedule starts with, by its owner's country. */
export function timeZoneOfCountry(country: string): string {
  const known: Readonly<Record<string, string>> = zoneOfCountry
  return known[country] ?? 'UTC'
}

/** The first millisecond at which the clock has the offset that it has at the end. */
function firstWith(
  offsetAt: (epochMs: number) => number,
  offsetMs: number,
  { fromMs, toMs }: Interval,
): number {
  let [before, after] = [fromMs, toMs]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle) === offsetMs) after = middle
    else before = middle
  }
  return after
}
