import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatClockSpan, formatDayOfWeek } from '#src/lib/dates.ts'
import type { Interval } from '#contract/instant.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { otherName } from '../session-status.ts'
import type { FilledDay } from './week-days.ts'
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
  const span = ({ fromMs, toMs }: Interval) =>
    formatClockSpan({ start: fromMs, end: toMs }, timeZone)
  const clip = ({ fromMs, toMs }: Interval): Interval => ({
    fromMs: Math.max(fromMs, day.fromMs),
    toMs: Math.min(toMs, day.toMs),
  })
  const hours = working.map(({ of }) => span(clip(of))).join(', ')
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
            <span>{span(clip(of))}</span>
            <span dir="auto">{of.label}</span>
          </li>
        ))}
        {sessions.length === 0 && <li className={styles.muted}>{m.booking_week_empty_day()}</li>}
      </ul>
    </section>
  )
}
