import * as v from 'valibot'
import { clockTimeSchema, momentOf, timeZoneSchema } from '../calendar/time-zone.ts'
import type { Interval } from '../instant.ts'
import { clockAt, localMinuteAt, minuteMs, dayMs } from '../local-date.ts'

/** The hours of each day in which a provider does not read, by their own clock; they may cross midnight. */
export const awayHoursSchema = v.strictObject({
  from: clockTimeSchema,
  to: clockTimeSchema,
  timeZone: timeZoneSchema,
})

/** What a person lets others know of them; all of it is off until they choose. */
export const chatSettingsSchema = v.strictObject({
  /** Whoever they chat with sees how far they have read. */
  readReceipts: v.boolean(),
  /** Whoever they chat with sees that they are writing. */
  typing: v.boolean(),
  /** Providers alone have them. */
  away: v.nullable(awayHoursSchema),
})

export type ChatSettings = v.InferOutput<typeof chatSettingsSchema>

export const defaultChatSettings: ChatSettings = { readReceipts: false, typing: false, away: null }

/** While somebody writes, their phone says so this often at most; without it the word is old after twice as long. */
export const typingEveryMs = 4_000

export type AwayHours = v.InferOutput<typeof awayHoursSchema>

/** Whether the hours hold at a moment, in epoch milliseconds. From and to alike is never. */
export function isAway({ from, to, timeZone }: AwayHours, epochMs: number): boolean {
  const now = localMinuteAt(epochMs, timeZone)
  const [start, end] = [minutesIn(from), minutesIn(to)]
  return start <= end ? now >= start && now < end : now >= start || now < end
}

/** The span of the hours that holds a moment or comes next, both in epoch milliseconds. */
export function awaySpan({ from, to, timeZone }: AwayHours, epochMs: number): Interval {
  const midnightMs = Math.floor(clockAt(timeZone, epochMs) / dayMs) * dayMs
  const crosses = minutesIn(to) <= minutesIn(from) ? dayMs : 0
  const [yesterday, today, tomorrow] = [-dayMs, 0, dayMs].map((shiftMs) => ({
    fromMs: momentOf(timeZone, midnightMs + shiftMs + minutesIn(from) * minuteMs),
    toMs: momentOf(timeZone, midnightMs + shiftMs + crosses + minutesIn(to) * minuteMs),
  })) as [Interval, Interval, Interval]
  return [yesterday, today].find(({ toMs }) => toMs > epochMs) ?? tomorrow
}

function minutesIn(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
}
