import * as v from 'valibot'
import { newBusySlotSchema, type NewBusySlot } from '#contract/calendar/model.ts'

/** A busy time as it stands in the form: moments by this device's clock, as its picker writes them. */
export interface BusyDraft {
  readonly start: string
  readonly end: string
  readonly reason: string
}

export const emptyBusyDraft: BusyDraft = { start: '', end: '', reason: '' }

/** Spec 5: the slot that was entered, or the text of what is wrong with it and where. */
export function readBusyDraft(
  draft: BusyDraft,
): { slot: NewBusySlot } | { field: 'start' | 'end' | 'reason'; problem: string } {
  const parsed = v.safeParse(newBusySlotSchema, {
    startTime: instantOf(draft.start),
    endTime: instantOf(draft.end),
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

/** The moment that a picker's value means on this device; empty where there is none. */
function instantOf(local: string): string {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** A moment as a picker takes it, to the minute, by this device's clock. */
export function pickerValue(epochMs: number): string {
  const date = new Date(epochMs)
  const two = (count: number) => String(count).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}
