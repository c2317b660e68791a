import { useState } from 'react'
import type { ClockSpan, DayHours } from '#contract/calendar/day-hours.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatHour, weekdayName } from '#src/lib/dates.ts'
import { Button } from '#src/ui/button/button.tsx'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { FieldMessage } from '#src/ui/field/field-message.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './calendar.module.css'
import {
  isUsual,
  withBreak,
  withSpans,
  withSpansEverywhere,
  type EditedSchedule,
} from './schedule-edit.ts'

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
              onToggle={() => setOpened(opened === hours.day ? undefined : hours.day)}
            />
            {opened === hours.day && (
              <DayEditor schedule={schedule} hours={hours} onChange={onChange} />
            )}
            <FieldMessage
              id={`day-${hours.day}-error`}
              text={wrong?.day === hours.day ? wrong.problem : undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DayLineProps {
  hours: DayHours
  open: boolean
  onToggle: () => void
}

function DayLine({ hours: { day, spans }, open, onToggle }: DayLineProps) {
  return (
    <div className={styles.dayLine}>
      <strong className={styles.dayName}>{weekdayName(day)}</strong>
      <span className={styles.daySpans}>{spansText(spans)}</span>
      <Button look="quiet" size="small" aria-expanded={open} onClick={onToggle}>
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
  return spans.map(({ start, end }) => `${clock(start)} – ${clock(end)}`).join(', ')
}
