import * as v from 'valibot'
import { newBusySlotSchema, type NewBusySlot } from '#contract/calendar/model.ts'
import { clockAt, momentOf } from '#contract/calendar/time-zone.ts'

/** A busy time as it is in the form: moments by the clock of the working hours' zone, as a picker writes them. */
export interface BusyDraft {
  readonly start: string
  readonly end: string
  readonly reason: string
}

export const emptyBusyDraft: BusyDraft = { start: '', end: '', reason: '' }

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
