import { asc, eq } from 'drizzle-orm'
import type { paymentRequestsApi } from '#contract/payment-requests/api.ts'
import type { Orm } from '#server/db/orm.ts'
import { paymentRequests as requests } from '#server/db/schema/payments.ts'
import { type Deps, defineFeature } from '#server/feature.ts'
import { bookingDepsOf, createHeldSlots } from '#server/features/booking/index.ts'
import { createPaymentsRepo, createReceive } from '#server/features/payments/index.ts'
import { createPricingRepo, onlyClients } from '#server/features/pricing/index.ts'
import { createLimiter, hourSeconds } from '#server/http/limits/limits.ts'
import { anybody, anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { asksPerDayMax, createAsking } from './asking.ts'
import { checkoutsPerLinkMax, createPaying } from './paying.ts'
import { createRequestsRepo } from './repo.ts'
import { createOnGuestPaid, handleRequestWork } from './work.ts'

/** Views of links and checkouts from one address in an hour: a school behind one address fits, a guesser does not. */
export const viewsPerHourMax = 120
export const guestCheckoutsPerHourMax = 60

export const paymentRequests = defineFeature({
  routes: requestRoutes,
  hooks: ({ database, jobs, now }) => ({
    onGuestPaid: createOnGuestPaid({ jobs, now, repo: createRequestsRepo(database.orm) }),
  }),
  exportData: ({ database }) => ({ paymentRequests: requestsExport(database.orm) }),
  sweep: ({ database }, now) => createRequestsRepo(database.orm).sweep(now),
  jobs: (deps) => handleRequestWork({ ...deps, ...partsOf(deps) }),
})

function partsOf(deps: Deps) {
  const { pool, orm } = deps.database
  return {
    pool,
    orm,
    repo: createRequestsRepo(orm),
    payments: createPaymentsRepo(orm),
    plans: createPricingRepo(orm),
    heldSlots: createHeldSlots(bookingDepsOf(deps)),
    receive: createReceive({ ...deps, orm }),
  }
}

function requestRoutes(deps: Deps): Routes<typeof paymentRequestsApi> {
  const parts = partsOf(deps)
  const { pool } = parts
  const asks = createLimiter(pool, 'pay-ask', asksPerDayMax, 24 * hourSeconds)
  const asking = createAsking({ ...deps, ...parts, asks })
  const checkouts = createLimiter(pool, 'pay-link', checkoutsPerLinkMax, hourSeconds)
  const paying = createPaying({ ...deps, ...parts, checkouts })
  const views = createLimiter(pool, 'pay-view', viewsPerHourMax, hourSeconds)
  const pays = createLimiter(pool, 'pay-address', guestCheckoutsPerHourMax, hourSeconds)
  return {
    askToPay: {
      policy: onlyClients,
      handle: ({ session, body }) => asking.ask(session.actor, body),
    },
    listPaymentRequests: {
      policy: anyMember,
      handle: ({ session }) => asking.list(session.actor),
    },
    withdrawPaymentRequest: {
      policy: anyMember,
      handle: ({ session, params }) => asking.withdraw(session.actor, params.id),
    },
    viewPayable: {
      limit: (address) => views.take(address),
      policy: anybody,
      handle: ({ body }) => paying.view(body),
    },
    payAsGuest: {
      limit: (address) => pays.take(address),
      policy: anybody,
      handle: ({ body }) => paying.begin(body),
    },
    endGuestSandbox: {
      limit: (address) => pays.take(address),
      policy: anybody,
      handle: ({ body }) => paying.endSandbox(body),
    },
  }
}

/** Every link that a person made, oldest first, as long as it is listed; not with whom, as with purchases. */
function requestsExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    orm
      .select({
        status: requests.status,
        showsProvider: requests.showsProvider,
        showsSpecialty: requests.showsSpecialty,
        slotStartsAt: requests.slotStartsAt,
        slotEndsAt: requests.slotEndsAt,
        slotOutcome: requests.slotOutcome,
        createdAt: requests.createdAt,
        expiresAt: requests.expiresAt,
      })
      .from(requests)
      .where(eq(requests.userId, userId))
      .orderBy(asc(requests.createdAt))
}
