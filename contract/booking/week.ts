import * as v from 'valibot'
import { scheduleReplySchema } from '../calendar/api.ts'
import { localDateSchema } from '../local-date.ts'
import { bookingSchema, windowDaysMax } from './model.ts'

const dayMs = 86_400_000

/** Spec 9: a page of the calendar begins with a day; which moments that are depends on the clock it is read by. */
export const weekQuerySchema = v.strictObject({ day: localDateSchema })

const weekBusySchema = v.object({
  start: v.string(),
  end: v.string(),
  /** The owner's own words; those of Google stay there. */
  reason: v.string(),
  source: v.picklist(['zync', 'google']),
})
export type WeekBusy = v.InferOutput<typeof weekBusySchema>

/** All that fills a week of a care provider. */
export const providerWeekSchema = v.object({
  /** When the server said so, by its own clock. */
  asOf: v.string(),
  schedule: scheduleReplySchema,
  /** Their sessions that are booked, first first. */
  sessions: v.array(bookingSchema),
  busy: v.array(weekBusySchema),
  /** `unavailable`: Google did not say when they are busy. */
  google: v.picklist(['none', 'read', 'unavailable']),
})
export type ProviderWeek = v.InferOutput<typeof providerWeekSchema>

/** The moments that belong to the week from a day on by whichever clock on earth: a day more at both its ends. */
export function weekReach(day: string): { fromMs: number; toMs: number } {
  const startMs = Date.parse(`${day}T00:00:00Z`)
  return { fromMs: startMs - dayMs, toMs: startMs + (windowDaysMax + 1) * dayMs }
}
