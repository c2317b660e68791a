import { slotsOf, slotStatus, type PlacedSlot } from '#contract/booking/slots.ts'
import { bookingAheadDaysMax } from '#contract/booking/model.ts'
import type { WorkingSchedule } from '#contract/calendar/model.ts'
import { overlap, type Interval } from '#contract/instant.ts'
import { durationMinutesMax, durationMinutesMin } from '#contract/pricing/model.ts'
import type { Statements } from '#server/db/orm.ts'
import {
  scheduleFrom,
  type CalendarRepo,
  type GoogleConnections,
} from '#server/features/calendar/index.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { BookingRepo } from './repo.ts'

export interface AvailabilityDeps {
  readonly repo: BookingRepo
  readonly calendars: CalendarRepo
  readonly google: GoogleConnections
  readonly now: () => number
}

/** Who wants to meet whom; a session that is being moved is not in its own way. */
export interface Meeting {
  readonly providerId: string
  readonly clientId: string
  readonly movedId?: string
}

export type Availability = ReturnType<typeof createAvailability>

const minuteMs = 60_000
const dayMs = 86_400_000

/** What a provider's calendar leaves free: schedule minus busy slots minus sessions minus Google. */
export function createAvailability(deps: AvailabilityDeps) {
  const { repo, calendars, now } = deps

  /** The slots to come that start within a time, taken ones too. Throws `calendar_unavailable`. */
  async function slots(
    meeting: Meeting,
    { within, durationMinutes }: { within: Interval; durationMinutes: number },
  ): Promise<{ slots: PlacedSlot[]; timeZone: string }> {
    const nowMs = now()
    const { schedule, busyElsewhere } = await calendarOf(deps, meeting.providerId)
    const asked = {
      fromMs: Math.max(within.fromMs, nowMs),
      toMs: Math.min(within.toMs, nowMs + bookingAheadDaysMax * dayMs),
    }
    if (asked.fromMs >= asked.toMs) return { slots: [], timeZone: schedule.timeZone }
    const reach = { fromMs: asked.fromMs, toMs: asked.toMs + durationMinutes * minuteMs }
    const [busy, sessions, elsewhere] = await Promise.all([
      calendars.busyWithin(meeting.providerId, reach),
      repo.takenWithin(meeting, reach, meeting.movedId),
      busyElsewhere(reach),
    ])
    const taken = [...busy, ...sessions, ...elsewhere]
    const placed = slotsOf({ schedule, durationMinutes, within: asked, nowMs, taken })
    return {
      slots: placed.filter(({ fromMs }) => fromMs > nowMs),
      timeZone: schedule.timeZone,
    }
  }

  /**
   * Holds a wish against the schedule and the calendar at Google, before any lock is taken: asking Google takes time.
   * Throws `slot_unavailable`, `slot_taken` or `calendar_unavailable`; gives the zone and the minutes.
   */
  async function check(
    meeting: Meeting,
    slot: Interval,
  ): Promise<{ timeZone: string; durationMinutes: number }> {
    const nowMs = now()
    const { schedule, busyElsewhere } = await calendarOf(deps, meeting.providerId)
    const durationMinutes = (slot.toMs - slot.fromMs) / minuteMs
    const fits = isDuration(durationMinutes) && slot.fromMs <= nowMs + bookingAheadDaysMax * dayMs
    const status = fits ? slotStatus({ schedule, durationMinutes, nowMs }, slot) : 'not_offered'
    if (status === 'past') {
      throw new ProblemError('slot_unavailable', { message: 'This time has passed.' })
    }
    if (status === 'not_offered') throw new ProblemError('slot_unavailable')
    const elsewhere = await busyElsewhere(slot)
    if (elsewhere.some((other) => overlap(other, slot))) throw new ProblemError('slot_taken')
    return { timeZone: schedule.timeZone, durationMinutes }
  }

  /** Whether a provider keeps a time free; the caller holds their lock. */
  async function isBusy(tx: Statements, providerId: string, slot: Interval): Promise<boolean> {
    return (await calendars.busyWithin(providerId, slot, tx)).length > 0
  }

  return { slots, check, isBusy }
}

async function calendarOf(
  { calendars, google }: Pick<AvailabilityDeps, 'calendars' | 'google'>,
  providerId: string,
): Promise<{
  schedule: WorkingSchedule
  busyElsewhere: (within: Interval) => Promise<Interval[]>
}> {
  const found = await calendars.scheduleOf(providerId)
  if (!found) throw new ProblemError('not_found')
  const { googleId } = found
  return {
    schedule: scheduleFrom(found),
    busyElsewhere: async (within) => (googleId === null ? [] : google.busyWithin(googleId, within)),
  }
}

export function isDuration(minutes: number): boolean {
  return Number.isInteger(minutes) && minutes >= durationMinutesMin && minutes <= durationMinutesMax
}
