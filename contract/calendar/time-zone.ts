import * as v from 'valibot'
import type { CountryName } from '../reference/countries.ts'
import type { Interval } from '../instant.ts'

/** A stretch of time during which the clocks of a zone differ from UTC by `offsetMs`, positive to the east. */
export interface OffsetStretch extends Interval {
  readonly offsetMs: number
}

const dayMs = 86_400_000

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

/** What the zone's clock shows at a moment, both in epoch milliseconds: the clock's as if it were UTC. */
export function clockAt(timeZone: string, epochMs: number): number {
  return epochMs + offsetsOf(timeZone)(epochMs)
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

/** True for a name of the IANA time zone database that this platform knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export const timeZoneSchema = v.pipe(
  v.string('Please select a time zone'),
  v.maxLength(64, 'Please select a time zone'),
  v.check(isTimeZone, 'Please select a time zone'),
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

/** How far the zone's clock is ahead of UTC at a moment. */
function offsetsOf(timeZone: string): (epochMs: number) => number {
  const format = clockOf(timeZone)
  return (epochMs) => {
    const shown: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(epochMs)) shown[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
    const clockMs = Date.UTC(year, month - 1, day, hour, minute, second)
    return clockMs - Math.floor(epochMs / 1_000) * 1_000
  }
}

/** Making one costs as much as reading it ten times, so they are kept; as many as there are names of zones, and no more. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const clocksMax = 600

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // A zone's name may be written in many cases.
  if (clocks.size >= clocksMax) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
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
