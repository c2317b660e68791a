import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatClock, formatClockSpan, formatDayOfWeek } from '#src/lib/dates.ts'
import type { Interval } from '#contract/instant.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { otherName } from '../session-status.ts'
import type { FilledDay } from './week-days.ts'
import type { WeekDay } from './week-model.ts'
import styles from './week.module.css'

export interface WeekListProps {
  days: readonly FilledDay[]
  timeZone: string
  nowMs: number
}

/** A week day by day, for phones and for whoever reads it aloud. */
export function WeekList({ days, timeZone, nowMs }: WeekListProps) {
  return (
    <div className={styles.list}>
      {days.map((filled) => (
        <ListDay key={filled.day.date} {...filled} timeZone={timeZone} nowMs={nowMs} />
      ))}
    </div>
  )
}

function ListDay({
  day,
  working,
  busy,
  sessions,
  timeZone,
  nowMs,
}: FilledDay & { timeZone: string; nowMs: number }) {
  const span = (time: Interval) => spanOn(day, time, timeZone)
  const hours = working.map(({ of }) => span(of)).join(', ')
  return (
    <section className={styles.listDay}>
      <h3 className={styles.listName}>
        {formatDayOfWeek(day.date)}
        {day.fromMs <= nowMs && nowMs < day.toMs && (
          <Tag tone="accent">{m.booking_week_today()}</Tag>
        )}
      </h3>
      <p className={styles.muted}>
        {hours ? m.booking_week_works_at({ times: hours }) : m.booking_week_off()}
      </p>
      <ul className={styles.listItems}>
        {sessions.map(({ of }) => (
          <li key={of._id}>
            <Link className={styles.listSession} to="/sessions/$id" params={{ id: of._id }}>
              <span>{formatClockSpan(of, timeZone)}</span>
              <strong>{otherName(of)}</strong>
              <Icon name="chevron" size={20} />
            </Link>
          </li>
        ))}
        {busy.map(({ of }) => (
          <li key={`${of.fromMs} ${of.toMs} ${of.label}`} className={styles.listBusy}>
            <span>{span(of)}</span>
            <span dir="auto">{of.label}</span>
          </li>
        ))}
        {sessions.length === 0 && <li className={styles.muted}>{m.booking_week_empty_day()}</li>}
      </ul>
    </section>
  )
}

/** The part of a time that lies on a day: "9:00 – 10:00 AM", or that it is all of it. */
function spanOn(day: WeekDay, time: Interval, timeZone: string): string {
  const fromMs = Math.max(time.fromMs, day.fromMs)
  const toMs = Math.min(time.toMs, day.toMs)
  if (fromMs === day.fromMs && toMs === day.toMs) return m.booking_week_all_day()
  // Midnight belongs to the next day, whose date nobody wants to read here.
  return toMs === day.toMs
    ? `${formatClock(fromMs, timeZone)} – ${formatClock(toMs, timeZone)}`
    : formatClockSpan({ start: fromMs, end: toMs }, timeZone)
}
