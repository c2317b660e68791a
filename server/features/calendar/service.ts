import { busySlotsMax, type ModeReply, type ScheduleReply } from '#contract/calendar/api.ts'
import {
  busyAheadDaysMax,
  busyDaysMax,
  type BusySlot,
  type NewBusySlot,
  type NewWorkingSchedule,
  dayHoursOf,
  defaultWorkingDays,
  defaultWorkingHours,
  type WorkingSchedule,
  type Room,
} from '#contract/calendar/model.ts'
import { timeZoneOfCountry } from '#contract/calendar/time-zone.ts'
import type { Interval } from '#contract/instant.ts'
import { dayMs } from '#contract/local-date.ts'
import { type Orm, type Transaction, lockPeople } from '#server/db/orm.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { type Verdict, authorize } from '#server/http/session/authorize.ts'
import type { Actor, Session } from '#server/http/session/caller.ts'
import type { GoogleConnections } from './google.ts'
import type { CalendarRepo, ScheduleRow, BusyRow, GoogleRow } from './repo.ts'

/** What belongs to a provider's own calendar. */
export interface OwnCalendar {
  readonly userId: string
}

/** Spec 6: working schedules and busy slots are for care providers, once they were reviewed. */
export function onlyProviders(actor: Actor): Verdict {
  const provider = actor.userType === 'ServiceProvider' && actor.verifiedProvider
  return provider && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** A calendar is its owner's alone; to everybody else what is in it is not there. */
export function isOwnCalendar(actor: Actor, calendar: OwnCalendar): Verdict {
  return calendar.userId === actor.userId ? onlyProviders(actor) : 'not_found'
}

interface CalendarDeps {
  readonly orm: Orm
  readonly repo: CalendarRepo
  readonly google: GoogleConnections
  /** Whether a provider has a session within a time; the caller holds their lock. */
  readonly hasSession: (tx: Transaction, providerId: string, within: Interval) => Promise<boolean>
  /** What follows for the sessions of a provider who connects Google, at the beginning of the same transaction. */
  readonly onCalendarConnected: (tx: Transaction, providerId: string) => Promise<void>
  readonly now: () => number
  readonly newId: () => string
}

export type CalendarService = ReturnType<typeof createCalendarService>

/** A picker shows minutes, and a form takes a while. */
const pastMsMax = 5 * 60_000

export function createCalendarService(deps: CalendarDeps) {
  const { repo, google, now, onCalendarConnected } = deps

  async function schedule(actor: Actor): Promise<ScheduleReply> {
    const found = await repo.scheduleOf(ownOf(actor).userId)
    if (!found) throw new ProblemError('not_found')
    return scheduleFrom(found)
  }

  /**
   * Sessions that are booked stay, also where the new hours have no place for them. Without a zone the hours count in
   * the one that was saved before, or in that of the provider's country.
   */
  async function putSchedule(actor: Actor, given: NewWorkingSchedule): Promise<ScheduleReply> {
    const saved = scheduleAfter(await schedule(actor), given)
    await repo.putSchedule(ownOf(actor), saved, new Date(now()))
    return { ...saved, saved: true }
  }

  async function mode(actor: Actor): Promise<ModeReply> {
    return presentMode(await repo.googleOf(ownOf(actor).userId), google.available)
  }

  async function finishGoogle(session: Session, given: { code: string; state: string }) {
    await google.finish(session, given, onCalendarConnected)
    return mode(session.actor)
  }

  async function disconnectGoogle(session: Session): Promise<ModeReply> {
    await google.disconnect(session)
    return mode(session.actor)
  }

  async function room(actor: Actor): Promise<{ room: Room | null }> {
    return { room: await repo.roomOf(ownOf(actor)) }
  }

  async function putRoom(actor: Actor, given: Room | null): Promise<{ room: Room | null }> {
    await repo.putRoom(ownOf(actor), given, new Date(now()))
    return { room: given }
  }

  return {
    schedule,
    room,
    putRoom,
    putSchedule,
    mode,
    beginGoogle: google.begin,
    finishGoogle,
    disconnectGoogle,
    ...createBusySlots(deps),
  }
}

/** The times that a provider keeps free. */
function createBusySlots({ orm, repo, hasSession, now, newId }: CalendarDeps) {
  async function busy(actor: Actor): Promise<{ busySlots: BusySlot[] }> {
    const from = new Date(now())
    const rows = await repo.busyFrom(ownOf(actor).userId, { from, limit: busySlotsMax })
    return { busySlots: rows.map(presentBusy) }
  }

  /** Throws `slot_taken` over a booked session, `wrong_state` when there are too many already. */
  async function addBusy(actor: Actor, given: NewBusySlot): Promise<{ busySlot: BusySlot }> {
    const own = ownOf(actor)
    const [startsAt, endsAt] = [new Date(given.startTime), new Date(given.endTime)]
    checkTimes(startsAt.getTime(), endsAt.getTime())
    const { reason } = given

    /** Added by a call whose answer was lost. */
    function isSame(row: BusyRow): boolean {
      const sameTimes = +row.startsAt === +startsAt && +row.endsAt === +endsAt
      return sameTimes && row.reason === reason
    }

    return orm.transaction(async (tx) => {
      await lockPeople(tx, own.userId)
      const from = new Date(now())
      const ahead = await repo.busyFrom(own.userId, { from, limit: busySlotsMax }, tx)
      const same = ahead.find(isSame)
      if (same) return { busySlot: presentBusy(same) }
      if (ahead.length >= busySlotsMax) throw new ProblemError('wrong_state')
      const within = { fromMs: startsAt.getTime(), toMs: endsAt.getTime() }
      if (await hasSession(tx, own.userId, within)) {
        throw new ProblemError('slot_taken', { message: 'There is a booked session in that time.' })
      }
      const slot = { id: newId(), startsAt, endsAt, reason, createdAt: from }
      return { busySlot: presentBusy(await repo.insertBusy(tx, own, slot)) }
    })
  }

  async function removeBusy(actor: Actor, id: string): Promise<void> {
    const owner = await repo.busyOwner(id)
    if (!owner) throw new ProblemError('not_found')
    await repo.deleteBusy(authorize(actor, owner, isOwnCalendar), id)
  }

  function checkTimes(startMs: number, endMs: number): void {
    const fields = { startTime: 'Start time must not be in the past' }
    if (startMs < now() - pastMsMax) throw new ProblemError('invalid_input', { fields })
    const tooLong = endMs - startMs > busyDaysMax * dayMs
    if (!tooLong && endMs <= now() + busyAheadDaysMax * dayMs) return
    const endTime = tooLong
      ? `At most ${busyDaysMax} days at a time`
      : `At most ${busyAheadDaysMax} days ahead`
    throw new ProblemError('invalid_input', { fields: { endTime } })
  }

  return { busy, addBusy, removeBusy }
}

function ownOf(actor: Actor) {
  return authorize(actor, { userId: actor.userId }, isOwnCalendar)
}

/** A provider's schedule: the one they saved, or the default in the zone of their country. */
export function scheduleFrom(found: {
  country: string
  schedule: ScheduleRow | null
}): ScheduleReply {
  const { country, schedule } = found
  if (schedule) return { ...savedSchedule(schedule), saved: true }
  const usual = { workingHours: { ...defaultWorkingHours }, workingDays: [...defaultWorkingDays] }
  return {
    ...usual,
    timeZone: timeZoneOfCountry(country),
    dayHours: dayHoursOf(usual),
    bufferMinutes: 0,
    noticeHours: 0,
    saved: false,
  }
}

/**
 * A schedule once something was saved over it: what is absent stays. An older client knows no hours of single days; they
 * stay while it changes neither the usual hours nor the days, and give way to what it says otherwise.
 */
function scheduleAfter(before: WorkingSchedule, given: NewWorkingSchedule): FullSchedule {
  const { timeZone, dayHours, bufferMinutes, noticeHours, ...usual } = given
  const sameHours =
    usual.workingHours.start === before.workingHours.start &&
    usual.workingHours.end === before.workingHours.end &&
    usual.workingDays.join() === before.workingDays.join()
  const days = dayHours ?? dayHoursOf(sameHours ? before : usual)
  return {
    workingHours: usual.workingHours,
    workingDays: days.map(({ day }) => day),
    timeZone: timeZone ?? before.timeZone,
    dayHours: days,
    bufferMinutes: bufferMinutes ?? before.bufferMinutes ?? 0,
    noticeHours: noticeHours ?? before.noticeHours ?? 0,
  }
}

/** A schedule with all that it can say. */
export type FullSchedule = Required<WorkingSchedule>

function savedSchedule(row: ScheduleRow): FullSchedule {
  const { startTime, endTime, days, dayHours, timeZone, bufferMinutes, noticeHours } = row
  const usual = { workingHours: { start: startTime, end: endTime }, workingDays: days }
  const hours = dayHoursOf({ ...usual, dayHours: dayHours ?? undefined })
  return { ...usual, timeZone, dayHours: hours, bufferMinutes, noticeHours }
}

export function presentBusy({ id, startsAt, endsAt, reason }: BusyRow): BusySlot {
  return { id, start: startsAt.toISOString(), end: endsAt.toISOString(), reason }
}

function presentMode(google: GoogleRow | undefined, available: boolean): ModeReply {
  if (!google) {
    return { mode: 'internal', google: { available, state: 'none', connectedAt: null } }
  }
  const state = google.expiredAt === null ? 'connected' : 'expired'
  return {
    mode: 'google',
    google: { available, state, connectedAt: google.connectedAt.toISOString() },
  }
}
