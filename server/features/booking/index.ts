import { Readable } from 'node:stream'
import { asc, eq, or } from 'drizzle-orm'
import type { bookingApi } from '#contract/booking/api.ts'
import { lockPeople, type Orm } from '#server/db/orm.ts'
import { bookings, slotHolds } from '#server/db/schema/booking.ts'
import { defineFeature, type Hooks, type Deps, type HookDeps } from '#server/feature.ts'
import {
  createCalendarRepo,
  createGoogleConnections,
  noteLeave,
  onlyProviders,
} from '#server/features/calendar/index.ts'
import { createPricingRepo, onlyClients } from '#server/features/pricing/index.ts'
import { createLimiter, hourSeconds } from '#server/http/limits/limits.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { createAvailability } from './availability.ts'
import { createLeave, createWithdraw, bookingCommands } from './cancels.ts'
import { createHoldsRepo, sweepHolds } from './holds.ts'
import { createBookingList, createProviderWeek } from './lists.ts'
import { createOffers, offerReadsPerMinuteMax } from './offers.ts'
import type { BookingDeps } from './placing.ts'
import { createPresentBookings } from './present.ts'
import { createBookingRepo } from './repo.ts'
import {
  changesPerHourMax,
  createBookingService,
  slotReadsPerMinuteMax,
  type BookingService,
} from './service.ts'
import { createSideEffects, eventIdOf } from './side-effects.ts'
import { handleSideEffects } from './work.ts'

const minuteSeconds = 60

export { createHeldSlots, type HeldSlots } from './holds.ts'

export const booking = defineFeature({
  routes: createRoutes,
  hooks: (deps): Omit<Hooks, 'onConnected' | 'onGuestPaid' | 'onAccountClosed'> => {
    const { repo, sideEffects, ...changes } = changesOf(deps)
    const withdraw = createWithdraw({ ...changes, repo, sideEffects })
    return {
      hasSession: (tx, providerId, within) => repo.hasSession(tx, providerId, within),
      async onCalendarConnected(tx, providerId) {
        // A session that is booked meanwhile is among these, or its own job finds the calendar.
        await lockPeople(tx, providerId)
        for (const session of await repo.ahead(tx, providerId, new Date(deps.now()))) {
          await sideEffects.touchCalendar(tx, session)
        }
      },
      onBlocked: withdraw.between,
      onEnded: withdraw.proposalsBetween,
      withdrawSessions: withdraw.of,
    }
  },
  commands: (_, deps) => bookingCommands({ ...deps, ...changesOf(deps) }),
  exportData: ({ database }) => ({
    bookings: bookingsExport(database.orm),
    heldSlots: holdsExport(database.orm),
  }),
  accountDeletion: (deps) => {
    const leave = createLeave(changesOf(deps))
    const repo = createCalendarRepo(deps.database.orm)
    return async (tx, { userId }) => {
      const given = await leave(tx, userId)
      await noteLeave(tx, { ...deps, repo }, { userId, eventIds: given.map(eventIdOf) })
      return []
    }
  },
  sweep: ({ database }, now) => sweepHolds(database.orm, now),
  jobs: (deps) => {
    const { pool, orm } = deps.database
    const google = createGoogleConnections({ ...deps, repo: createCalendarRepo(orm) })
    handleSideEffects({ ...deps, pool, orm, repo: createBookingRepo(orm), google })
  },
})

/** What sessions are placed with. */
export function bookingDepsOf(deps: Deps): BookingDeps {
  const { pool, orm } = deps.database
  const repo = createBookingRepo(orm)
  const calendars = createCalendarRepo(orm)
  const google = createGoogleConnections({ ...deps, repo: calendars })
  const holds = createHoldsRepo(orm)
  const noticeHours = deps.changeNoticeHours
  return {
    ...deps,
    pool,
    orm,
    repo,
    noticeHours,
    present: createPresentBookings({ ...deps, pool, noticeHours }),
    plans: createPricingRepo(orm),
    sideEffects: createSideEffects(deps.jobs, deps.now),
    availability: createAvailability({ repo, holds, calendars, google, now: deps.now }),
    slotReads: createLimiter(pool, 'slots', slotReadsPerMinuteMax, minuteSeconds),
    changes: createLimiter(pool, 'booking', changesPerHourMax, hourSeconds),
  }
}

