import { dayHoursOf, type DayHours, type WorkingSchedule } from '../calendar/model.ts'
import { momentOf, offsetStretches } from '../calendar/time-zone.ts'
import type { Interval } from '../instant.ts'
import { addDays, localTimeAt, minuteMs, hourMs, dayMs } from '../local-date.ts'

/**
 * The time from `fromMs` to `toMs` during which the clock of the schedule's zone shows its hours on its days, in
 * order, what touches joined. An hour that the clock skips is no time; one that it shows twice counts twice.
 */
export function workingTime(schedule: WorkingSchedule, within: Interval): Interval[] {
  const days = dayHoursOf(schedule)
  const found = offsetStretches(schedule.timeZone, within).flatMap(({ fromMs, toMs, offsetMs }) =>
    workingClockTime(days, { fromMs: fromMs + offsetMs, toMs: toMs + offsetMs }).map((clock) => ({
      fromMs: clock.fromMs - offsetMs,
      toMs: clock.toMs - offsetMs,
    })),
  )
  return joined(found)
}

/** Intervals in order, with those that touch or overlap made one. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const next of intervals.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = result.at(-1)
    if (last && next.fromMs <= last.toMs) {
      result[result.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, next.toMs) }
    } else result.push(next)
  }
  return result
}

/** What is left of times without others: Google says of our own sessions too that one is busy. */
export function without(times: readonly Interval[], others: readonly Interval[]): Interval[] {
  return joined(times).flatMap((time) => {
    let fromMs = time.fromMs
    const left: Interval[] = []
    for (const other of joined(others)) {
      if (other.toMs <= fromMs || other.fromMs >= time.toMs) continue
      if (other.fromMs > fromMs) left.push({ fromMs, toMs: other.fromMs })
      fromMs = other.toMs
    }
    return fromMs < time.toMs ? [...left, { fromMs, toMs: time.toMs }] : left
  })
}

/** The same by what the clock shows, as if it were UTC. */
function workingClockTime(days: readonly DayHours[], { fromMs, toMs }: Interval): Interval[] {
  const found: Interval[] = []
  for (
    let dayStartMs = Math.floor(fromMs / dayMs) * dayMs;
    dayStartMs < toMs;
    dayStartMs += dayMs
  ) {
    const weekday = new Date(dayStartMs).getUTCDay()
    for (const { start, end } of days.find(({ day }) => day === weekday)?.spans ?? []) {
      const openMs = Math.max(fromMs, dayStartMs + msOfDay(start))
      const closeMs = Math.min(toMs, dayStartMs + (end === lastMinute ? dayMs : msOfDay(end)))
      if (openMs < closeMs) found.push({ fromMs: openMs, toMs: closeMs })
    }
  }
  return found
}

/** Who works until this minute works until midnight: the clock of a form has no 24:00. */
const lastMinute = '23:59'

function msOfDay(clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number)
  return (hours * 60 + minutes) * minuteMs
}

/** A place for one session. */
export interface PlacedSlot extends Interval {
  readonly available: boolean
}

export interface SlotQuestion {
  readonly schedule: WorkingSchedule
  /** How long a session takes. */
  readonly durationMinutes: number
  /** Slots that start within are asked for. */
  readonly within: Interval
  readonly nowMs: number
  /** What lies in the way: busy times, another calendar, the client's own sessions. In any order; may overlap. */
  readonly taken: readonly Interval[]
  /** The provider's other sessions, which want their buffer too. */
  readonly sessions?: readonly Interval[]
}

/** Longer than any stretch that is laid out as one, so that each one that reaches into the question is seen whole. */
const paddingMs = 36 * hourMs

/**
 * The slots of a schedule, in order. Each stretch of working time is laid out from its start, one session after
 * another with the buffer between them, so that the same times are on offer whatever was booked meanwhile and whichever
 * week is looked at; a slot is available when it starts late enough, nothing lies in its way and no session is nearer
 * than the buffer.
 */
