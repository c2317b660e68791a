import { escapeText, foldLine } from '../booking/ics.ts'
import { offsetStretches } from '../calendar/time-zone.ts'
import type { Language } from '../language.ts'
import { clockAt, addDays, utcDate, type LocalDate, minuteMs, dayMs } from '../local-date.ts'
import type { Reminder } from './model.ts'

/** A moment in epoch milliseconds, and the day that the person's clock shows then, or was to show. */
interface ReminderTime {
  readonly atMs: number
  readonly date: LocalDate
}

/**
 * The next time after a moment at which a clock in the zone shows the minute on one of the days. Where clocks go forward
 * over it, it is when they have; where they show it twice, the first time: once for each day, whatever clocks do.
 */
export function nextReminder(
  timeZone: string,
  { minute, days }: Pick<Reminder, 'minute' | 'days'>,
  afterMs: number,
): ReminderTime {
  let date = utcDate(clockAt(timeZone, afterMs))
  // A week without such a day there is none; the eighth is today's of the next week.
  for (let tried = 0; tried <= 8; tried += 1, date = addDays(date, 1)) {
    const midnightMs = Date.parse(`${date}T00:00:00Z`)
    if (!days.includes(new Date(midnightMs).getUTCDay())) continue
    const atMs = firstMomentOf(timeZone, midnightMs + minute * minuteMs)
    if (atMs > afterMs) return { atMs, date }
  }
  throw new Error('A reminder without a day')
}

/** Many people choose the same minute, so what was found is stored for a while. */
const found = new Map<string, number>()
const foundMax = 5_000

/** The first moment at which the zone's clock shows `clockMs`, written as if it were UTC, or has passed it. */
function firstMomentOf(timeZone: string, clockMs: number): number {
  const key = `${timeZone} ${clockMs}`
  const known = found.get(key)
  if (known !== undefined) return known
  const around = { fromMs: clockMs - dayMs, toMs: clockMs + dayMs }
  const stretch = offsetStretches(timeZone, around).find(
    ({ toMs, offsetMs }) => clockMs < toMs + offsetMs,
  )
  const atMs = stretch ? Math.max(stretch.fromMs, clockMs - stretch.offsetMs) : clockMs
  if (found.size >= foundMax) found.clear()
  found.set(key, atMs)
  return atMs
}

/** In a calendar that others may see: nothing of what it is about. */
const summaries: Readonly<Record<Language, string>> = {
  en: 'A little check-in',
  ar: 'لحظة قصيرة لك',
  fr: 'Un petit moment pour toi',
}

const dayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

/**
 * One's reminders as events for any phone's own calendar and alarms, without a server. Times are without a zone, so that
 * they hold by whatever clock the phone shows; the words are neutral, because calendars are shared.
 */
export function icsOfReminders(
  reminders: readonly Reminder[],
  given: {
    readonly today: LocalDate
    readonly nowMs: number
    readonly url: string
    readonly language: Language
  },
): string {
  const stamp = `${new Date(given.nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const events = reminders
    .filter(({ on }) => on)
    .flatMap((reminder) => eventOf(reminder, { ...given, stamp }))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Zync//Reminders//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function eventOf(
  { tracker, minute, days }: Reminder,
  {
    today,
    stamp,
    url,
    language,
  }: {
    readonly today: LocalDate
    readonly stamp: string
    readonly url: string
    readonly language: Language
  },
): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:reminder-${tracker.toLowerCase()}-${minute}@zync`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${firstDay(today, days).replaceAll('-', '')}T${clockText(minute)}00`,
    'DURATION:PT5M',
    `RRULE:FREQ=WEEKLY;BYDAY=${days.map((day) => dayCodes[day]).join(',')}`,
    `SUMMARY:${escapeText(summaries[language])}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'CLASS:PRIVATE',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(summaries[language])}`,
    'TRIGGER:PT0M',
    'END:VALARM',
    'END:VEVENT',
  ]
}

/** The rule counts from a day that it names itself: some calendars would show the first one wrongly otherwise. */
function firstDay(today: LocalDate, days: readonly number[]): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const ahead = Math.min(...days.map((day) => (day - weekday + 7) % 7))
  return new Date(Date.parse(`${today}T00:00:00Z`) + ahead * 86_400_000).toISOString().slice(0, 10)
}

function clockText(minute: number): string {
  const hours = String(Math.floor(minute / 60)).padStart(2, '0')
  return `${hours}${String(minute % 60).padStart(2, '0')}`
}
