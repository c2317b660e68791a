import * as v from 'valibot'
import type { Api } from '#contract/api.ts'
import { weekReach, type ProviderWeek, type WeekBusy } from '#contract/booking/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { Interval } from '#contract/instant.ts'
import {
  isOwnCalendar,
  presentBusy,
  scheduleFrom,
  type CalendarRepo,
  type GoogleConnections,
} from '#server/features/calendar/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { PresentBookings } from './present.ts'
import type { BookingRepo } from './repo.ts'
import type { BookingCursor, ShownBooking } from './shown-bookings.ts'

/** One's own sessions, page by page; a provider's are those they give, everybody else's those they booked. */
export function createBookingList(deps: {
  repo: BookingRepo
  present: PresentBookings
  now: () => number
}) {
  const { repo, present, now } = deps
  return async (
    actor: Actor,
    { scope, limit, after }: QueryOf<Api['listBookings']>,
  ): Promise<ReplyOf<Api['listBookings']>> => {
    const { userId, userType } = actor
    const role = userType === 'ServiceProvider' ? 'provider' : 'client'
    const rows = await repo.listOf(
      { userId, role },
      { scope, now: new Date(now()), limit: limit + 1, after: cursorOf(after) },
    )
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      bookings: await present(actor, page),
      next: last ? textOf(last) : null,
    }
  }
}

const cursorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    startsAt: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
    id: v.pipe(v.string(), v.uuid()),
  }),
)

function textOf({ booking }: ShownBooking): string {
  const { startsAt, id } = booking
  return JSON.stringify({ startsAt: startsAt.toISOString(), id })
}

/** What is no place of ours begins anew. */
function cursorOf(after: string | undefined): BookingCursor | undefined {
  const parsed = v.safeParse(cursorSchema, after)
  return parsed.success ? parsed.output : undefined
}

export interface WeekDeps {
  readonly repo: Pick<BookingRepo, 'givenWithin'>
  readonly calendars: Pick<CalendarRepo, 'scheduleOf' | 'busyRowsWithin' | 'googleOf'>
  readonly google: Pick<GoogleConnections, 'busyWithin'>
  readonly present: PresentBookings
  /** A look at a week may cost a request to Google. */
  readonly slotReads: Limiter
  readonly now: () => number
}

/** A provider's own week from a day on, with a day more at both ends: they may read it by another clock. */
export function createProviderWeek(deps: WeekDeps) {
  const { repo, calendars, present, slotReads, now } = deps
  return async (actor: Actor, day: string): Promise<ProviderWeek> => {
    const { userId } = authorize(actor, { userId: actor.userId }, isOwnCalendar)
    await slotReads.take(userId)
    const found = await calendars.scheduleOf(userId)
    if (!found) throw new ProblemError('not_found')
    const reach = weekReach(day)
    const asOf = new Date(now()).toISOString()
    const [rows, own, elsewhere] = await Promise.all([
      repo.givenWithin(userId, reach),
      calendars.busyRowsWithin(userId, reach),
      found.googleId === null ? undefined : googleBusy(deps, userId, reach),
    ])
    const busy = own.map(presentBusy).map(({ start, end, reason }) => ({ start, end, reason }))
    return {
      asOf,
      schedule: scheduleFrom(found),
      sessions: await present(actor, rows),
      busy: [
        ...busy.map((slot): WeekBusy => ({ ...slot, source: 'zync' })),
        ...(elsewhere ?? []).map(presentElsewhere),
      ],
      google: found.googleId === null ? 'none' : elsewhere ? 'read' : 'unavailable',
      googleExpired:
        found.googleId !== null && !elsewhere && (await hasExpired(deps, found.googleId)),
    }
  }
}

/** Undefined where Google does not say: the rest of the week is worth a look all the same. */
async function googleBusy(
  { google }: WeekDeps,
  userId: string,
  within: Interval,
): Promise<Interval[] | undefined> {
  try {
    return await google.busyWithin(userId, within)
  } catch (error) {
    if (error instanceof ProblemError && error.body.code === 'calendar_unavailable')
      return undefined
    throw error
  }
}

/** Asked after the look at Google, which may have found it out. */
async function hasExpired({ calendars }: WeekDeps, userId: string): Promise<boolean> {
  const row = await calendars.googleOf(userId)
  return row !== undefined && row.expiredAt !== null
}

function presentElsewhere({ fromMs, toMs }: Interval): WeekBusy {
  const [start, end] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  return { start, end, reason: '', source: 'google' }
}
