import * as v from 'valibot'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { Actor } from '#server/http/session/actor.ts'
import type { PresentBookings } from './present-bookings.ts'
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
