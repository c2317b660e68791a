import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { slotsOf, slotStatus, type SlotQuestion } from '#contract/booking/slots.ts'
import type { WorkingSchedule } from '#contract/calendar/model.ts'
import { overlap, type Interval } from '#contract/instant.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

const zones = ['Africa/Cairo', 'America/New_York', 'Asia/Kolkata', 'Asia/Beirut']
/** Days on which the clocks of those zones change, and a few on which none does. */
const days = [
  '2026-03-08',
  '2026-11-01',
  '2026-04-24',
  '2026-10-30',
  '2026-03-29',
  '2026-10-25',
  '2026-06-15',
  '2026-12-31',
].map((day) => Date.parse(`${day}T00:00:00Z`))

const clockTime = fc
  .integer({ min: 0, max: 24 * 4 - 1 })
  .map((quarter) => `${pad(Math.floor(quarter / 4))}:${pad((quarter % 4) * 15)}`)

const scheduleArbitrary: fc.Arbitrary<WorkingSchedule> = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    hours: fc.uniqueArray(clockTime, { minLength: 2, maxLength: 2 }),
    workingDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  })
  .map(({ timeZone, hours, workingDays }) => {
    const [start = '', end = ''] = hours.toSorted()
    return { timeZone, workingDays, workingHours: { start, end } }
  })

const questionArbitrary: fc.Arbitrary<SlotQuestion> = fc
  .record({
    schedule: scheduleArbitrary,
    durationMinutes: fc.constantFrom(15, 30, 45, 50, 60, 90),
    dayMs: fc.constantFrom(...days),
    shiftMinutes: fc.integer({ min: -2 * 24 * 60, max: 24 * 60 }),
    lengthMinutes: fc.integer({ min: 1, max: 7 * 24 * 60 }),
    nowMinutes: fc.integer({ min: -60, max: 3 * 24 * 60 }),
    taken: fc.array(
      fc.record({
        fromMinutes: fc.integer({ min: -600, max: 7 * 24 * 60 }),
        minutes: fc.integer({ min: 1, max: 300 }),
      }),
      { maxLength: 12 },
    ),
  })
  .map((made) => {
    const fromMs = made.dayMs + made.shiftMinutes * minuteMs
    return {
      schedule: made.schedule,
      durationMinutes: made.durationMinutes,
      within: { fromMs, toMs: fromMs + made.lengthMinutes * minuteMs },
      nowMs: fromMs + made.nowMinutes * minuteMs,
      taken: made.taken.map(({ fromMinutes, minutes }) => ({
        fromMs: fromMs + fromMinutes * minuteMs,
        toMs: fromMs + (fromMinutes + minutes) * minuteMs,
      })),
    }
  })

