import { useState } from 'react'
import * as v from 'valibot'
import type { ModeReply } from '#contract/calendar/api.ts'
import {
  type BusySlot,
  type NewBusySlot,
  reasonCharsMax,
  newBusySlotSchema,
} from '#contract/calendar/model.ts'
import { momentOf } from '#contract/calendar/time-zone.ts'
import { clockAt } from '#contract/local-date.ts'
import { useNow } from '#src/data/local-clock.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { isUnreachable } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ListItem } from '#src/ui/card/lists.tsx'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { focusFirstError } from '#src/ui/focus.ts'
import { showToast } from '#src/ui/message/toast.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { addBusy, busyRemote, refusalText, removeBusy, usePart } from './calendar-data.ts'
import styles from './calendar.module.css'

export interface BusyManagerProps {
  db: UserDatabase
  mode: ModeReply['mode']
  /** That of the working hours. */
  timeZone: string
}

/**
 * Spec 4: the busy-slot manager of a provider whose calendar is Zync's own. The times from before the one at Google still
 * count: they can be removed there.
 */
export function BusyManager({ db, mode, timeZone }: BusyManagerProps) {
  const part = usePart(db, busyRemote, m.calendar_busy_failed())
  const { data, refresh, alert, setAlert } = part
  const internal = mode === 'internal'
  const [removing, setRemoving] = useState<string>()

  function change(next: (slots: BusySlot[]) => BusySlot[]) {
    part.change(({ busySlots }) => ({ busySlots: next(busySlots) }))
  }

  async function add(given: NewBusySlot): Promise<'added' | 'refused'> {
    try {
      const slot = await addBusy(db, given)
      change((slots) =>
        [...slots.filter(({ id }) => id !== slot.id), slot].toSorted((a, b) =>
          a.start < b.start ? -1 : 1,
        ),
      )
      showToast({ text: m.calendar_busy_added(), tone: 'success' })
      return 'added'
    } catch (error) {
      setAlert(refusalText(error, m.calendar_busy_add_failed()))
      // It may be there all the same.
      if (isUnreachable(error)) part.retry()
      return 'refused'
    }
  }

  async function remove({ id }: BusySlot) {
    setRemoving(id)
    try {
      await removeBusy(db, id)
      change((slots) => slots.filter((slot) => slot.id !== id))
      showToast({ text: m.calendar_busy_removed() })
    } catch (error) {
      setAlert(refusalText(error, m.calendar_busy_remove_failed()))
    } finally {
      setRemoving(undefined)
    }
  }

  const left = data ? data.busySlots.length > 0 : refresh.status === 'failed'
  if (!internal && !left) return null
  return (
    <Card>
      <CardHeader
        title={m.calendar_busy_title()}
        subtitle={internal ? m.calendar_busy_text() : m.calendar_busy_before_google()}
      />
      <CardBody>
        {data ? (
          <>
            {internal && <BusyFields timeZone={timeZone} onAdd={add} />}
            <BusyList
              {...{ slots: data.busySlots, timeZone, removing }}
              onRemove={(slot) => void remove(slot)}
            />
          </>
        ) : (
          <ResourceMissing
            of={part}
            compact
            failed={m.calendar_busy_failed()}
            offline={m.calendar_offline()}
          />
        )}
        <AlertPopup text={alert} onClose={() => setAlert(undefined)} />
      </CardBody>
    </Card>
  )
}

interface BusyListProps {
  slots: readonly BusySlot[]
  /** By whose clock they are written. */
  timeZone: string
  /** The id of the one that is being removed. */
  removing: string | undefined
  onRemove: (slot: BusySlot) => void
}

/** The busy times ahead, first first. */
function BusyList({ slots, timeZone, removing, onRemove }: BusyListProps) {
  if (slots.length === 0) return <p className={styles.muted}>{m.calendar_busy_none()}</p>
  return (
    <ul className={styles.list} aria-label={m.calendar_busy_list()}>
      {slots.map((slot) => (
        <ListItem key={slot.id} className={styles.slot}>
          <div className={styles.words}>
            <p>{spanText(slot, timeZone)}</p>
            {slot.reason && (
              <p className={styles.muted} dir="auto">
                {slot.reason}
              </p>
            )}
          </div>
          <Button
            look="secondary"
            size="small"
            icon="trash"
            busy={removing === slot.id}
            onClick={() => onRemove(slot)}
          >
            {m.calendar_busy_remove()} <VisuallyHidden>{spanText(slot, timeZone)}</VisuallyHidden>
          </Button>
        </ListItem>
      ))}
    </ul>
  )
}

function spanText({ start, end }: BusySlot, timeZone: string): string {
  return `${formatMoment(Date.parse(start), timeZone)} – ${formatMoment(Date.parse(end), timeZone)}`
}

interface BusyFieldsProps {
  /** That of the working hours: one page has one clock. */
  timeZone: string
  onAdd: (slot: NewBusySlot) => Promise<'added' | 'refused'>
}

/** Where a busy time is entered; what was refused stays to be changed. */
function BusyFields({ timeZone, onAdd }: BusyFieldsProps) {
  const [draft, setDraft] = useState(emptyBusyDraft)
  const [wrong, setWrong] = useState<{ field: string; problem: string }>()
  const [busy, setBusy] = useState(false)
  const earliest = pickerValue(useNow(), timeZone)
  const errorOf = (field: string) => (wrong?.field === field ? wrong.problem : undefined)
  useDirtyForm(draft !== emptyBusyDraft)

  async function add(form: HTMLFormElement) {
    if (busy) return
    const read = readBusyDraft(draft, timeZone)
    setWrong('slot' in read ? undefined : read)
    if (!('slot' in read)) return focusFirstError(form)
    setBusy(true)
    if ((await onAdd(read.slot)) === 'added') {
      // What was entered meanwhile is the next one.
      setDraft((latest) => (latest === draft ? emptyBusyDraft : latest))
    }
    setBusy(false)
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add(event.currentTarget)
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

/** A busy time as it is in the form: moments by the clock of the working hours' zone, as a picker writes them. */
export interface BusyDraft {
  readonly start: string
  readonly end: string
  readonly reason: string
}

const emptyBusyDraft: BusyDraft = { start: '', end: '', reason: '' }

/** Spec 5: the slot that was entered, or the text of what is wrong with it and where. */
export function readBusyDraft(
  draft: BusyDraft,
  timeZone: string,
): { slot: NewBusySlot } | { field: 'start' | 'end' | 'reason'; problem: string } {
  const parsed = v.safeParse(newBusySlotSchema, {
    startTime: instantOf(draft.start, timeZone),
    endTime: instantOf(draft.end, timeZone),
    reason: draft.reason,
  })
  if (parsed.success) return { slot: parsed.output }
  const [issue] = parsed.issues
  return { field: fields.get(v.getDotPath(issue) ?? '') ?? 'start', problem: issue.message }
}

const fields = new Map<string, 'end' | 'reason'>([
  ['endTime', 'end'],
  ['reason', 'reason'],
])

/** The moment that a picker's value means in a zone; empty where there is none. */
function instantOf(local: string, timeZone: string): string {
  const clockMs = Date.parse(`${local}Z`)
  return Number.isNaN(clockMs) ? '' : new Date(momentOf(timeZone, clockMs)).toISOString()
}

/** A moment as a picker takes it, to the minute, by a zone's clock. */
export function pickerValue(epochMs: number, timeZone: string): string {
  return new Date(clockAt(timeZone, epochMs)).toISOString().slice(0, 16)
}
