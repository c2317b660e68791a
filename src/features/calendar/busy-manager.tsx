import { useState } from 'react'
import type { BusySlot, NewBusySlot } from '#contract/calendar/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { BusyFields } from './busy-fields.tsx'
import { BusyList } from './busy-list.tsx'
import type { CalendarActions } from './calendar-actions.ts'
import { PartNotYet } from './part-not-yet.tsx'
import { refusalWords } from './refusal.ts'
import { usePart } from './use-part.ts'

export interface BusyManagerProps {
  /** That of the working hours. */
  timeZone: string
  actions: Pick<CalendarActions, 'fetchBusy' | 'addBusy' | 'removeBusy'>
}

/** Spec 4: the busy-slot manager of a provider whose calendar is kept here. */
export function BusyManager({ timeZone, actions }: BusyManagerProps) {
  const part = usePart(actions.fetchBusy, m.calendar_busy_failed())
  const { value: slots, set, refresh, again, alert, setAlert } = part
  const [removing, setRemoving] = useState<string>()

  async function add(given: NewBusySlot): Promise<'added' | 'refused'> {
    try {
      const slot = await actions.addBusy(given)
      set([...(slots ?? []), slot].toSorted((a, b) => (a.start < b.start ? -1 : 1)))
      showToast({ text: m.calendar_busy_added(), tone: 'success' })
      return 'added'
    } catch (error) {
      setAlert(refusalWords(error, m.calendar_busy_add_failed()))
      return 'refused'
    }
  }

  async function remove({ id }: BusySlot) {
    setRemoving(id)
    try {
      await actions.removeBusy(id)
      set((slots ?? []).filter((slot) => slot.id !== id))
      showToast({ text: m.calendar_busy_removed() })
    } catch (error) {
      setAlert(refusalWords(error, m.calendar_busy_remove_failed()))
    } finally {
      setRemoving(undefined)
    }
  }

  return (
    <>
      {slots ? (
        <>
          <BusyFields timeZone={timeZone} onAdd={add} />
          <BusyList {...{ slots, timeZone, removing }} onRemove={(slot) => void remove(slot)} />
        </>
      ) : (
        <PartNotYet refresh={refresh} onRetry={again} failed={m.calendar_busy_failed()} />
      )}
      <AlertPopup text={alert} onClose={() => setAlert(undefined)} />
    </>
  )
}
