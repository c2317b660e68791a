import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import type { ScheduleReply } from '#contract/calendar/api.ts'
import { workingScheduleSchema, type WorkingSchedule } from '#contract/calendar/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import type { CalendarActions } from './calendar-actions.ts'
import { PartNotYet } from './part-not-yet.tsx'
import { refusalWords } from './refusal.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import styles from './calendar.module.css'
import type { Part } from './use-part.ts'

export interface ScheduleFormProps {
  part: Part<ScheduleReply>
  onSave: CalendarActions['saveSchedule']
}

/** Spec 2: a care provider's working hours, days and time zone. */
export function ScheduleForm({ part, onSave }: ScheduleFormProps) {
  const { value, refresh, again, alert, setAlert } = part
  return (
    <>
      {value ? (
        <LoadedForm
          saved={value}
          onSave={async (schedule) => part.set(await onSave(schedule))}
          onFail={setAlert}
        />
      ) : (
        <PartNotYet refresh={refresh} onRetry={again} failed={m.calendar_schedule_failed()} />
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
      onFail(refusalWords(error, m.calendar_save_failed()))
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
