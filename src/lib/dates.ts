import { currentLanguage } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { currentLocale, formatNumber } from '#src/i18n/speech.ts'

/** Every date and time that a person reads (spec 9: in English, dates in US long format), and the time zones they are read in. */

/** "March 5, 2026" of an instant, by this device's clock; empty for no instant. */
export function formatDate(instant: string | number): string {
  if (Number.isNaN(new Date(instant).getTime())) return ''
  return format(instant, { dateStyle: 'long' })
}

/** "March 5, 2026 at 3:20 PM" of an instant, by the clock of a zone; by this device's unless one is given. */
export function formatMoment(instant: string | number, timeZone?: string): string {
  return format(instant, { dateStyle: 'long', timeStyle: 'short', timeZone })
}

/** "3:20 PM" of an instant, by the clock of a zone; by this device's unless one is given. */
export function formatClock(instant: string | number, timeZone?: string): string {
  return format(instant, { timeStyle: 'short', timeZone })
}

/** "8:00 PM" of "20:00": an hour of each day, wherever that is. */
export function formatHour(hour: string): string {
  return formatClock(`2000-01-01T${hour}`)
}

/** "March 5, 2026" of a day (`2026-03-05`), which no time zone may move, or of an instant in UTC. */
export function formatDay(day: string): string {
  return format(utcInstant(day), { dateStyle: 'long', timeZone: 'UTC' })
}

