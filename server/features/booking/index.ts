import { defineFeature, type Hooks } from '#server/feature.ts'
import type { Deps, HookDeps } from '#server/deps.ts'
import { createCalendarRepo, createGoogleConnections } from '#server/features/calendar/index.ts'
import { createPricingRepo } from '#server/features/pricing/index.ts'
import { createLimiter } from '#server/http/limits/limiter.ts'
import { createSideEffects } from './side-effects.ts'
import { createAvailability } from './availability.ts'
import { bookingsExport } from './export.ts'
import { createLeave } from './leave.ts'
import { createBookingList } from './list.ts'
import { createPresentBookings } from './present-bookings.ts'
import { createBookingRepo } from './repo.ts'
import { createOffers, offerReadsPerMinuteMax } from './offers.ts'
import { bookingRoutes } from './routes.ts'
import { changesPerHourMax, createBookingService, slotReadsPerMinuteMax } from './service.ts'
import { createProviderWeek } from './week.ts'
import { createWithdraw } from './withdraw.ts'
import { handleSideEffects } from './work.ts'

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
