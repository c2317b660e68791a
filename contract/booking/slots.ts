import type { WorkingSchedule } from '../calendar/model.ts'
import { joined, workingTime } from '../calendar/working-time.ts'
import type { Interval } from '../instant.ts'

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
  /** What lies in the way: busy times, sessions, another calendar. In any order; may overlap. */
  readonly taken: readonly Interval[]
}

const minuteMs = 60_000
const hourMs = 3_600_000

/** Longer than any stretch of working time, so that each one that reaches into the question is seen whole. */
const paddingMs = 36 * hourMs

/**
 * The slots of a schedule, in order. Each stretch of working time is laid out from its start, one session after
 * another, so that the same times are on offer whatever was booked meanwhile and whichever week is looked at; a slot is
 * available when it starts after now and nothing lies in its way.
 */
export function slotsOf(question: SlotQuestion): PlacedSlot[] {
  const { schedule, durationMinutes, within, nowMs } = question
  const durationMs = durationMinutes * minuteMs
  const padded = { fromMs: within.fromMs - paddingMs, toMs: within.toMs + paddingMs }
  const isFree = inOrder(joined(question.taken))
  const slots: PlacedSlot[] = []
  for (const stretch of workingTime(schedule, padded)) {
    for (let fromMs = stretch.fromMs; fromMs + durationMs <= stretch.toMs; fromMs += durationMs) {
      if (fromMs < within.fromMs || fromMs >= within.toMs) continue
      const slot = { fromMs, toMs: fromMs + durationMs }
      slots.push({ ...slot, available: fromMs > nowMs && isFree(slot) })
    }
  }
  return slots
}

/** How a time that was asked for stands to the schedule; `offered` slots may still be taken. */
export function slotStatus(
  question: Omit<SlotQuestion, 'within' | 'taken'>,
  slot: Interval,
): 'offered' | 'past' | 'not_offered' {
  if (slot.fromMs <= question.nowMs) return 'past'
  const within = { fromMs: slot.fromMs, toMs: slot.fromMs + 1 }
  const [placed] = slotsOf({ ...question, within, taken: [] })
  return placed?.toMs === slot.toMs ? 'offered' : 'not_offered'
}

/** Answers for intervals that are asked about in order, going through what is taken once. */
function inOrder(taken: readonly Interval[]): (slot: Interval) => boolean {
  let next = 0
  return ({ fromMs, toMs }) => {
    while ((taken[next]?.toMs ?? Infinity) <= fromMs) next += 1
    return (taken[next]?.fromMs ?? Infinity) >= toMs
  }
}
