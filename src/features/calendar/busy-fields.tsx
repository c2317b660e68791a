import { useState } from 'react'
import { reasonCharsMax, type NewBusySlot } from '#contract/calendar/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useNow } from '#src/lib/now.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { emptyBusyDraft, pickerValue, readBusyDraft } from './busy-form.ts'
import styles from './calendar.module.css'

export interface BusyFieldsProps {
  /** That of the working hours: one page has one clock. */
  timeZone: string
  onAdd: (slot: NewBusySlot) => Promise<'added' | 'refused'>
}

/** Where a busy time is entered; what was refused stays to be changed. */
export function BusyFields({ timeZone, onAdd }: BusyFieldsProps) {
  const [draft, setDraft] = useState(emptyBusyDraft)
  const [wrong, setWrong] = useState<{ field: string; problem: string }>()
  const [busy, setBusy] = useState(false)
  const earliest = pickerValue(useNow(), timeZone)
  const errorOf = (field: string) => (wrong?.field === field ? wrong.problem : undefined)
  useDirtyForm(draft !== emptyBusyDraft)

  async function add() {
    if (busy) return
    const read = readBusyDraft(draft, timeZone)
    setWrong('slot' in read ? undefined : read)
    if (!('slot' in read)) return
    setBusy(true)
    if ((await onAdd(read.slot)) === 'added') setDraft(emptyBusyDraft)
    setBusy(false)
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <div className={styles.pair}>
        <Field label={m.calendar_busy_start()} error={errorOf('start')}>
          <TextInput
            type="datetime-local"
            min={earliest}
            value={draft.start}
            onChange={({ target }) => setDraft({ ...draft, start: target.value })}
          />
        </Field>
        <Field label={m.calendar_busy_end()} error={errorOf('end')}>
          <TextInput
            type="datetime-local"
            min={draft.start || earliest}
            value={draft.end}
            onChange={({ target }) => setDraft({ ...draft, end: target.value })}
          />
        </Field>
      </div>
      <Field label={m.calendar_busy_reason()} optional error={errorOf('reason')}>
        <TextInput
          value={draft.reason}
          maxLength={reasonCharsMax}
          onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
        />
      </Field>
      <p className={styles.muted}>
        {m.calendar_busy_zone({ zone: timeZone.replaceAll('_', ' ') })}
      </p>
      <div className={styles.actions}>
        <Button type="submit" look="secondary" icon="plus" busy={busy}>
          {m.calendar_busy_add()}
        </Button>
      </div>
    </form>
  )
}
