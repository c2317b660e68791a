import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { api, type Api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createAccountRoutes } from './account-routes.ts'
import { createChatRoutes } from './chat-routes.ts'
import { createLibraryRoutes } from './library-routes.ts'
import { createMoneyRoutes, type MoneyRoutes } from './money-routes.ts'
import type { Database } from './db/client.ts'
import type { Passwords } from './features/account/passwords.ts'
import { auditRules } from './audit-rules.ts'
import type { AuditRule } from './http/audit.ts'
import type { AuditTrail } from './ports/audit/trail.ts'
import { createSessions } from './features/account/sessions.ts'
import { mountPaymentWebhook } from './features/payments/webhook.ts'
import { startChat } from './features/chat/service.ts'
import { eventsRoutes } from './features/events/routes.ts'
import { tellingOfSessions } from './features/events/session-ends.ts'
import { createStreams } from './features/events/streams.ts'
import { questsRoutes, sharesPerHourMax, submissionsPerHourMax } from './features/quests/routes.ts'
import { connectionsRoutes } from './features/connections/routes.ts'
import { noticesRoutes } from './features/notices/routes.ts'
import { providersRoutes } from './features/providers/routes.ts'
import { createClearance } from './features/providers/service.ts'
import { safetyRoutes } from './features/safety/routes.ts'
import type { OpBudgetBounds } from './features/sync/op-budget.ts'
import { createAppliers } from './features/sync/appliers.ts'
import { syncRoutes } from './features/sync/routes.ts'
import { createSyncService } from './features/sync/service.ts'
import { trackersRoutes } from './features/trackers/routes.ts'
import { requestIds, type ApiEnv } from './http/exchange.ts'
import { mountHealth } from './http/health.ts'
import type { Lifecycle } from './http/listener.ts'
import { createLimiter } from './http/limiter.ts'
import { mountRoute, type ChainParts } from './http/mount.ts'
import { mountOpenApi } from './http/openapi-route.ts'
import { createPictures, type Pictures } from './http/pictures.ts'
import type { Routes } from './http/route.ts'
import { mountUnmatched } from './http/unmatched.ts'
import type { UploadFolder } from './http/upload-folder.ts'
import { createUploads, uploadLimits, type UploadLimits } from './http/upload.ts'
import type { BlobStore } from './ports/blobs/store.ts'
import type { CalendarPort } from './ports/calendar/port.ts'
import type { CheckoutPort } from './ports/checkout/port.ts'
import type { EventBus } from './ports/events/port.ts'
import type { Jobs } from './ports/jobs/port.ts'
import type { MailQueue } from './ports/mail/queue.ts'
import type { ScannerPort } from './ports/scanner/port.ts'
import type { Sealer } from './ports/sealing.ts'
import type { ThumbnailPort } from './ports/thumbnails/port.ts'

export interface AppParts {
  readonly database: Database
  readonly passwords: Passwords
  readonly log: Logger
  readonly lifecycle: Lifecycle
  readonly trustedProxyHops: number
  readonly uploadFolder: UploadFolder
  readonly uploadLimits?: UploadLimits | undefined
  readonly opBudget?: OpBudgetBounds | undefined
  readonly blobs: BlobStore
  readonly mails: MailQueue
  readonly events: EventBus
  readonly thumbnails: ThumbnailPort
  /** Undefined where nobody takes money. */
  readonly checkout: CheckoutPort | undefined
  /** Undefined where there are no keys for Google. */
  readonly google: CalendarPort | undefined
  /** Undefined where no scanner for malicious files is set up. */
  readonly scanner: ScannerPort | undefined
  readonly sealer: Sealer
  readonly audit: AuditTrail
  /** Seals evidence and reports, with a key of its own. */
  readonly evidenceSealer: Sealer
  readonly jobs: Jobs
  readonly changeNoticeHours: number
  readonly reviewProviders: boolean
  readonly confirmEmails: boolean
  /** A superAdmin without a second factor may do nothing but turn it on. */
  readonly requireSecondFactor: boolean
  readonly production: boolean
  /** The description of the API is served. */
  readonly apiDocs: boolean
  /** The ids of the quests that are switched on. */
  readonly openQuests: ReadonlySet<number>
  /** Epoch milliseconds. */
  readonly now?: () => number
  readonly newId?: () => string
}