function createRoutes(deps: Deps) {
  const { pool, orm } = deps.database
  const calendars = createCalendarRepo(orm)
  const google = createGoogleConnections({ ...deps, repo: calendars })
  const booking = bookingDepsOf(deps)
  const service = createBookingService(booking)
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
    createBookingList(booking),
    offers,
    createProviderWeek({ ...booking, calendars, google }),
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
      cancelTappedAt: row.cancelTappedAt,
      proposedStartsAt: row.proposedStartsAt,
      proposedEndsAt: row.proposedEndsAt,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    }))
  }
}

/** The times that are held for a person, or with them, until somebody has paid; first first. */
function holdsExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const rows = await orm
      .select()
      .from(slotHolds)
      .where(or(eq(slotHolds.clientId, userId), eq(slotHolds.providerId, userId)))
      .orderBy(asc(slotHolds.startsAt), asc(slotHolds.id))
    return rows.map(({ clientId, startsAt, endsAt, until }) => ({
      role: clientId === userId ? 'client' : 'provider',
      startsAt,
      endsAt,
      until,
    }))
  }
}

function bookingRoutes(
  booking: BookingService,
  list: ReturnType<typeof createBookingList>,
  offers: ReturnType<typeof createOffers>,
  week: ReturnType<typeof createProviderWeek>,
): Routes<typeof bookingApi> {
  return {
    validateAccess: {
      policy: onlyClients,
      handle: ({ session, params }) => booking.access(session.actor, params.providerId),
    },
    availableSlots: {
      policy: onlyClients,
      handle: ({ session, params, query }) =>
        booking.slots(session.actor, params.providerId, query),
    },
    listOffers: {
      policy: onlyClients,
      handle: async ({ session, query }) => ({
        offers: await offers(session.actor, query.providers),
      }),
    },
    book: {
      policy: onlyClients,
      handle: ({ session, body }) => booking.book(session.actor, body),
    },
    listBookings: {
      policy: anyMember,
      handle: ({ session, query }) => list(session.actor, query),
    },
    cancelBooking: {
      policy: anyMember,
      handle: ({ session, params }) => booking.cancel(session.actor, params.id),
    },
    rescheduleBooking: {
      policy: anyMember,
      handle: ({ session, params, body }) => booking.move(session.actor, params.id, body),
    },
    ...proposalRoutes(booking),
    providerWeek: {
      policy: onlyProviders,
      handle: ({ session, query }) => week(session.actor, query.day),
    },
    bookingIcs: {
      policy: anyMember,
      handle: async ({ session, params }) => {
        const text = await booking.calendarFile(session.actor, params.id)
        return {
          stream: Readable.from([Buffer.from(text)]),
          bytes: Buffer.byteLength(text),
          contentType: 'text/calendar; charset=utf-8',
          headers: { 'content-disposition': 'attachment; filename="zync-session.ics"' },
        }
      },
    },
  }
}

function proposalRoutes(
  booking: BookingService,
): Pick<Routes<typeof bookingApi>, 'openSlots' | 'proposeTime' | 'acceptProposal' | 'endProposal'> {
  return {
    openSlots: {
      policy: anyMember,
      handle: ({ session, params, query }) => booking.openSlots(session.actor, params.id, query),
    },
    proposeTime: {
      policy: anyMember,
      handle: ({ session, params, body }) => booking.propose(session.actor, params.id, body),
    },
    acceptProposal: {
      policy: anyMember,
      handle: ({ session, params, body }) => booking.acceptProposal(session.actor, params.id, body),
    },
    endProposal: {
      policy: anyMember,
      handle: ({ session, params }) => booking.endProposal(session.actor, params.id),
    },
  }
}