describe('the slots of any schedule, on any day', () => {
  test('are every session that fits the working time as the clock shows it, minute by minute', () => {
    fc.assert(
      fc.property(questionArbitrary, (question) => {
        expect(slotsOf(question).map(({ fromMs, toMs }) => ({ fromMs, toMs }))).toEqual(
          slotsMinuteByMinute(question),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('never overlap what is taken, each other or the past, and none that is free is lost', () => {
    fc.assert(
      fc.property(questionArbitrary, (question) => {
        const slots = slotsOf(question)
        for (const slot of slots) {
          const free = question.taken.every((other) => !overlap(slot, other))
          expect(slot.available).toBe(free && slot.fromMs > question.nowMs)
        }
        slots.slice(1).forEach((slot, index) => {
          expect(slot.fromMs).toBeGreaterThanOrEqual(slots[index]?.toMs ?? 0)
        })
      }),
      { numRuns: 300 },
    )
  })

  test('are the same whichever part of the week is looked at', () => {
    fc.assert(
      fc.property(questionArbitrary, fc.double({ min: 0, max: 1, noNaN: true }), (question, at) => {
        const { fromMs, toMs } = question.within
        const cutMs = Math.round(fromMs + (toMs - fromMs) * at)
        const part = (within: Interval) => slotsOf({ ...question, within })
        expect([...part({ fromMs, toMs: cutMs }), ...part({ fromMs: cutMs, toMs })]).toEqual(
          slotsOf(question),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('and nothing but those stand up to a booking', () => {
    fc.assert(
      fc.property(questionArbitrary, fc.integer({ min: -120, max: 120 }), (question, shift) => {
        for (const { fromMs, toMs } of slotsOf(question).slice(0, 3)) {
          const expected = fromMs > question.nowMs ? 'offered' : 'past'
          expect(slotStatus(question, { fromMs, toMs })).toBe(expected)
          const shifted = { fromMs: fromMs + shift * minuteMs, toMs: toMs + shift * minuteMs }
          const among = slotsOf({ ...question, within: shifted })
          const offered = among.some((slot) => slot.fromMs === shifted.fromMs)
          const status = offered ? 'offered' : 'not_offered'
          const isPast = shifted.fromMs <= question.nowMs
          expect(slotStatus(question, shifted)).toBe(isPast ? 'past' : status)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('a day on which clocks change', () => {
  const night = (timeZone: string, workingHours: { start: string; end: string }) => ({
    schedule: { timeZone, workingHours, workingDays: [0, 1, 2, 3, 4, 5, 6] },
    durationMinutes: 60,
    nowMs: 0,
    taken: [],
  })
  const starts = (question: Omit<SlotQuestion, 'within'>, from: string) => {
    const fromMs = Date.parse(from)
    return slotsOf({ ...question, within: { fromMs, toMs: fromMs + dayMs } }).map(({ fromMs }) =>
      new Date(fromMs).toISOString().slice(11, 16),
    )
  }
  const newYork = night('America/New_York', { start: '01:00', end: '04:00' })

  test('has an hour less in spring: two o’clock does not exist', () => {
    expect(starts(newYork, '2026-03-07T05:00:00Z')).toEqual(['06:00', '07:00', '08:00'])
    expect(starts(newYork, '2026-03-08T05:00:00Z')).toEqual(['06:00', '07:00'])
  })

  test('has an hour more in autumn: one o’clock comes twice', () => {
    expect(starts(newYork, '2026-11-01T04:00:00Z')).toEqual(['05:00', '06:00', '07:00', '08:00'])
  })

  test('offers nothing where its hours are skipped altogether', () => {
    const skipped = night('America/New_York', { start: '02:00', end: '03:00' })
    expect(starts(skipped, '2026-03-08T05:00:00Z')).toEqual([])
    const gapSlot = {
      fromMs: Date.parse('2026-03-08T07:00:00Z'),
      toMs: Date.parse('2026-03-08T08:00:00Z'),
    }
    expect(slotStatus(skipped, gapSlot)).toBe('not_offered')
  })

  test('in Cairo begins at one when midnight is skipped', () => {
    const cairo = night('Africa/Cairo', { start: '00:00', end: '03:00' })
    const thatDayAndTheNext = ['22:00', '23:00', '21:00']
    expect(starts(cairo, '2026-04-23T22:00:00Z')).toEqual(thatDayAndTheNext)
  })
})

/**
 * The same asked of the clock for every single minute: which minutes show working time, in which runs they lie, and
 * how many sessions fit from the start of each.
 */
function slotsMinuteByMinute({ schedule, durationMinutes, within }: SlotQuestion): Interval[] {
  const isWorking = workingMinutes(schedule)
  const firstMs = Math.floor(within.fromMs / minuteMs) * minuteMs - 30 * hourMs
  const found: Interval[] = []
  let run = 0
  for (let atMs = firstMs; atMs < within.toMs + 9 * hourMs; atMs += minuteMs) {
    run = isWorking(atMs) ? run + 1 : 0
    if (run > 0 && run % durationMinutes === 0) {
      const toMs = atMs + minuteMs
      found.push({ fromMs: toMs - durationMinutes * minuteMs, toMs })
    }
  }
  return found.filter(({ fromMs }) => fromMs >= within.fromMs && fromMs < within.toMs)
}

function workingMinutes({ timeZone, workingDays, workingHours }: WorkingSchedule) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  return (atMs: number): boolean => {
    const [weekday = '', clock = ''] = format.format(atMs).split(' ')
    const onDay = workingDays.includes(names.indexOf(weekday.replace(',', '')))
    return onDay && clock >= workingHours.start && clock < workingHours.end
  }
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
