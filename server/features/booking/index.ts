import { defineFeature, type Hooks } from '#server/feature.ts'
import type { Deps, HookDeps } from '#server/deps.ts'
import { createCalendarRepo, createGoogleConnections } from '#server/features/calendar/index.ts'
import { createPricingRepo } from '#server/features/pricing/index.ts'
import { createLimiter } from '#server/http/limits/limiter.ts'
import { createSideEffects } from './side-effects.ts'
import { createAvailability } from './availability.ts'
import { createLeave, createWithdraw } from './leave.ts'
import { createBookingList, createProviderWeek } from './lists.ts'
import { createPresentBookings } from './present.ts'
import { createBookingRepo } from './repo.ts'
import { createOffers, offerReadsPerMinuteMax } from './offers.ts'
import { bookingRoutes } from './routes.ts'
import { changesPerHourMax, createBookingService, slotReadsPerMinuteMax } from './service.ts'
import { handleSideEffects } from './work.ts'
import { asc, eq, or } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { bookings } from '#server/db/schema/booking.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

const minuteSeconds = 60
const hourSeconds = 3_600

export const booking = defineFeature({
  routes: createRoutes,
  hooks: (deps): Omit<Hooks, 'onConnected'> => {
    const { repo, ...changes } = changesOf(deps)
    const withdraw = createWithdraw({ ...changes, repo })
    return {
      hasSession: (tx, providerId, within) => repo.hasSession(tx, providerId, within),
      onBlocked: withdraw.between,
      onEnded: withdraw.proposalsBetween,
      withdrawSessions: withdraw.withMinors,
    }
  },
  exportData: ({ database }) => ({ bookings: bookingsExport(database.orm) }),
  accountDeletion: (deps) => {
    const leave = createLeave(changesOf(deps))
    return async (tx, { userId }) => {
      await leave(tx, userId)
      return []
    }
  },
  jobs: (deps) => {
    const { pool, orm } = deps.database
    const google = createGoogleConnections({ ...deps, repo: createCalendarRepo(orm) })
    handleSideEffects({ ...deps, pool, orm, repo: createBookingRepo(orm), google })
  },
})

function createRoutes(deps: Deps) {
  const { pool, orm } = deps.database
  const repo = createBookingRepo(orm)
  const calendars = createCalendarRepo(orm)
  const google = createGoogleConnections({ ...deps, repo: calendars })
  const noticeHours = deps.changeNoticeHours
  const present = createPresentBookings({ ...deps, pool, noticeHours })
  const slotReads = createLimiter(pool, 'slots', slotReadsPerMinuteMax, minuteSeconds)
  const service = createBookingService({
    ...deps,
    pool,
    orm,
    repo,
    noticeHours,
    present,
    plans: createPricingRepo(orm),
    sideEffects: createSideEffects(deps.jobs, deps.now),
    availability: createAvailability({ repo, calendars, google, now: deps.now }),
    slotReads,
    changes: createLimiter(pool, 'booking', changesPerHourMax, hourSeconds),
  })
  const offers = createOffers({
    ...deps,
    pool,
    orm,
    calendars,
    plans: createPricingRepo(orm),
    reads: createLimiter(pool, 'offers', offerReadsPerMinuteMax, minuteSeconds),
  })
  return bookingRoutes(
    service,
    createBookingList({ ...deps, repo, present }),
    offers,
    createProviderWeek({ ...deps, repo, calendars, google, present, slotReads }),
  )
}

/** What changes sessions that their people did not change themselves. */
function changesOf({ database, jobs, now, newId }: HookDeps) {
  const repo = createBookingRepo(database.orm)
  return { repo, sideEffects: createSideEffects(jobs, now), now, newId }
}

/** Every session of a person, first first, without saying with whom: that is the other's. */
function bookingsExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const rows = await orm
      .select()
      .from(bookings)
      .where(or(eq(bookings.clientId, userId), eq(bookings.providerId, userId)))
      .orderBy(asc(bookings.startsAt), asc(bookings.id))
    return rows.map((row) => ({
      role: row.clientId === userId ? 'client' : 'provider',
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      timeZone: row.timeZone,
      status: row.status,
      cancelledBy: row.cancelledBy,
      proposedStartsAt: row.proposedStartsAt,
      proposedEndsAt: row.proposedEndsAt,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    }))
  }
}
