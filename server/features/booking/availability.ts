import { bookingAheadDaysMax } from '#contract/booking/model.ts'
import {
  bookableUntilMs,
  slotsOf,
  slotStatus,
  withBuffer,
  without,
  type PlacedSlot,
} from '#contract/booking/slots.ts'
import type { WorkingSchedule } from '#contract/calendar/model.ts'
import { overlap, type Interval } from '#contract/instant.ts'
import { minuteMs, dayMs } from '#contract/local-date.ts'
import { durationMinutesMax, durationMinutesMin } from '#contract/pricing/api.ts'
import type { Statements } from '#server/db/orm.ts'
import {
  scheduleFrom,
  type CalendarRepo,
  type GoogleConnections,
} from '#server/features/calendar/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { createHoldsRepo } from './holds.ts'
import type { BookingRepo, BookingRow } from './repo.ts'

export interface AvailabilityDeps {
  readonly repo: BookingRepo
  readonly holds: ReturnType<typeof createHoldsRepo>
  readonly calendars: CalendarRepo
  readonly google: GoogleConnections
  readonly now: () => number
}

/** Who wants to meet whom; a session that is being moved is not in its own way. */
export interface Meeting {
  readonly providerId: string
  /** Null where a provider looks: when their client meets others is not for them to see. */
  readonly clientId: string | null
  readonly moved?: Pick<BookingRow, 'id' | 'startsAt' | 'endsAt'>
}

/** A slot that stood up to the schedule, and what goes with it. */
export interface Place {
  readonly slot: Interval
  /** The slot with the time that stays free of other sessions before and after it. */
  readonly buffered: Interval
  readonly timeZone: string
  readonly durationMinutes: number
  /** The last moment at which it can be booked. */
  readonly bookableUntilMs: number
}

export type Availability = ReturnType<typeof createAvailability>

/** What a provider's calendar leaves free: schedule minus busy slots minus sessions minus Google. */
export function createAvailability(deps: AvailabilityDeps) {
  const { repo, holds, calendars, now } = deps

  /** The slots to come that start within a time, taken ones too. Throws `calendar_unavailable`. */
  async function slots(
    meeting: Meeting,
    { within, durationMinutes }: { within: Interval; durationMinutes: number },
  ): Promise<{ slots: PlacedSlot[]; timeZone: string }> {
    const nowMs = now()
    const { schedule, busyElsewhere } = await calendarOf(deps, meeting)
    const asked = {
      fromMs: Math.max(within.fromMs, nowMs),
      toMs: Math.min(within.toMs, nowMs + bookingAheadDaysMax * dayMs),
    }
    if (asked.fromMs >= asked.toMs) return { slots: [], timeZone: schedule.timeZone }
    const end = { fromMs: asked.fromMs, toMs: asked.toMs + durationMinutes * minuteMs }
    const reach = withBuffer(schedule, end)
    const { providerId } = meeting
    const [busy, sessions, held, elsewhere] = await Promise.all([
      calendars.busyWithin(providerId, reach),
      repo.takenWithin(meeting, reach, meeting.moved?.id),
      holds.heldWithin(providerId, reach, { now: new Date(nowMs), butOf: null }),
      busyElsewhere(reach),
    ])
    const taken = [...busy, ...sessions.clients, ...elsewhere]
    const question = { schedule, durationMinutes, within: asked, nowMs, taken }
    const placed = slotsOf({ ...question, sessions: [...sessions.given, ...held] })
    return {
      slots: placed.filter(({ fromMs }) => fromMs > nowMs),
      timeZone: schedule.timeZone,
    }
  }

  /**
   * Holds a wish against the schedule and the calendar at Google, before any lock is taken: asking Google takes time.
   * Throws `slot_unavailable`, `slot_taken` or `calendar_unavailable`. For a slot that is `held` the provider's notice was
   * given when the hold began.
   */
  async function check(
    meeting: Pick<Meeting, 'providerId' | 'moved'>,
    slot: Interval,
    held = false,
  ): Promise<Place> {
    const nowMs = now()
    const { schedule, busyElsewhere } = await calendarOf(deps, meeting)
    const durationMinutes = (slot.toMs - slot.fromMs) / minuteMs
    const fits = isDuration(durationMinutes) && slot.fromMs <= nowMs + bookingAheadDaysMax * dayMs
    const status = fits ? slotStatus({ schedule, durationMinutes, nowMs }, slot) : 'not_offered'
    const inTime = status === 'offered' || (held && status === 'too_soon')
    if (!inTime) throw new ProblemError('slot_unavailable', whyNot[status])
    const elsewhere = await busyElsewhere(slot)
    if (elsewhere.some((other) => overlap(other, slot))) throw new ProblemError('slot_taken')
    return {
      slot,
      buffered: withBuffer(schedule, slot),
      timeZone: schedule.timeZone,
      durationMinutes,
      bookableUntilMs: bookableUntilMs(schedule, slot.fromMs),
    }
  }

  return {
    slots,
    check,
    isTaken: (tx: Statements, meeting: Occasion, place: Pick<Place, 'slot' | 'buffered'>) =>
      isTaken(deps, tx, meeting, place),
  }
}

type Occasion = Pick<Meeting, 'providerId' | 'clientId' | 'moved'>

/**
 * Whether a provider keeps a time free, or has another session, or a hold of somebody else, too near to it; the caller holds
 * their lock.
 */
async function isTaken(
  { repo, holds, calendars, now }: AvailabilityDeps,
  tx: Statements,
  { providerId, clientId, moved }: Occasion,
  { slot, buffered }: Pick<Place, 'slot' | 'buffered'>,
): Promise<boolean> {
  const busy = await calendars.busyWithin(providerId, slot, tx)
  if (busy.length > 0 || (await repo.hasSession(tx, providerId, buffered, moved?.id))) return true
  const others = { now: new Date(now()), butOf: clientId }
  return (await holds.heldWithin(providerId, buffered, others, tx)).length > 0
}

const whyNot = {
  past: { message: 'This time has passed.' },
  too_soon: { message: 'This time is too soon to book.' },
  not_offered: {},
}

async function calendarOf(
  { calendars, google }: Pick<AvailabilityDeps, 'calendars' | 'google'>,
  { providerId, moved }: Pick<Meeting, 'providerId' | 'moved'>,
): Promise<{
  schedule: WorkingSchedule
  busyElsewhere: (within: Interval) => Promise<Interval[]>
}> {
  const found = await calendars.scheduleOf(providerId)
  if (!found) throw new ProblemError('not_found')
  const { googleId } = found
  // Google holds our own sessions too, and so the one that is on its way to another time.
  const own = moved ? [{ fromMs: moved.startsAt.getTime(), toMs: moved.endsAt.getTime() }] : []
  return {
    schedule: scheduleFrom(found),
    busyElsewhere: async (within) =>
      googleId === null ? [] : without(await google.busyWithin(googleId, within), own),
  }
}

export function isDuration(minutes: number): boolean {
  return Number.isInteger(minutes) && minutes >= durationMinutesMin && minutes <= durationMinutesMax
}
