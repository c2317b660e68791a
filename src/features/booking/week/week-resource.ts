import { bookingApi, weekReach, type ProviderWeek, type WeekBusy } from '#contract/booking/api.ts'
import { bookingSchema, type Booking } from '#contract/booking/model.ts'
import { without, workingTime } from '#contract/booking/slots.ts'
import { dayHoursOf, type WorkingSchedule } from '#contract/calendar/model.ts'
import { momentOf } from '#contract/calendar/time-zone.ts'
import { overlap, type Interval } from '#contract/instant.ts'
import { type LocalDate, clockAt, addDays, localTimeAt, minuteMs } from '#contract/local-date.ts'
import { defineResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { refreshBookings } from '../bookings-resource.ts'
import { isAfter, storedWeeks, storeWeek } from '../stored-sessions.ts'

/** A week as this device knows it. */
export interface KnownWeek extends Omit<ProviderWeek, 'asOf'> {
  /** When the server said so, in epoch milliseconds. */
  readonly asOfMs: number
  /** False where the server never said this week: then it has sessions alone, by the newest hours known. */
  readonly whole: boolean
}

/** A provider's own week from a Sunday on, with its sessions, busy times and working hours; readable offline. */
export const weekResource = defineResource({
  key: 'booking.week',
  read: readWeek,
  refresh: refreshWeek,
})

/** One session of those that this device knows, also of a week that was read long ago. */
export const sessionResource = defineResource({
  key: 'booking.session',
  read: readSession,
  refresh: (db: UserDatabase, token: string, _id: string) => refreshBookings(db, token),
})

async function readWeek(db: UserDatabase, day: LocalDate): Promise<KnownWeek | undefined> {
  const [weeks, asOf, rows] = await Promise.all([
    storedWeeks(db),
    db.meta.get('bookingsAsOf'),
    db.bookings.toArray(),
  ])
  const reach = weekReach(day)
  const inReach = (one: Booking) => overlap(intervalOf(one), reach)
  const known = parseRows(bookingSchema, rows).filter(({ role }) => role === 'provider')
  const week = weeks.find((one) => one.day === day)?.week
  if (week) {
    // Judged after the merge: a session that has moved out of the week is known at its old time and at its new one.
    const sessions = merged(week, known).filter(inReach)
    return { ...week, asOfMs: Date.parse(week.asOf), whole: true, sessions }
  }
  const [latest] = weeks
  if (!latest || asOf?.key !== 'bookingsAsOf') return undefined
  const { schedule } = latest.week
  const sessions = known.filter((one) => isBooked(one) && inReach(one))
  return { schedule, sessions, busy: [], google: 'none', asOfMs: asOf.asOfMs, whole: false }
}

async function readSession(db: UserDatabase, id: string): Promise<Booking | undefined> {
  const [row, weeks] = await Promise.all([db.bookings.get(id), storedWeeks(db)])
  const [stored] = row ? parseRows(bookingSchema, [row]) : []
  const inWeeks = weeks.flatMap(({ week }) => week.sessions.filter(({ _id }) => _id === id))
  const known = [...(stored ? [stored] : []), ...inWeeks]
  return known.find((one) => known.every((other) => !isAfter(other, one)))
}

async function refreshWeek(db: UserDatabase, token: string, day: LocalDate): Promise<void> {
  const week = await callApi(bookingApi.providerWeek, { query: { day } }, { token })
  await userTransaction(db, [db.bookings], () => storeWeek(db, { day, week }))
}

/** Why the busy times of Google are not in a week; undefined where they are, or there is no Google. */
export function googleNote({ google, googleExpired }: KnownWeek): string | undefined {
  if (googleExpired) return m.calendar_google_expired()
  return google === 'unavailable' ? m.booking_week_google_away() : undefined
}

/** What this device knows of a session may be newer than the week: what the person has just changed, or whom they see no more. */
function merged({ asOf, sessions }: ProviderWeek, known: readonly Booking[]): Booking[] {
  const byId = new Map(known.map((one) => [one._id, one]))
  const inWeek = new Set(sessions.map(({ _id }) => _id))
  const newer = sessions.map((one) => {
    const own = byId.get(one._id)
    return own && !isAfter(one, own) ? own : one
  })
  const added = known.filter(({ _id, updatedAt }) => !inWeek.has(_id) && updatedAt > asOf)
  return [...newer, ...added].filter(isBooked)
}

function isBooked({ status }: Booking): boolean {
  return status === 'booked'
}

/** A time that is not free, and how it reads. */
interface BusyTime extends Interval {
  readonly label: string
}

/** One day with all that lies on it. */
export interface FilledDay {
  readonly day: WeekDay
  readonly working: readonly DayPiece<Interval>[]
  readonly busy: readonly DayPiece<BusyTime>[]
  readonly sessions: readonly DayPiece<Booking>[]
}

/** The days of a week with what lies on them, by the clock of one zone. */
export function filledDays(week: KnownWeek, start: LocalDate, timeZone: string): FilledDay[] {
  const days = daysOf(start, timeZone)
  const working = workingOn(days, week.schedule)
  const busy = busyTimes(week)
  const self = (time: Interval) => time
  return days.map((day) => ({
    day,
    working: piecesOn(day, working, self, timeZone),
    busy: piecesOn(day, busy, self, timeZone),
    sessions: piecesOn(day, week.sessions, intervalOf, timeZone),
  }))
}

/** Google's times come without a word, and hold our own sessions too. */
function busyTimes({ busy, sessions }: KnownWeek): BusyTime[] {
  const elsewhere = busy.filter(({ source }) => source === 'google').map(intervalOf)
  const google = without(elsewhere, sessions.map(intervalOf))
  return [
    ...busy.filter(({ source }) => source === 'zync').map(ownBusy),
    ...google.map((time) => ({ ...time, label: m.booking_week_busy_google() })),
  ]
}

function ownBusy(slot: WeekBusy): BusyTime {
  const label = slot.reason
    ? m.booking_week_busy_with({ reason: slot.reason })
    : m.booking_week_busy()
  return { ...intervalOf(slot), label }
}

/** One day of a week, by the clock of the zone that it is shown in. */
export interface WeekDay extends Interval {
  readonly date: LocalDate
}

/** What lies on one day, in minutes of its clock; `until` is at most 24 hours. */
interface DayPiece<Of> {
  readonly of: Of
  readonly from: number
  readonly until: number
}

const hourMinutes = 60
const dayMinutes = 1_440

/** The Sunday on which a week begins, of a moment by a zone's clock. */
export function weekStart(epochMs: number, timeZone: string): LocalDate {
  const today = localTimeAt(epochMs, timeZone).date
  return addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay())
}

