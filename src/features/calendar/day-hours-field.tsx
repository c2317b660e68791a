import { useState } from 'react'
import {
  type ClockSpan,
  type DayHours,
  daySpansMax,
  dayHoursOf,
  type WorkingSchedule,
} from '#contract/calendar/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinWords } from '#src/i18n/speech.ts'
import { formatHour, weekdayName } from '#src/lib/dates.ts'
import { Button, IconButton } from '#src/ui/button/button.tsx'
import { Field, FieldMessage } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './calendar.module.css'

export interface DayHoursFieldProps {
  schedule: EditedSchedule
  onChange: (schedule: EditedSchedule) => void
  /** What is wrong, and with which day. */
  wrong: { day?: number | undefined; problem: string } | undefined
}

/** The hours of each working day: all are seen at once, one is changed at a time. */
export function DayHoursField({ schedule, onChange, wrong }: DayHoursFieldProps) {
  const [opened, setOpened] = useState<number>()
  if (schedule.dayHours.length === 0) return null
  return (
    <section className={styles.byDay} aria-label={m.calendar_by_day()}>
      <h3 className={styles.byDayTitle}>{m.calendar_by_day()}</h3>
      <p className={styles.muted}>{m.calendar_by_day_text()}</p>
      <ul className={styles.dayList}>
        {schedule.dayHours.map((hours) => (
          <li key={hours.day} className={styles.dayRow}>
            <DayLine
              hours={hours}
              open={opened === hours.day}
              problemId={wrong?.day === hours.day ? problemIdOf(hours.day) : undefined}
              onToggle={() => setOpened(opened === hours.day ? undefined : hours.day)}
            />
            {opened === hours.day && (
              <DayEditor schedule={schedule} hours={hours} onChange={onChange} />
            )}
            <FieldMessage
              id={problemIdOf(hours.day)}
              text={wrong?.day === hours.day ? wrong.problem : undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function problemIdOf(day: number): string {
  return `day-${day}-error`
}

interface DayLineProps {
  hours: DayHours
  open: boolean
  /** The id of what is said to be wrong with it. */
  problemId: string | undefined
  onToggle: () => void
}

function DayLine({ hours: { day, spans }, open, problemId, onToggle }: DayLineProps) {
  return (
    <div className={styles.dayLine}>
      <strong className={styles.dayName}>{weekdayName(day)}</strong>
      <span className={styles.daySpans}>{spansText(spans)}</span>
      <Button
        look="quiet"
        size="small"
        aria-expanded={open}
        aria-describedby={problemId}
        onClick={onToggle}
      >
        {open ? m.calendar_day_done() : m.calendar_day_change()}{' '}
        <VisuallyHidden>{weekdayName(day)}</VisuallyHidden>
      </Button>
    </div>
  )
}

interface DayEditorProps {
  schedule: EditedSchedule
  hours: DayHours
  onChange: (schedule: EditedSchedule) => void
}

function DayEditor({ schedule, hours, onChange }: DayEditorProps) {
  const { day, spans } = hours
  const split = withBreak(spans)
  const change = (next: ClockSpan[]) => onChange(withSpans(schedule, day, next))
  return (
    <div className={styles.dayEditor}>
      {spans.map((span, index) => (
        // A span has nothing but its place: two may read the same while they are typed.
        <div key={index} className={styles.span}>
          <Field label={m.calendar_day_from()}>
            <TextInput
              type="time"
              value={span.start}
              onChange={({ target }) => change(spans.with(index, { ...span, start: target.value }))}
            />
          </Field>
          <Field label={m.calendar_day_until()}>
            <TextInput
              type="time"
              value={span.end}
              onChange={({ target }) => change(spans.with(index, { ...span, end: target.value }))}
            />
          </Field>
          {spans.length > 1 && (
            <IconButton
              icon="trash"
              label={m.calendar_day_remove({ time: spansText([span]) })}
              onClick={() => change(spans.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      <div className={styles.actions}>
        {split && (
          <Button look="secondary" size="small" icon="plus" onClick={() => change(split)}>
            {m.calendar_day_break()}
          </Button>
        )}
        {schedule.dayHours.length > 1 && (
          <Button
            look="secondary"
            size="small"
            icon="copy"
            onClick={() => onChange(withSpansEverywhere(schedule, spans))}
          >
            {m.calendar_day_all()}
          </Button>
        )}
        {!isUsual(schedule, hours) && (
          <Button
            look="secondary"
            size="small"
            icon="retry"
            onClick={() => change([schedule.workingHours])}
          >
            {m.calendar_day_usual()}
          </Button>
        )}
      </div>
    </div>
  )
}

/** "9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM"; a time that is still being typed is a dash. */
function spansText(spans: readonly ClockSpan[]): string {
  const clock = (time: string) => (/^\d\d:\d\d$/.test(time) ? formatHour(time) : '–')
  return joinWords(spans.map(({ start, end }) => `${clock(start)} – ${clock(end)}`))
}

/** A schedule as the form holds it: with the hours of each day. */
export interface EditedSchedule extends WorkingSchedule {
  readonly dayHours: DayHours[]
  /** The days with hours of their own, which stay so while the usual hours pass theirs on the way to others. */
  readonly ownDays: readonly number[]
}

export function editable(schedule: WorkingSchedule): EditedSchedule {
  const dayHours = dayHoursOf(schedule)
  const own = dayHours.filter((one) => !isUsual(schedule, one))
  return { ...schedule, dayHours, ownDays: own.map(({ day }) => day) }
}

/** The schedule that is saved: without what the form alone needs to know. Hours until midnight are saved until its last minute. */
export function toSave(edited: EditedSchedule): WorkingSchedule {
  const { ownDays: _, ...schedule } = edited
  const untilMidnight = (span: ClockSpan) =>
    span.end === '00:00' ? { ...span, end: '23:59' } : span
  return {
    ...schedule,
    workingHours: untilMidnight(schedule.workingHours),
    dayHours: schedule.dayHours.map(({ day, spans }) => ({ day, spans: spans.map(untilMidnight) })),
  }
}

/** Other usual hours: days that had the usual ones follow, days with hours of their own stay. */
export function withUsualHours(schedule: EditedSchedule, hours: ClockSpan): EditedSchedule {
  const days = schedule.dayHours.map((one) =>
    schedule.ownDays.includes(one.day) ? one : { ...one, spans: [hours] },
  )
  return { ...schedule, workingHours: hours, dayHours: days }
}

/** A day that is worked from now on, by the usual hours, or no longer. */
export function withDay(schedule: EditedSchedule, day: number, works: boolean): EditedSchedule {
  const others = schedule.dayHours.filter((one) => one.day !== day)
  const days = works ? [...others, { day, spans: [schedule.workingHours] }] : others
  return withDays(schedule, days, [day])
}

/** Other hours of one day. */
export function withSpans(
  schedule: EditedSchedule,
  day: number,
  spans: ClockSpan[],
): EditedSchedule {
  const others = schedule.dayHours.filter((one) => one.day !== day)
  return withDays(schedule, [...others, { day, spans }], [day])
}

/** The same hours on every working day. */
export function withSpansEverywhere(schedule: EditedSchedule, spans: ClockSpan[]): EditedSchedule {
  const days = schedule.dayHours.map(({ day }) => ({ day, spans }))
  return withDays(schedule, days, schedule.workingDays)
}

/** Whether a day has the usual hours. */
export function isUsual({ workingHours }: WorkingSchedule, { spans }: DayHours): boolean {
  const [only] = spans
  return spans.length === 1 && only?.start === workingHours.start && only.end === workingHours.end
}

/**
 * The hours with one more break, in the middle of the longest of them: an hour that begins with an hour, or what a
 * shorter one has room for. Undefined where there is none.
 */
export function withBreak(spans: readonly ClockSpan[]): ClockSpan[] | undefined {
  const longest = spans.toSorted((a, b) => minutesOf(b) - minutesOf(a))[0]
  if (!longest || spans.length >= daySpansMax || !(minutesOf(longest) >= 3 * breakMinutesMin)) {
    return undefined
  }
  const [startMinute, endMinute] = [minuteOfDay(longest.start), minuteOfDay(longest.end)]
  const middle = (startMinute + endMinute) / 2
  const onTheHour = Math.floor(middle / 60) * 60
  const roomy = onTheHour - startMinute >= 60 && endMinute - onTheHour >= 120
  const from = roomy ? onTheHour : Math.round((middle - breakMinutesMin / 2) / 5) * 5
  const until = from + (roomy ? 60 : breakMinutesMin)
  return spans.flatMap((span) =>
    span === longest
      ? [
          { start: span.start, end: clockOf(from) },
          { start: clockOf(until), end: span.end },
        ]
      : [span],
  )
}

const breakMinutesMin = 15

/** Other days; whether those that `changed` have hours of their own is judged anew. */
function withDays(
  schedule: EditedSchedule,
  days: DayHours[],
  changed: readonly number[],
): EditedSchedule {
  const dayHours = days.toSorted((a, b) => a.day - b.day)
  const own = dayHours.filter((one) =>
    changed.includes(one.day) ? !isUsual(schedule, one) : schedule.ownDays.includes(one.day),
  )
  return {
    ...schedule,
    dayHours,
    workingDays: dayHours.map(({ day }) => day),
    ownDays: own.map(({ day }) => day),
  }
}

function minutesOf({ start, end }: ClockSpan): number {
  return minuteOfDay(end) - minuteOfDay(start)
}

function minuteOfDay(clock: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function clockOf(minute: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(minute / 60))}:${part(minute % 60)}`
}
