import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import type { ScheduleReply } from '#contract/calendar/api.ts'
import { workingScheduleSchema, type WorkingSchedule } from '#contract/calendar/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { weekDays } from '#src/i18n/speech.ts'
import { timeZones, weekdayName } from '#src/lib/dates.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { focusFirstError } from '#src/ui/focus.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { refusalText, saveSchedule, type Part } from './calendar-data.ts'
import {
  DayHoursField,
  editable,
  toSave,
  withDay,
  withUsualHours,
  type EditedSchedule,
} from './day-hours-field.tsx'
import styles from './calendar.module.css'

export interface ScheduleFormProps {
  db: UserDatabase
  part: Part<ScheduleReply>
}

/** Spec 2: a care provider's working hours, days and time zone. */
export function ScheduleForm({ db, part }: ScheduleFormProps) {
  const { data, change, alert, setAlert } = part
  return (
    <>
      {data ? (
        <LoadedForm
          saved={data}
          onSave={async (schedule) => {
            const saved = await saveSchedule(db, schedule)
            change(() => saved)
          }}
          onFail={setAlert}
        />
      ) : (
        <ResourceMissing
          of={part}
          compact
          failed={m.calendar_schedule_failed()}
          offline={m.calendar_offline()}
        />
      )}
      <AlertPopup text={alert} onClose={() => setAlert(undefined)} />
    </>
  )
}

interface LoadedFormProps {
  saved: ScheduleReply
  onSave: (schedule: WorkingSchedule) => Promise<void>
  onFail: (text: string) => void
}

function LoadedForm({ saved, onSave, onFail }: LoadedFormProps) {
  const [edited, setEdited] = useState<EditedSchedule>()
  const [wrong, setWrong] = useState<Wrong>()
  const [busy, setBusy] = useState(false)
  const { saved: isSaved, ...schedule } = saved
  const now = edited ?? editable(schedule)
  useDirtyForm(edited !== undefined)

  async function save(form: HTMLFormElement) {
    if (busy) return
    const parsed = v.safeParse(workingScheduleSchema, toSave(now))
    setWrong(parsed.issues && wrongIn(now, parsed.issues[0]))
    if (!parsed.success) return focusFirstError(form)
    setBusy(true)
    try {
      await onSave(parsed.output)
      // What was changed while it was saved is not saved yet.
      setEdited((latest) => (latest === edited ? undefined : latest))
      showToast({ text: m.calendar_saved(), tone: 'success' })
    } catch (error) {
      onFail(refusalText(error, m.calendar_save_failed()))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(event.currentTarget)
      }}
    >
      {!isSaved && <Banner tone="info">{m.calendar_schedule_default()}</Banner>}
      <ScheduleFields schedule={now} onChange={setEdited} wrong={wrong} />
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {m.calendar_save()}
        </Button>
        <Link
          className={buttonClass({ look: 'secondary' })}
          to="/profile"
          onClick={() => setEdited(undefined)}
        >
          {m.calendar_cancel()}
        </Link>
      </div>
    </form>
  )
}

interface ScheduleFieldsProps {
  schedule: EditedSchedule
  onChange: (schedule: EditedSchedule) => void
  wrong: Wrong | undefined
}

/** Hours, days and zone, and what sessions keep to. */
function ScheduleFields({ schedule, onChange, wrong }: ScheduleFieldsProps) {
  const { workingHours, workingDays, timeZone } = schedule
  return (
    <>
      <div className={styles.pair}>
        <Field label={m.calendar_start()}>
          <TextInput
            type="time"
            value={workingHours.start}
            onChange={({ target }) =>
              onChange(withUsualHours(schedule, { ...workingHours, start: target.value }))
            }
          />
        </Field>
        <Field
          label={m.calendar_end()}
          error={wrong?.day === undefined ? wrong?.problem : undefined}
        >
          <TextInput
            type="time"
            value={workingHours.end}
            onChange={({ target }) =>
              onChange(withUsualHours(schedule, { ...workingHours, end: target.value }))
            }
          />
        </Field>
      </div>
      <fieldset className={styles.days}>
        <legend>{m.calendar_days()}</legend>
        {weekDays().map((day) => (
          <Checkbox
            key={day}
            label={weekdayName(day)}
            checked={workingDays.includes(day)}
            onChange={({ target }) => onChange(withDay(schedule, day, target.checked))}
          />
        ))}
      </fieldset>
      <DayHoursField schedule={schedule} onChange={onChange} wrong={wrong} />
      <BookingRules schedule={schedule} onChange={onChange} />
      <Field label={m.calendar_zone()}>
        <Select
          value={timeZone}
          onChange={({ target }) => onChange({ ...schedule, timeZone: target.value })}
        >
          {timeZones(timeZone).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}

/** What is wrong with the hours: the usual ones, or those of a day. */
interface Wrong {
  day?: number | undefined
  problem: string
}

function wrongIn({ dayHours }: EditedSchedule, { path, message }: v.BaseIssue<unknown>): Wrong {
  const [field, index] = path?.map(({ key }) => key) ?? []
  const day = field === 'dayHours' ? dayHours[Number(index)]?.day : undefined
  return { day, problem: message }
}

const bufferChoices = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120]
const noticeChoices = [0, 1, 2, 4, 8, 12, 24, 48, 72, 168, 336]

export interface BookingRulesProps {
  schedule: EditedSchedule
  onChange: (schedule: EditedSchedule) => void
}

/** How much time stays free between two sessions, and how long ahead a session is booked. */
function BookingRules({ schedule, onChange }: BookingRulesProps) {
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