/** The seven days from a date on. A day on which clocks change has more or fewer hours than others. */
export function daysOf(start: LocalDate, timeZone: string): WeekDay[] {
  return [0, 1, 2, 3, 4, 5, 6].map((index) => {
    const date = addDays(start, index)
    return { date, fromMs: midnight(date, timeZone), toMs: midnight(addDays(date, 1), timeZone) }
  })
}

/** The parts of things that lie on a day, first first: what crosses midnight has a part on both days. */
export function piecesOn<Of>(
  day: WeekDay,
  things: readonly Of[],
  timeOf: (thing: Of) => Interval,
  timeZone: string,
): DayPiece<Of>[] {
  const found = things.flatMap((of) => {
    const { fromMs, toMs } = timeOf(of)
    const clipped = { fromMs: Math.max(fromMs, day.fromMs), toMs: Math.min(toMs, day.toMs) }
    if (clipped.fromMs >= clipped.toMs) return []
    const from = minuteOn(day, clipped.fromMs, timeZone)
    // As long as it takes, also in the night in which the clock jumps.
    const until = Math.min(from + (clipped.toMs - clipped.fromMs) / minuteMs, dayMinutes)
    return [{ of, from, until }]
  })
  return found.toSorted((a, b) => a.from - b.from)
}

/** When a schedule has working hours on the days of a week. */
export function workingOn(days: readonly WeekDay[], schedule: WorkingSchedule): Interval[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || dayHoursOf(schedule).length === 0) return []
  return workingTime(schedule, { fromMs: first.fromMs, toMs: last.toMs })
}

/** The hours of the day that a grid has: all with work or a session, and eight at least. */
export function hoursShown(pieces: readonly DayPiece<unknown>[]): number[] {
  const usual = { from: 9 * hourMinutes, until: 17 * hourMinutes }
  const all = pieces.length === 0 ? [usual] : pieces
  let first = Math.floor(Math.min(...all.map(({ from }) => from)) / hourMinutes)
  let end = Math.ceil(Math.max(...all.map(({ until }) => until)) / hourMinutes)
  while (end - first < hoursMin) {
    if (end < 24) end += 1
    else first -= 1
  }
  return Array.from({ length: end - first }, (_, index) => first + index)
}

const hoursMin = 8

/** The minute that the zone's clock shows on a day. */
export function minuteOn(day: WeekDay, epochMs: number, timeZone: string): number {
  const clockMs = clockAt(timeZone, epochMs) - Date.parse(`${day.date}T00:00:00Z`)
  return Math.min(Math.max(Math.floor(clockMs / minuteMs), 0), dayMinutes)
}

function intervalOf({ start, end }: { start: string; end: string }): Interval {
  return { fromMs: Date.parse(start), toMs: Date.parse(end) }
}

function midnight(date: LocalDate, timeZone: string): number {
  return momentOf(timeZone, Date.parse(`${date}T00:00:00Z`))
}
