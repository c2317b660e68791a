import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { unionAll, type PgColumn } from 'drizzle-orm/pg-core'
import pg from 'pg'
import * as v from 'valibot'
import { offersAheadDays, type Offer } from '#contract/booking/api.ts'
import { slotsOf } from '#contract/booking/slots.ts'
import { bufferMinutesMax } from '#contract/calendar/model.ts'
import type { Interval } from '#contract/instant.ts'
import { utcDate, minuteMs, dayMs } from '#contract/local-date.ts'
import type { Orm } from '#server/db/orm.ts'
import { bookings, busySlots, slotHolds } from '#server/db/schema/booking.ts'
import { scheduleFrom, type CalendarRepo } from '#server/features/calendar/index.ts'
import { pairStatuses } from '#server/features/connections/index.ts'
import type { PlanRow, PricingRepo } from '#server/features/pricing/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { bookedWithin, boundsOf } from './shown-bookings.ts'

export const offerReadsPerMinuteMax = 60

export interface OffersDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly plans: PricingRepo
  readonly calendars: CalendarRepo
  readonly reads: Limiter
  readonly now: () => number
}

/**
 * What several care providers offer the actor, in the order they were asked for. Whoever is not listed, is blocked or
 * does not see the actor is left out, as if they were not there. Google is not asked: of who has connected it the next
 * free slot is not known here.
 */
export function createOffers(deps: OffersDeps) {
  return async function offers(actor: Actor, ids: readonly string[]): Promise<Offer[]> {
    await deps.reads.take(actor.userId)
    const nowMs = deps.now()
    const statuses = await pairStatuses(deps.pool, actor.userId, ids, utcDate(nowMs))
    const seen = ids.filter((id) => {
      const status = statuses.get(id)
      return status?.listed && status.relation !== 'blocked' && status.relation !== 'unavailable'
    })
    if (seen.length === 0) return []
    const plans = await deps.plans.onSaleOf(seen)
    const free = await nextFree(deps, actor, { seen, plans, nowMs })
    return seen.map((providerId) => ({
      providerId,
      from: cheapest(plans.filter((plan) => plan.providerId === providerId)),
      nextFree: free.get(providerId) ?? null,
    }))
  }
}

/** When the next slot of each is free that is as long as a session of their first plan; by provider. */
async function nextFree(
  { orm, calendars }: OffersDeps,
  actor: Actor,
  { seen, plans, nowMs }: { seen: readonly string[]; plans: readonly PlanRow[]; nowMs: number },
): Promise<ReadonlyMap<string, string>> {
  const within = { fromMs: nowMs, toMs: nowMs + offersAheadDays * dayMs }
  // A session that has just ended wants its buffer still.
  const reach = { fromMs: nowMs - bufferMinutesMax * minuteMs, toMs: within.toMs + dayMs }
  const selling = seen.filter((id) => plans.some(({ providerId }) => providerId === id))
  const [schedules, taken] = await Promise.all([
    calendars.schedulesOf(selling),
    takenOf(orm, { providerIds: selling, clientId: actor.userId, now: new Date(nowMs) }, reach),
  ])
  const found = new Map<string, string>()
  for (const row of schedules) {
    const plan = plans.find(({ providerId }) => providerId === row.userId)
    if (!plan || row.googleId !== null) continue
    const question = {
      schedule: scheduleFrom(row),
      durationMinutes: plan.durationMinutes,
      nowMs,
      taken: taken.filter(({ of, given }) => !given && (of === row.userId || of === actor.userId)),
      sessions: taken.filter(({ of, given }) => given && of === row.userId),
    }
    const slot = slotsOf({ ...question, within }).find(({ available }) => available)
    if (slot) found.set(row.userId, new Date(slot.fromMs).toISOString())
  }
  return found
}

function cheapest(plans: readonly PlanRow[]): Offer['from'] {
  const [first] = plans.toSorted((a, b) => a.finalPriceMinor - b.finalPriceMinor)
  return first ? { currency: first.currency, finalPriceMinor: first.finalPriceMinor } : null
}

/** A time that somebody has no room in. */
export interface TakenTime extends Interval {
  readonly of: string
  /** A session of theirs as a provider, or a slot that is held for one: around both their buffer stays free. */
  readonly given: boolean
}

/** A session may have lost its provider: the parts of one statement have the same columns. */
function owner(column: PgColumn) {
  return sql`${column}`.mapWith(v.parser(v.nullable(v.string())))
}

function is(given: boolean) {
  return sql`${given}::boolean`.mapWith(Boolean)
}

/** Busy slots, sessions and holds of several providers, and the sessions of a client, within a time: one statement. */
async function takenOf(
  orm: Orm,
  { providerIds, clientId, now }: { providerIds: readonly string[]; clientId: string; now: Date },
  { fromMs, toMs }: Interval,
): Promise<TakenTime[]> {
  if (providerIds.length === 0) return []
  const [from, to] = [new Date(fromMs), new Date(toMs)]
  const ids = [...providerIds]
  const booked = bookedWithin(boundsOf({ fromMs, toMs }))
  const rows = await unionAll(
    orm
      .select({
        of: owner(busySlots.userId),
        given: is(false),
        startsAt: busySlots.startsAt,
        endsAt: busySlots.endsAt,
      })
      .from(busySlots)
      .where(
        and(inArray(busySlots.userId, ids), gt(busySlots.endsAt, from), lt(busySlots.startsAt, to)),
      ),
    orm
      .select({
        of: owner(bookings.providerId),
        given: is(true),
        startsAt: bookings.startsAt,
        endsAt: bookings.endsAt,
      })
      .from(bookings)
      .where(and(inArray(bookings.providerId, ids), booked)),
    orm
      .select({
        of: owner(bookings.clientId),
        given: is(false),
        startsAt: bookings.startsAt,
        endsAt: bookings.endsAt,
      })
      .from(bookings)
      .where(and(eq(bookings.clientId, clientId), booked)),
    orm
      .select({
        of: owner(slotHolds.providerId),
        given: is(true),
        startsAt: slotHolds.startsAt,
        endsAt: slotHolds.endsAt,
      })
      .from(slotHolds)
      .where(
        and(
          inArray(slotHolds.providerId, ids),
          gt(slotHolds.endsAt, from),
          lt(slotHolds.startsAt, to),
          gt(slotHolds.until, now),
        ),
      ),
  )
  return rows.flatMap(({ of, given, startsAt, endsAt }) =>
    of === null ? [] : [{ of, given, fromMs: startsAt.getTime(), toMs: endsAt.getTime() }],
  )
}