/** "Mar 5" of a day. */
export function formatShortDay(day: string): string {
  return format(utcInstant(day), { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** "Mar 5, 3:20 PM" of an instant, by this device's clock. */
export function formatShortMoment(instant: string): string {
  return format(instant, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
}

/** "Monday, November 23, 2026". */
export function formatWeekdayDate(instant: string, timeZone: string): string {
  return format(instant, { timeZone, dateStyle: 'full' })
}

/** "Mon" of a day. */
export function formatWeekday(day: string): string {
  return format(utcInstant(day), { weekday: 'short', timeZone: 'UTC' })
}

/** "Monday, November 23" of a day. */
export function formatDayOfWeek(day: string): string {
  return format(utcInstant(day), {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
}

/** "November 21 – 27, 2026" of two days. */
export function formatDays(start: string, end: string): string {
  return formatRange(
    { start: utcInstant(start), end: utcInstant(end) },
    { dateStyle: 'long', timeZone: 'UTC' },
  )
}

/** "Monday, November 23, 2026 at 9:00 AM". */
export function formatWeekdayMoment(instant: string, timeZone: string): string {
  return format(instant, { timeZone, dateStyle: 'full', timeStyle: 'short' })
}

/** "Mon 9:00 AM". */
export function formatWeekdayClock(instant: string, timeZone: string): string {
  return format(instant, { timeZone, weekday: 'short', hour: 'numeric', minute: '2-digit' })
}

/** Further ahead a weekday alone could be either of two, in milliseconds. */
const weekdayMs = 6 * 86_400_000

/** "Mon 9:00 AM" of an instant within the week ahead, "Mar 5, 9:00 AM" of a later one, by this device's clock. */
export function formatUpcoming(instant: string, nowMs: number): string {
  return Date.parse(instant) - nowMs < weekdayMs
    ? format(instant, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
    : formatShortMoment(instant)
}

/** Two instants, from the earlier to the later. */
interface Span {
  readonly start: string | number
  readonly end: string | number
}

/** "Monday, November 23, 2026, 9:00 – 10:00 AM". */
export function formatSpan(span: Span, timeZone: string): string {
  return formatRange(span, { timeZone, dateStyle: 'full', timeStyle: 'short' })
}

/** "9:00 – 10:00 AM". */
export function formatClockSpan(span: Span, timeZone: string): string {
  return formatRange(span, { timeZone, timeStyle: 'short' })
}

/** "November 21 – 27, 2026", by this device's clock. */
export function formatDateSpan(span: Span): string {
  return formatRange(span, { dateStyle: 'long' })
}

/** "Today", "Yesterday" or "March 5, 2026", by this device's clock. */
export function formatRelativeDay(epochMs: number, nowMs: number): string {
  return nearDay(epochMs, nowMs) ?? formatDate(epochMs)
}

/** When something happened, in as few letters as a list has room for: "3:20 PM", "Yesterday", "Mar 5" or "Mar 5, 2025". */
export function formatListTime(epochMs: number, nowMs: number): string {
  if (dayKey(epochMs) === dayKey(nowMs)) return formatClock(epochMs)
  const near = nearDay(epochMs, nowMs)
  if (near !== undefined) return near
  const sameYear = new Date(epochMs).getFullYear() === new Date(nowMs).getFullYear()
  const year = sameYear ? {} : ({ year: 'numeric' } as const)
  return format(epochMs, { month: 'short', day: 'numeric', ...year })
}

/** "2 days ago", "yesterday", "now" of an instant that is over. */
export function formatAgo(epochMs: number, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - epochMs) / 60_000))
  const ago = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' })
  if (minutes < 1) return ago.format(0, 'second')
  if (minutes < 60) return ago.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(hours / 24), 'day')
}

/** Names the day of an instant by this device's clock, to compare days with. */
export function dayKey(epochMs: number): string {
  const date = new Date(epochMs)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

/** A time zone's name as people read it: "America/New York". */
export function zoneLabel(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}

/** The IANA names of the time zones to choose from, in order; the saved one is always among them, by the name it was saved by. */
export function timeZones(saved: string): string[] {
  const others = new Set(Intl.supportedValuesOf('timeZone'))
  others.delete(ownName(saved))
  return [...others.add('UTC').add(saved)].toSorted()
}

/** Whether two names are of one zone: some have an old and a new one, and a browser knows them by either. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || ownName(one) === ownName(other)
}

/** The name by which this browser knows a zone; as given where it knows none of that name. */
function ownName(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return timeZone
    throw error
  }
}

/** "Sunday" of 0. */
export function weekdayName(weekday: number): string {
  // 4 January 1970 was a Sunday.
  return format(Date.UTC(1970, 0, 4 + weekday), { weekday: 'long', timeZone: 'UTC' })
}

/** A mark of two letters, or one, for a day of the week: "Su" of 0. */
export function weekdayMark(weekday: number): string {
  const moment = Date.UTC(1970, 0, 4 + weekday)
  if (currentLocale() === 'en-US') return weekdayName(weekday).slice(0, 2)
  // Names of days begin alike in Arabic: the language has letters for them.
  return format(moment, { weekday: 'narrow', timeZone: 'UTC' })
}

/** "Jan" of 1. */
export function monthName(month: number): string {
  return monthAs(month, 'short')
}

/** "January" of 1, or "J". */
export function monthAs(month: number, length: 'long' | 'short' | 'narrow'): string {
  return format(Date.UTC(2000, month - 1, 1), { month: length, timeZone: 'UTC' })
}

/** "2026" of a day, or "March 2026". */
export function formatPeriod(day: string, period: 'year' | 'month'): string {
  // A year is a number: a format of dates for it alone takes a slow phone a tenth of the time of a screen.
  if (period === 'year') return formatNumber(Number(day.slice(0, 4)), { useGrouping: false })
  return format(utcInstant(day), { year: 'numeric', month: 'long', timeZone: 'UTC' })
}

function nearDay(epochMs: number, nowMs: number): string | undefined {
  if (dayKey(epochMs) === dayKey(nowMs)) return m.chat_today()
  const yesterday = new Date(nowMs)
  // By the calendar: a day can have 23 or 25 hours.
  yesterday.setDate(yesterday.getDate() - 1)
  return dayKey(epochMs) === dayKey(yesterday.getTime()) ? m.chat_yesterday() : undefined
}

function utcInstant(day: string): string {
  return day.length > 'YYYY-MM-DD'.length ? day : `${day}T00:00:00Z`
}

function format(instant: string | number, options: Intl.DateTimeFormatOptions): string {
  const { date, timeZone } = onClock(instant, options.timeZone)
  return asRead(formatter({ ...options, timeZone }).format(date))
}

function formatRange({ start, end }: Span, options: Intl.DateTimeFormatOptions): string {
  const from = onClock(start, options.timeZone)
  const to = onClock(end, options.timeZone)
  const dates = formatter({ ...options, timeZone: from.timeZone })
  return asRead(dates.formatRange(from.date, to.date))
}

/**
 * An instant for a format of a zone. What the device's clock shows is given as an instant at which UTC's shows the same:
 * no format has to know the zone of a phone that travels.
 */
function onClock(instant: string | number, timeZone: string | undefined) {
  const date = new Date(instant)
  if (timeZone !== undefined) return { date, timeZone }
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return { date: shifted, timeZone: 'UTC' }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** To make one costs a hundred times what its use does, and a list of messages has two for each. */
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = currentLocale()
  const key = JSON.stringify([locale, options])
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, options)
  formatters.set(key, made)
  return made
}

/**
 * Some platforms put a narrow space before AM and PM, which reads and compares as another text. French says « 1er » of
 * the first of a month, where Intl has « 1 ».
 */
function asRead(text: string): string {
  const plain = text.replaceAll('\u202f', ' ')
  return currentLanguage() === 'fr' ? plain.replaceAll(frenchFirst, '1er') : plain
}

/** The first of a month, before its name or the end of a span; an hour such as « 1 h 05 » is none. */
const frenchFirst = /(?<!\S)1(?=\s?–|\s\p{L}{3})/gu
