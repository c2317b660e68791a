import type { Logger } from 'pino'
import type { bookingApi } from '#contract/booking/api.ts'
import type { calendarApi } from '#contract/calendar/api.ts'
import type { paymentsApi } from '#contract/payments/api.ts'
import type { pricingApi } from '#contract/pricing/api.ts'
import type { Database } from './db/client.ts'
import { createAftermath } from './features/booking/aftermath.ts'
import { createAvailability } from './features/booking/availability.ts'
import { createLeave, type LeaveSessions } from './features/booking/leave.ts'
import { createBookingList } from './features/booking/list.ts'
import { createPresentBookings } from './features/booking/present-bookings.ts'
import { createBookingRepo, type BookingRepo } from './features/booking/repo.ts'
import { bookingRoutes } from './features/booking/routes.ts'
import {
  changesPerHourMax,
  createBookingService,
  looksPerMinuteMax,
} from './features/booking/service.ts'
import { createWithdraw, type Withdraw } from './features/booking/withdraw.ts'
import { handleAftermath } from './features/booking/work.ts'
import { calendarRoutes, connectsPerHourMax } from './features/calendar/routes.ts'
import {
  createCalendarRepo,
  createCalendarService,
  createGoogleConnections,
} from './features/calendar/service.ts'
import { handleReceipts } from './features/payments/receipt-work.ts'
import { createReceive, type Receive } from './features/payments/receive.ts'
import { createReconcile, reconcileEveryMs } from './features/payments/reconcile.ts'
import { createPaymentsRepo } from './features/payments/repo.ts'
import { paymentsRoutes } from './features/payments/routes.ts'
import { checkoutsPerHourMax, createPaymentsService } from './features/payments/service.ts'
import { pricingRoutes } from './features/pricing/routes.ts'
import { createPricingRepo, createPricingService } from './features/pricing/service.ts'
import { createLimiter } from './http/limiter.ts'
import type { Routes } from './http/route.ts'
import type { CalendarPort } from './ports/calendar/port.ts'
import type { CheckoutPort } from './ports/checkout/port.ts'
import type { EventBus } from './ports/events/port.ts'
import type { Jobs } from './ports/jobs/port.ts'
import type { MailQueue } from './ports/mail/queue.ts'
import type { Sealer } from './ports/sealing.ts'

const minuteSeconds = 60
const hourSeconds = 3_600

export interface MoneyRoutesParts {
  readonly database: Database
  readonly checkout: CheckoutPort | undefined
  readonly google: CalendarPort | undefined
  readonly sealer: Sealer
  readonly jobs: Jobs
  readonly mails: MailQueue
  readonly events: EventBus
  readonly changeNoticeHours: number
  readonly log: Logger
  readonly now: () => number
  readonly newId: () => string
}

export interface MoneyRoutes {
  readonly routes: Routes<
    typeof pricingApi & typeof paymentsApi & typeof calendarApi & typeof bookingApi
  >
  /** The door for what the gateway says. */
  readonly receive: Receive
  /** What happens to the sessions of somebody whose account is about to go. */
  readonly leave: LeaveSessions
  /** What the product does to sessions that may not be any more. */
  readonly withdraw: Withdraw
}

/** Prices, payments, calendars and sessions, put together. */
export function createMoneyRoutes(parts: MoneyRoutesParts): MoneyRoutes {
  const { pool, orm } = parts.database
  const bookings = createBookingRepo(orm)
  const plans = createPricingRepo(orm)
  const { receive, payments } = createPayments(parts, plans)
  const aftermath = createAftermath(parts.jobs, parts.now)
  const { calendar, calendars, google } = createCalendars(parts, bookings)
  const noticeHours = parts.changeNoticeHours
  const present = createPresentBookings({ ...parts, pool, noticeHours })
  const booking = createBookingService({
    ...parts,
    pool,
    orm,
    plans,
    aftermath,
    noticeHours,
    present,
    repo: bookings,
    availability: createAvailability({ repo: bookings, calendars, google, now: parts.now }),
    looks: createLimiter(pool, 'slots', looksPerMinuteMax, minuteSeconds),
    changes: createLimiter(pool, 'booking', changesPerHourMax, hourSeconds),
  })
  handleAftermath({ ...parts, pool, orm, repo: bookings, google })
  const connects = createLimiter(pool, 'calendar', connectsPerHourMax, hourSeconds)
  return {
    routes: {
      ...pricingRoutes(createPricingService({ ...parts, pool, orm, repo: plans })),
      ...paymentsRoutes(payments),
      ...calendarRoutes(calendar, connects),
      ...bookingRoutes(booking, createBookingList({ ...parts, repo: bookings, present })),
    },
    receive,
    leave: createLeave({ ...parts, repo: bookings, aftermath }),
    withdraw: createWithdraw({ ...parts, repo: bookings, aftermath }),
  }
}

function createPayments(parts: MoneyRoutesParts, plans: ReturnType<typeof createPricingRepo>) {
  const { pool, orm } = parts.database
  const repo = createPaymentsRepo(orm)
  const receive = createReceive({ ...parts, orm })
  const checkouts = createLimiter(pool, 'checkout', checkoutsPerHourMax, hourSeconds)
  const payments = createPaymentsService({ ...parts, pool, orm, repo, plans, receive, checkouts })
  handleReceipts({ ...parts, orm, repo })
  const reconcile = createReconcile({ ...parts, receive, repo })
  parts.jobs.repeat('payments.reconcile', reconcileEveryMs, reconcile)
  return { receive, payments }
}

function createCalendars(parts: MoneyRoutesParts, bookings: BookingRepo) {
  const { orm } = parts.database
  const calendars = createCalendarRepo(orm)
  const google = createGoogleConnections({ ...parts, repo: calendars })
  const calendar = createCalendarService({
    ...parts,
    orm,
    repo: calendars,
    google,
    hasSession: (tx, providerId, within) => bookings.hasSession(tx, providerId, within),
  })
  return { calendar, calendars, google }
}
