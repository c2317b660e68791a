import * as m from '#src/i18n/paraglide/messages.js'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import styles from './calendar.module.css'
import type { EditedSchedule } from './schedule-edit.ts'

const bufferChoices = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120]
const noticeChoices = [0, 1, 2, 4, 8, 12, 24, 48, 72, 168, 336]

export interface BookingRulesProps {
  schedule: EditedSchedule
  onChange: (schedule: EditedSchedule) => void
}

/** How much time stays free between two sessions, and how long ahead a session is booked. */
export function BookingRules({ schedule, onChange }: BookingRulesProps) {
  const { bufferMinutes = 0, noticeHours = 0 } = schedule
  return (
    <div className={styles.pair}>
      <Field label={m.calendar_buffer()} hint={m.calendar_buffer_text()}>
        <Select
          value={bufferMinutes}
          onChange={({ target }) => onChange({ ...schedule, bufferMinutes: Number(target.value) })}
        >
          {withSaved(bufferChoices, bufferMinutes).map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 0 ? m.calendar_buffer_none() : m.calendar_minutes({ minutes })}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={m.calendar_notice()} hint={m.calendar_notice_text()}>
        <Select
          value={noticeHours}
          onChange={({ target }) => onChange({ ...schedule, noticeHours: Number(target.value) })}
        >
          {withSaved(noticeChoices, noticeHours).map((hours) => (
            <option key={hours} value={hours}>
              {noticeLabel(hours)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

function noticeLabel(hours: number): string {
  if (hours === 0) return m.calendar_notice_none()
  return hours < 24 || hours % 24 !== 0
    ? m.calendar_hours({ count: hours })
    : m.calendar_day_count({ count: hours / 24 })
}

/** What another client has saved is among the choices. */
function withSaved(choices: readonly number[], saved: number): number[] {
  return [...new Set([...choices, saved])].toSorted((a, b) => a - b)
}
