import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeZoneOfCountry } from '#contract/calendar/time-zone.ts'
import { nextReminder } from '#contract/push/reminders.ts'
import { countryNames } from '#contract/reference/countries.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const everyDay = [0, 1, 2, 3, 4, 5, 6]
const zones = [...new Set(countryNames.map(timeZoneOfCountry))]

const next = (zone: string, minute: number, after: string, days = everyDay) => {
  const { atMs, date } = nextReminder(zone, { minute, days }, Date.parse(after))
  return [date, new Date(atMs).toISOString()]
}

describe('the next time of a reminder', () => {
  test('is today’s, or tomorrow’s once today’s is over', () => {
    expect(next('Africa/Cairo', 20 * 60, '2026-12-01T17:59:59Z')).toEqual([
      '2026-12-01',
      '2026-12-01T18:00:00.000Z',
    ])
    expect(next('Africa/Cairo', 20 * 60, '2026-12-01T18:00:00Z')).toEqual([
      '2026-12-02',
      '2026-12-02T18:00:00.000Z',
    ])
  })

  test('is on one of its days alone', () => {
    // The first of December 2026 is a Tuesday.
    expect(next('UTC', 0, '2026-12-01T00:00:00Z', [2])[0]).toBe('2026-12-08')
    expect(next('UTC', 1, '2026-12-01T00:00:00Z', [2])[0]).toBe('2026-12-01')
  })

  test('on a day that begins at 01:00 is that, where clocks go forward at midnight', () => {
    expect(next('Africa/Cairo', 30, '2027-04-29T12:00:00Z')).toEqual([
      '2027-04-30',
      '2027-04-29T22:00:00.000Z',
    ])
    expect(next('Asia/Beirut', 0, '2027-03-27T12:00:00Z')).toEqual([
      '2027-03-28',
      '2027-03-27T22:00:00.000Z',
    ])
  })

  test('at a time that a clock shows twice is the first', () => {
    const first = next('America/New_York', 90, '2026-11-01T00:00:00Z')
    expect(first).toEqual(['2026-11-01', '2026-11-01T05:30:00.000Z'])
    expect(next('America/New_York', 90, first[1] ?? '')[0]).toBe('2026-11-02')
  })

  test('is once for each day what a walk from minute to minute finds, in every zone of ours over two years', () => {
    const day = fc.integer({ min: 0, max: 730 })
    const minute = fc.integer({ min: 0, max: 287 }).map((step) => step * 5)
    const days = fc.subarray(everyDay, { minLength: 1 })
    const fromMs = Date.parse('2026-01-01T00:00:00Z')
    fc.assert(
      fc.property(fc.constantFrom(...zones), day, minute, days, (zone, start, at, chosen) => {
        const startMs = fromMs + start * 1_440 * minuteMs
        const endMs = startMs + 9 * 1_440 * minuteMs
        const found: string[] = []
        for (let ms = startMs; ;) {
          const { atMs, date } = nextReminder(zone, { minute: at, days: chosen }, ms)
          if (atMs >= endMs) break
          found.push(`${date} ${atMs}`)
          ms = atMs
        }
        expect(found).toEqual(walked(zone, { minute: at, days: chosen }, startMs, endMs))
      }),
      { numRuns: 60 },
    )
  })

  test('around every change of a clock in two years is what the walk finds', () => {
    for (const zone of zones) {
      const changes = changesOf(zone, '2026-01-01', '2028-01-01')
      for (const changeMs of changes) {
        const [startMs, endMs] = [changeMs - 30 * 60 * minuteMs, changeMs + 30 * 60 * minuteMs]
        for (const at of [0, 5, 30, 60, 90, 120, 150, 180, 23 * 60 + 30]) {
          const reminder = { minute: at, days: everyDay }
          const found: string[] = []
          for (let ms = startMs; ;) {
            const { atMs, date } = nextReminder(zone, reminder, ms)
            if (atMs >= endMs) break
            found.push(`${date} ${atMs}`)
            ms = atMs
          }
          expect([zone, at, found]).toEqual([zone, at, walked(zone, reminder, startMs, endMs)])
        }
      }
    }
  })
})

/** When the zone's clock first shows the minute of each day, or has passed it: looked at minute by minute. */
function walked(
  zone: string,
  { minute, days }: { minute: number; days: readonly number[] },
  startMs: number,
  endMs: number,
): string[] {
  const found: string[] = []
  const clock = clockOf(zone)
  let furthest = clock(startMs)
  for (let ms = startMs + minuteMs; ms < endMs; ms += minuteMs) {
    const shown = clock(ms)
    if (shown <= furthest) continue
    for (let passed = furthest + minuteMs; passed <= shown; passed += minuteMs) {
      const date = new Date(passed)
      if (date.getUTCHours() * 60 + date.getUTCMinutes() !== minute) continue
      if (days.includes(date.getUTCDay())) found.push(`${date.toISOString().slice(0, 10)} ${ms}`)
    }
    furthest = shown
  }
  return found
}

/** What a clock in the zone shows, as if it were UTC. Within an hour in which it runs an hour it shows each minute. */
function clockOf(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const read = (ms: number) => Date.parse(`${format.format(ms).replace(' ', 'T')}Z`)
  const known = clocks.get(zone) ?? new Map<number, number>()
  clocks.set(zone, known)
  const atHour = (ms: number) => {
    const shown = known.get(ms) ?? read(ms)
    known.set(ms, shown)
    return shown
  }
  return (ms) => {
    const hour = Math.floor(ms / hourMs) * hourMs
    const from = atHour(hour)
    if (ms === hour) return from
    return atHour(hour + hourMs) - from === hourMs ? from + ms - hour : read(ms)
  }
}

/** By zone: what its clock shows at full hours of UTC. */
const clocks = new Map<string, Map<number, number>>()

function changesOf(zone: string, from: string, to: string): number[] {
  const clock = clockOf(zone)
  const changes: number[] = []
  for (let ms = Date.parse(`${from}T00:00:00Z`); ms < Date.parse(`${to}T00:00:00Z`); ms += hourMs) {
    if (clock(ms + hourMs) - clock(ms) !== hourMs) changes.push(ms + hourMs)
  }
  return changes
}
