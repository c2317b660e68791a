import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slotsOf, slotStatus, without, type SlotQuestion } from '#contract/booking/slots.ts'
import type { DayHours, WorkingSchedule } from '#contract/calendar/model.ts'
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

/** Up to three spans a day; two may touch. */
const spansArbitrary = fc
  .uniqueArray(clockTime, { minLength: 2, maxLength: 6 })
  .map((times) => times.toSorted())
  .chain((times) => fc.constantFrom(pairsOf(times, 2), pairsOf(times, 1).slice(0, 2)))

const dayHoursArbitrary: fc.Arbitrary<DayHours[]> = fc
  .uniqueArray(fc.record({ day: fc.integer({ min: 0, max: 6 }), spans: spansArbitrary }), {
    minLength: 1,
    selector: ({ day }) => day,
  })
  .map((days) => days.toSorted((a, b) => a.day - b.day))

/** As older clients save it, and with hours of its own for each day, a buffer and a notice time. */
const scheduleArbitrary: fc.Arbitrary<WorkingSchedule> = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    hours: fc.uniqueArray(clockTime, { minLength: 2, maxLength: 2 }),
    workingDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    more: fc.option(
      fc.record({
        dayHours: dayHoursArbitrary,
        bufferMinutes: fc.constantFrom(0, 5, 10, 15, 45),
        noticeHours: fc.constantFrom(0, 1, 24, 72),
      }),
      { nil: undefined },
    ),
  })
  .map(({ timeZone, hours, workingDays, more }) => {
    const [start = '', end = ''] = hours.toSorted()
    return { timeZone, workingDays, workingHours: { start, end }, ...more }
  })

const stretchesArbitrary = fc.array(
  fc.record({
    fromMinutes: fc.integer({ min: -600, max: 7 * 24 * 60 }),
    minutes: fc.integer({ min: 1, max: 300 }),
  }),
  { maxLength: 8 },
)