const hourSeconds = 3_600

/** Composes the API: every call of the contract at its path, health, its description, and 404 for the rest. */
export function createApi(parts: AppParts): Hono<ApiEnv> {
  const { database, now = Date.now, newId = uuidv7 } = parts
  const limits = parts.uploadLimits ?? uploadLimits
  const sessions = createSessions(database.orm, now, newId, parts)
  const chain: ChainParts = {
    log: parts.log,
    trustedProxyHops: parts.trustedProxyHops,
    nextRequestId: requestIds(randomBytes(5).toString('hex')),
    findSession: sessions.find,
    uploads: createUploads(parts.uploadFolder, { limits, scanner: parts.scanner }),
    audit: parts.audit,
    pace: limits.pace,
  }
  const pictures = createPictures()
  const money = createMoneyRoutes({ ...parts, now, newId })
  const routes = createRoutes({ ...parts, now, newId, sessions, pictures, money })

  const app = new Hono<ApiEnv>()
  for (const name of Object.keys(api) as (keyof Api)[]) {
    // One name, so the rule was written for this endpoint.
    const rule = auditRules[name] as AuditRule<Endpoint> | undefined
    mountRoute<Endpoint>(app, api[name], routes[name], chain, rule)
  }
  mountPaymentWebhook(app, chain, { checkout: parts.checkout, receive: money.receive })
  mountHealth(app, chain, { lifecycle: parts.lifecycle, ping: () => database.ping() })
  if (parts.apiDocs) mountOpenApi(app, chain)
  mountUnmatched(app, chain)
  return app
}

/** A call of the contract without a route and its policy does not compile here. */
function createRoutes(
  parts: AppParts &
    Required<Pick<AppParts, 'now' | 'newId'>> & {
      sessions: ReturnType<typeof createSessions>
      pictures: Pictures
      money: MoneyRoutes
    },
): Routes<Api> {
  const { database, now, newId, log, events, money, evidenceSealer } = parts
  const { pool } = database
  const appliers = createAppliers({ onBlocked: money.withdraw.between })
  const sync = createSyncService({
    pool,
    appliers,
    now,
    log,
    events,
    evidenceSealer,
    opBudget: parts.opBudget,
  })
  const withdrawSessions = money.withdraw.withMinors
  const clearance = createClearance({ pool, events, now, withdrawSessions })
  const streams = createStreams({ events, isOpen: parts.sessions.isOpen })
  parts.lifecycle.whenDraining.add(streams.endAll)
  return {
    ...tellingOfSessions(createAccountRoutes({ ...parts, leaveSessions: money.leave }), events),
    ...money.routes,
    ...createLibraryRoutes(parts),
    ...providersRoutes({ database, clearance, reviewProviders: parts.reviewProviders, now }),
    ...connectionsRoutes({
      pool,
      events,
      now,
      newId,
      onAccepted: (client, pair, at) => startChat(client, pair, { id: newId(), at }),
    }),
    ...safetyRoutes({ ...parts, sync, clearance }),
    ...noticesRoutes({ pool, now }),
    ...trackersRoutes({ pool, sync, now, newId }),
    ...questsRoutes({
      pool,
      sync,
      now,
      newId,
      openQuests: parts.openQuests,
      submissions: createLimiter(pool, 'quest', submissionsPerHourMax, hourSeconds),
      shares: createLimiter(pool, 'quest-share', sharesPerHourMax, hourSeconds),
    }),
    ...syncRoutes(sync),
    ...eventsRoutes(streams),
    ...createChatRoutes({ ...parts, sync }),
  }
}
