import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import type { ScheduleReply } from '#contract/calendar/api.ts'
import { workingScheduleSchema, type WorkingSchedule } from '#contract/calendar/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { timeZones, weekdayName } from '#src/lib/dates.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { refusalText, saveSchedule } from './calendar-data.ts'
import styles from './calendar.module.css'
import type { Part } from './use-part.ts'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'

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
  const [edited, setEdited] = useState<WorkingSchedule>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { saved: isSaved, ...schedule } = saved
  const now = edited ?? schedule
  useDirtyForm(edited !== undefined)

  async function save() {
    if (busy) return
    const parsed = v.safeParse(workingScheduleSchema, now)
    setProblem(parsed.issues?.[0].message)
    if (!parsed.success) return
    setBusy(true)
    try {
      await onSave(parsed.output)
      setEdited(undefined)
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
        void save()
      }}
    >
      {!isSaved && <Banner tone="info">{m.calendar_schedule_default()}</Banner>}
      <ScheduleFields schedule={now} onChange={setEdited} problem={problem} />
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
  schedule: WorkingSchedule
  onChange: (schedule: WorkingSchedule) => void
  /** What is wrong with the hours. */
  problem: string | undefined
}

/** Hours, days and zone. */
function ScheduleFields({ schedule, onChange, problem }: ScheduleFieldsProps) {
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

/** 0 is Sunday, as in the schedule. */
const weekDays = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, label: weekdayName(day) }))