export function slotsOf(question: SlotQuestion): PlacedSlot[] {
  const { schedule, durationMinutes, within, nowMs, sessions = [] } = question
  const durationMs = durationMinutes * minuteMs
  const stepMs = durationMs + bufferMsOf(schedule)
  const padded = { fromMs: within.fromMs - paddingMs, toMs: within.toMs + paddingMs }
  const buffered = sessions.map((session) => withBuffer(schedule, session))
  const isFree = inOrder(joined([...question.taken, ...buffered]))
  const slots: PlacedSlot[] = []
  const stretches = workingTime(schedule, padded).flatMap((stretch) =>
    daysOf(stretch, schedule.timeZone),
  )
  for (const stretch of stretches) {
    for (let fromMs = stretch.fromMs; fromMs + durationMs <= stretch.toMs; fromMs += stepMs) {
      if (fromMs < within.fromMs || fromMs >= within.toMs) continue
      const slot = { fromMs, toMs: fromMs + durationMs }
      const inTime = startStatus(schedule, fromMs, nowMs) === 'in_time'
      slots.push({ ...slot, available: inTime && isFree(slot) })
    }
  }
  return slots
}

/** A stretch of hours that goes on for more than a day, by the days of a zone: it has no start that would be seen from everywhere. */
function daysOf(stretch: Interval, timeZone: string): Interval[] {
  const { fromMs, toMs } = stretch
  if (toMs - fromMs <= dayMs) return [stretch]
  const nextDay = addDays(localTimeAt(fromMs, timeZone).date, 1)
  const midnightMs = momentOf(timeZone, Date.parse(nextDay))
  if (midnightMs >= toMs) return [stretch]
  return [{ fromMs, toMs: midnightMs }, ...daysOf({ fromMs: midnightMs, toMs }, timeZone)]
}

/** How a time that was asked for stands to the schedule; `offered` slots may still be taken. */
export function slotStatus(
  question: Omit<SlotQuestion, 'within' | 'taken' | 'sessions'>,
  slot: Interval,
): 'offered' | 'past' | 'too_soon' | 'not_offered' {
  const { schedule, nowMs } = question
  const start = startStatus(schedule, slot.fromMs, nowMs)
  if (start === 'past') return 'past'
  const within = { fromMs: slot.fromMs, toMs: slot.fromMs + 1 }
  const [placed] = slotsOf({ ...question, within, taken: [] })
  if (placed?.toMs !== slot.toMs) return 'not_offered'
  return start === 'too_soon' ? 'too_soon' : 'offered'
}

/** A time with the schedule's buffer before and after it. */
export function withBuffer(schedule: WorkingSchedule, { fromMs, toMs }: Interval): Interval {
  const bufferMs = bufferMsOf(schedule)
  return { fromMs: fromMs - bufferMs, toMs: toMs + bufferMs }
}

/** The last moment at which a session that starts then can be booked. */
export function bookableUntilMs(schedule: WorkingSchedule, startMs: number): number {
  return startMs - (schedule.noticeHours ?? 0) * hourMs
}

function startStatus(
  schedule: WorkingSchedule,
  startMs: number,
  nowMs: number,
): 'in_time' | 'past' | 'too_soon' {
  if (startMs <= nowMs) return 'past'
  return nowMs <= bookableUntilMs(schedule, startMs) ? 'in_time' : 'too_soon'
}

function bufferMsOf({ bufferMinutes = 0 }: WorkingSchedule): number {
  return bufferMinutes * minuteMs
}

/** Answers for intervals that are asked about in order, going through what is taken once. */
function inOrder(taken: readonly Interval[]): (slot: Interval) => boolean {
  let next = 0
  return ({ fromMs, toMs }) => {
    while ((taken[next]?.toMs ?? Infinity) <= fromMs) next += 1
    return (taken[next]?.fromMs ?? Infinity) >= toMs
  }
}