const questionArbitrary: fc.Arbitrary<SlotQuestion> = fc
  .record({
    schedule: scheduleArbitrary,
    durationMinutes: fc.constantFrom(15, 30, 45, 50, 60, 90),
    dayMs: fc.constantFrom(...days),
    shiftMinutes: fc.integer({ min: -2 * 24 * 60, max: 24 * 60 }),
    lengthMinutes: fc.integer({ min: 1, max: 7 * 24 * 60 }),
    nowMinutes: fc.integer({ min: -60, max: 3 * 24 * 60 }),
    taken: stretchesArbitrary,
    sessions: stretchesArbitrary,
  })
  .map((made) => {
    const fromMs = made.dayMs + made.shiftMinutes * minuteMs
    const timesOf = (stretches: typeof made.taken) =>
      stretches.map(({ fromMinutes, minutes }) => ({
        fromMs: fromMs + fromMinutes * minuteMs,
        toMs: fromMs + (fromMinutes + minutes) * minuteMs,
      }))
    return {
      schedule: made.schedule,
      durationMinutes: made.durationMinutes,
      within: { fromMs, toMs: fromMs + made.lengthMinutes * minuteMs },
      nowMs: fromMs + made.nowMinutes * minuteMs,
      taken: timesOf(made.taken),
      sessions: timesOf(made.sessions),
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
          const free =
            question.taken.every((other) => !overlap(slot, other)) &&
            sessionsOf(question).every((other) => gapMs(slot, other) >= bufferMs(question))
          expect(slot.available).toBe(free && inTime(question, slot.fromMs))
        }
        slots.slice(1).forEach((slot, index) => {
          expect(slot.fromMs).toBeGreaterThanOrEqual(slots[index]?.toMs ?? 0)
        })
      }),
      { numRuns: 300 },
    )
  })

  test('can all be booked one after another: each leaves the buffer to the next', () => {
    fc.assert(
      fc.property(questionArbitrary, (question) => {
        const free = slotsOf(question).filter(({ available }) => available)
        const [first] = free
        fc.pre(first !== undefined)
        const sessions = [...sessionsOf(question), first]
        const after = slotsOf({ ...question, sessions }).filter(({ available }) => available)
        expect(after.every((slot) => gapMs(slot, first) >= bufferMs(question))).toBe(true)
        // Spans that are closer than the buffer have no room for both.
        const apart = free.filter((slot) => gapMs(slot, first) >= bufferMs(question))
        expect(after).toEqual(apart)
      }),
      { numRuns: 200 },
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
          const late = inTime(question, fromMs) ? 'offered' : 'too_soon'
          const expected = fromMs > question.nowMs ? late : 'past'
          expect(slotStatus(question, { fromMs, toMs })).toBe(expected)
          const shifted = { fromMs: fromMs + shift * minuteMs, toMs: toMs + shift * minuteMs }
          const among = slotsOf({ ...question, within: shifted })
          const offered = among.some((slot) => slot.fromMs === shifted.fromMs)
          const soon = inTime(question, shifted.fromMs) ? 'offered' : 'too_soon'
          const status = offered ? soon : 'not_offered'
          const isPast = shifted.fromMs <= question.nowMs
          expect(slotStatus(question, shifted)).toBe(isPast ? 'past' : status)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('a schedule with a break, a buffer and a notice time', () => {
  const span = (start: string, end: string) => ({ start, end })
  const schedule: WorkingSchedule = {
    timeZone: 'UTC',
    workingHours: span('09:00', '17:00'),
    workingDays: [1],
    dayHours: [{ day: 1, spans: [span('09:00', '12:00'), span('13:00', '15:00')] }],
    bufferMinutes: 10,
    noticeHours: 24,
  }
  const monday = Date.parse('2026-06-15T00:00:00Z')
  const at = (clock: string) => Date.parse(`2026-06-15T${clock}:00Z`)
  const question = {
    schedule,
    durationMinutes: 50,
    within: { fromMs: monday, toMs: monday + dayMs },
    nowMs: monday - dayMs,
    taken: [],
  }
  const free = (given: Partial<SlotQuestion> = {}) =>
    slotsOf({ ...question, ...given })
      .filter(({ available }) => available)
      .map(({ fromMs }) => new Date(fromMs).toISOString().slice(11, 16))

  test('offers whole hours for sessions of fifty minutes, none in the break', () => {
    expect(free()).toEqual(['09:00', '10:00', '11:00', '13:00', '14:00'])
  })

  test('keeps the buffer to a session of another length, and none to a busy time', () => {
    const other = { fromMs: at('10:55'), toMs: at('11:55') }
    expect(free({ sessions: [other] })).toEqual(['09:00', '13:00', '14:00'])
    expect(free({ taken: [other] })).toEqual(['09:00', '10:00', '13:00', '14:00'])
  })

  test('offers what starts in exactly the notice time, and nothing sooner', () => {
    expect(free({ nowMs: at('10:00') - dayMs })).toEqual(['10:00', '11:00', '13:00', '14:00'])
    const ten = { fromMs: at('10:00'), toMs: at('10:50') }
    expect(slotStatus({ ...question, nowMs: ten.fromMs - dayMs }, ten)).toBe('offered')
    expect(slotStatus({ ...question, nowMs: ten.fromMs - dayMs + 1 }, ten)).toBe('too_soon')
    expect(slotStatus({ ...question, nowMs: ten.fromMs }, ten)).toBe('past')
  })
})

describe('hours until the last minute of a day', () => {
  const evenings: WorkingSchedule = {
    timeZone: 'Africa/Cairo',
    workingHours: { start: '22:00', end: '23:59' },
    workingDays: [1],
  }
  const weekMs = { fromMs: Date.parse('2026-06-15T00:00Z'), toMs: Date.parse('2026-06-22T00:00Z') }
  const startsIn = (schedule: WorkingSchedule, within: Interval, durationMinutes = 60) =>
    slotsOf({ schedule, durationMinutes, within, nowMs: 0, taken: [] }).map(({ fromMs }) =>
      new Date(fromMs).toISOString().slice(8, 16),
    )

  test('last until midnight: the last hour can be booked', () => {
    expect(startsIn(evenings, weekMs)).toEqual(['15T19:00', '15T20:00'])
  })

  test('go on into the next day where its hours begin at midnight', () => {
    const dayHours = [
      { day: 1, spans: [{ start: '22:00', end: '23:59' }] },
      { day: 2, spans: [{ start: '00:00', end: '02:00' }] },
    ]
    expect(startsIn({ ...evenings, dayHours }, weekMs, 90)).toEqual(['15T19:00', '15T20:30'])
  })

  test('of every day are laid out day by day, the same from wherever they are looked at', () => {
    const always = {
      ...evenings,
      workingHours: { start: '00:00', end: '23:59' },
      workingDays: [0, 1, 2, 3, 4, 5, 6],
    }
    const all = startsIn(always, weekMs, 50)
    expect(all).toContain('17T21:00')
    for (const hours of [7, 31, 100]) {
      const part = { fromMs: weekMs.fromMs + hours * hourMs, toMs: weekMs.toMs }
      const first = new Date(part.fromMs).toISOString().slice(8, 16)
      expect(startsIn(always, part, 50)).toEqual(all.filter((start) => start >= first))
    }
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

function bufferMs({ schedule }: SlotQuestion): number {
  return (schedule.bufferMinutes ?? 0) * minuteMs
}

function sessionsOf({ sessions = [] }: SlotQuestion): readonly Interval[] {
  return sessions
}

function inTime({ schedule, nowMs }: SlotQuestion, startMs: number): boolean {
  return startMs > nowMs && startMs - (schedule.noticeHours ?? 0) * hourMs >= nowMs
}

/** How long it is between two times; less than nothing where they overlap. */
function gapMs(one: Interval, other: Interval): number {
  return Math.max(one.fromMs - other.toMs, other.fromMs - one.toMs)
}

/** Spans from each `step`th time to the one after it. */
function pairsOf(times: readonly string[], step: number): { start: string; end: string }[] {
  return times.flatMap((start, index) => {
    const end = times[index + 1]
    return index % step === 0 && end !== undefined ? [{ start, end }] : []
  })
}

/**
 * The same asked of the clock for every single minute: which minutes show working time, in which runs they lie, and
 * how many sessions with a buffer between them fit from the start of each.
 */
function slotsMinuteByMinute(question: SlotQuestion): Interval[] {
  const { schedule, durationMinutes, within } = question
  const isWorking = workingMinutes(schedule)
  const stepMinutes = durationMinutes + bufferMs(question) / minuteMs
  const firstMs = Math.floor(within.fromMs / minuteMs) * minuteMs - 30 * hourMs
  const found: Interval[] = []
  let run = 0
  for (let atMs = firstMs; atMs < within.toMs + 9 * hourMs; atMs += minuteMs) {
    run = isWorking(atMs) ? run + 1 : 0
    if (run > 0 && run % stepMinutes === durationMinutes % stepMinutes) {
      const toMs = atMs + minuteMs
      found.push({ fromMs: toMs - durationMinutes * minuteMs, toMs })
    }
  }
  return found.filter(({ fromMs }) => fromMs >= within.fromMs && fromMs < within.toMs)
}

function workingMinutes({ timeZone, workingDays, workingHours, dayHours }: WorkingSchedule) {
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
    const today = names.indexOf(weekday.replace(',', ''))
    const usual = workingDays.includes(today) ? [workingHours] : []
    const spans = dayHours ? (dayHours.find(({ day }) => day === today)?.spans ?? []) : usual
    return spans.some(({ start, end }) => clock >= start && clock < end)
  }
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}

test('times without others have no moment of theirs, and lose none that is their own', () => {
  const interval = fc
    .record({ fromMs: fc.integer({ min: 0, max: 60 }), length: fc.integer({ min: 1, max: 20 }) })
    .map(({ fromMs, length }) => ({ fromMs, toMs: fromMs + length }))
  const has = (times: readonly Interval[], ms: number) =>
    times.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs)
  fc.assert(
    fc.property(
      fc.array(interval, { maxLength: 5 }),
      fc.array(interval, { maxLength: 5 }),
      (times, others) => {
        const left = without(times, others)
        for (let ms = 0; ms < 81; ms += 1) {
          expect(has(left, ms)).toBe(has(times, ms) && !has(others, ms))
        }
      },
    ),
  )
})
