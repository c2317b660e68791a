import type { BookingAccess } from '#contract/booking/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'

export interface DurationFieldProps {
  durations: BookingAccess['remaining']
  value: number
  onChange: (duration: number) => void
}

/** Which of one's sessions is used, where they differ in length. */
export function DurationField({ durations, value, onChange }: DurationFieldProps) {
  if (durations.length < 2) return null
  return (
    <Field label={m.booking_duration()}>
      <Select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {durations.map(({ duration, sessions }) => (
          <option key={duration} value={duration}>
            {m.booking_duration_option({ minutes: duration, count: sessions })}
          </option>
        ))}
      </Select>
    </Field>
  )
}
