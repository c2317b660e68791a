import * as v from 'valibot'
import type { Interval } from '#contract/instant.ts'

/** What opens a calendar; the refresh token is the lasting part. */
export const calendarTokensSchema = v.object({
  refreshToken: v.string(),
  accessToken: v.nullable(v.string()),
  /** Epoch milliseconds. */
  accessExpiresMs: v.nullable(v.number()),
})
export type CalendarTokens = v.InferOutput<typeof calendarTokensSchema>

/** A session in the calendar of its provider: without names, since the calendar is not ours. */
export interface CalendarEvent {
  /** Chosen by us, so that writing twice writes once. */
  readonly eventId: string
  readonly start: string
  readonly end: string
  readonly summary: string
}

/** The owner took our leave away, or it ran out: only they can give it again. */
export class CalendarExpiredError extends Error {
  override name = 'CalendarExpiredError'
}

/** What came back from the consent page opens nothing. */
export class CalendarRefusedError extends Error {
  override name = 'CalendarRefusedError'
}

/** One calendar, open. Its methods throw `CalendarExpiredError` or `PartnerError`. */
export interface OpenCalendar {
  /** When its owner is busy within a time, as moments and nothing else. */
  busyWithin(within: Interval): Promise<Interval[]>
  /** Writes an event, or what it has become. */
  putEvent(event: CalendarEvent): Promise<void>
  /** An event that is not there is removed. */
  removeEvent(eventId: string): Promise<void>
  /** Takes our leave back. */
  revoke(): Promise<void>
}

export interface CalendarPort {
  /** The address where an owner gives us leave. */
  consentUrl(given: { state: string; codeChallenge: string }): string
  /** Throws `CalendarRefusedError` or `PartnerError`. */
  exchange(given: { code: string; codeVerifier: string }): Promise<CalendarTokens>
  /** `renewed` gets tokens that replace those given. */
  open(tokens: CalendarTokens, renewed: (tokens: CalendarTokens) => Promise<void>): OpenCalendar
}
