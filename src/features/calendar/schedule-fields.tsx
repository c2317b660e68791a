import type { WorkingSchedule } from '#contract/calendar/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import styles from './calendar.module.css'
import { weekDays } from './week-days.ts'
import { zoneNames } from './zones.ts'

export interface ScheduleFieldsProps {
  schedule: WorkingSchedule
  onChange: (schedule: WorkingSchedule) => void
  /** What is wrong with the hours. */
  problem: string | undefined
}

/** Hours, days and zone. */
export function ScheduleFields({ schedule, onChange, problem }: ScheduleFieldsProps) {
  const { workingHours, workingDays, timeZone } = schedule

  function turn(day: number, works: boolean) {
    const others = workingDays.filter((one) => one !== day)
    onChange({
      ...schedule,
      workingDays: works ? [...others, day].toSorted((a, b) => a - b) : others,
    })
  }

  return (
    <>
      <div className={styles.pair}>
        <Field label={m.calendar_start()}>
          <TextInput
            type="time"
            value={workingHours.start}
            onChange={({ target }) =>
              onChange({ ...schedule, workingHours: { ...workingHours, start: target.value } })
            }
          />
        </Field>
        <Field label={m.calendar_end()} error={problem}>
          <TextInput
            type="time"
            value={workingHours.end}
            onChange={({ target }) =>
              onChange({ ...schedule, workingHours: { ...workingHours, end: target.value } })
            }
          />
        </Field>
      </div>
      <fieldset className={styles.days}>
        <legend>{m.calendar_days()}</legend>
        {weekDays.map(({ day, label }) => (
          <Checkbox
            key={day}
            label={label}
            checked={workingDays.includes(day)}
            onChange={({ target }) => turn(day, target.checked)}
          />
        ))}
      </fieldset>
      <Field label={m.calendar_zone()}>
        <Select
          value={timeZone}
          onChange={({ target }) => onChange({ ...schedule, timeZone: target.value })}
        >
          {zoneNames(timeZone).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}
