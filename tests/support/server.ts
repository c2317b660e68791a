import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { createApi } from '#server/app.ts'
import { upkeep } from '#server/compose.ts'
import type { Database } from '#server/db/client.ts'
import { createPasswords, type Passwords } from '#server/features/account/sign-in/passwords.ts'
import type { OpBudgetBounds } from '#server/features/sync/pace.ts'
import {
  createLifecycle,
  createListener,
  type Lifecycle,
  createHttpServer,
  type ConnectionLimits,
} from '#server/http/process/listener.ts'
import { staticFiles } from '#server/http/static/static-files.ts'
import { openUploadFolder, type UploadLimits } from '#server/http/uploads/upload.ts'
import { createAuditTrail, type AuditTrail } from '#server/ports/audit/trail.ts'
import { diskBlobs } from '#server/ports/blobs/open.ts'
import type { BlobPort } from '#server/ports/blobs/port.ts'
import { createBlobStore, type BlobStore } from '#server/ports/blobs/store.ts'
import type { CalendarPort } from '#server/ports/calendar/port.ts'
import { sandboxCheckout } from '#server/ports/checkout/open.ts'
import type { CheckoutPort } from '#server/ports/checkout/port.ts'
import { localEvents, type EventBus } from '#server/ports/events/port.ts'
import { openJobs, type OpenJobs } from '#server/ports/jobs/boss.ts'
import { type Mail, type MailPort, createMailQueue } from '#server/ports/mail/mail.ts'
import { noMetrics, type Metrics } from '#server/ports/metrics/metrics.ts'
import type { PushPort } from '#server/ports/push/port.ts'
import type { ScannerPort } from '#server/ports/scanner/clamd.ts'
import { createSealer, sealingKeyBytes, type Sealer } from '#server/ports/sealing.ts'
import { noThumbnails, type ThumbnailPort } from '#server/ports/thumbnails/host.ts'
import { openQuestIds } from '#server/run.ts'
import { JobsClock } from './jobs-clock.ts'
import { silentPush } from './push-silent.ts'

export interface TestServer {
  /** `http://127.0.0.1:port`, without a slash at its end. */
  readonly origin: string
  readonly lifecycle: Lifecycle
  /** Its `DATA_DIR`, with `tmp` and `blobs` in it. */
  readonly dataDir: string
  readonly blobs: BlobStore
  readonly events: EventBus
  /** Every message it sent so far. */
  readonly mails: readonly Mail[]
  /** Work for later, done when a test asks for it. */
  readonly jobs: OpenJobs
  readonly audit: AuditTrail
  /** Does once what the server does every minute beside its database. */
  readonly upkeep: () => Promise<void>
  close(): Promise<void>
}

export interface TestServerOptions {
  readonly now?: () => number
  readonly log?: Logger
  readonly passwords?: Passwords
  readonly trustedProxyHops?: number
  /** The built app; none unless given. */
  readonly distDir?: string
  readonly production?: boolean
  /** On unless given. */
  readonly apiDocs?: boolean
  readonly reviewProviders?: boolean
  readonly minContract?: number
  /** Off unless given, as in plain development. */
  readonly confirmEmails?: boolean
  /** Off unless given. */
  readonly requireSecondFactor?: boolean
  /** All of them unless given. */
  readonly openQuests?: ReadonlySet<number>
  /** In the place of a directory of its own. */
  readonly blobPort?: BlobPort
  /** In the place of one that keeps every message. */
  readonly mailPort?: MailPort
  /** In the place of one of its own. */
  readonly events?: EventBus
  /** In the place of none. */
  readonly metrics?: Metrics
  /** In the place of none. */
  readonly thumbnails?: ThumbnailPort
  /** In the place of the sandbox; null for nobody who takes money. */
  readonly checkout?: CheckoutPort | null
  /** In the place of none. */
  readonly google?: CalendarPort
  /** In the place of one that reaches nobody; null for none. */
  readonly push?: PushPort | null
  /** In the place of one of its own. */
  readonly sealer?: Sealer
  /** In the place of none. */
  readonly scanner?: ScannerPort
  /** In the place of those of the product. */
  readonly uploadLimits?: UploadLimits
  /** In the place of those of the product. */
  readonly connectionLimits?: ConnectionLimits
  /** In the place of that of the product. */
  readonly opBudget?: OpBudgetBounds
  /** By which jobs are due, where the clock of the process goes wrong; that of the process without it. */
  readonly databaseNow?: () => number
  /** In the place of one with a key of its own. */
  readonly evidenceSealer?: Sealer
}

/** The noon by which tests count days, unless they bring a clock of their own. */
export const testNoonMs = Date.parse('2026-06-15T12:00:00Z')

/** The real server on a free port, put together as `main.ts` does it, with a clock that stands at `testNoonMs`. */
export async function startTestServer(
  database: Database,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const lifecycle = createLifecycle()
  const log = options.log ?? pino({ level: 'silent' })
  const now = options.now ?? (() => testNoonMs)
  const dataDir = await mkdtemp(join(tmpdir(), 'zync-server-'))
  const port = options.blobPort ?? diskBlobs(join(dataDir, 'blobs'))
  const blobs = createBlobStore({ port, orm: database.orm, now, log })
  const mails: Mail[] = []
  const events = options.events ?? localEvents()
  const key = randomBytes(sealingKeyBytes)
  const { orm } = database
  const audit = createAuditTrail({ orm, key, log, now, newId: uuidv7 })
  const clock = new JobsClock(now(), options.databaseNow)
  const { metrics = noMetrics } = options
  const jobs = await openJobs({ database, log, now, newId: uuidv7, clock, metrics })
  const uploadFolder = await openUploadFolder(join(dataDir, 'tmp'), {
    newId: uuidv7,
    now,
    alone: true,
  })
  const evidenceSealer = options.evidenceSealer ?? createSealer(randomBytes(sealingKeyBytes))
  const api = createApi({
    database,
    lifecycle,
    passwords: options.passwords ?? (await createPasswords()),
    log,
    uploadFolder,
    uploadLimits: options.uploadLimits,
    opBudget: options.opBudget,
    blobs,
    mails: createMailQueue(options.mailPort ?? keepingMail(mails), { log }),
    events,
    metrics,
    thumbnails: options.thumbnails ?? noThumbnails,
    checkout: options.checkout === undefined ? sandboxCheckout() : (options.checkout ?? undefined),
    google: options.google,
    scanner: options.scanner,
    sealer: options.sealer ?? createSealer(key),
    push: options.push === undefined ? silentPush() : (options.push ?? undefined),
    publicUrl: 'https://zync.example',
    evidenceSealer,
    audit,
    jobs,
    changeNoticeHours: 24,
    reviewProviders: options.reviewProviders ?? true,
    minContract: options.minContract,
    confirmEmails: options.confirmEmails ?? false,
    requireSecondFactor: options.requireSecondFactor ?? false,
    production: options.production ?? false,
    apiDocs: options.apiDocs ?? true,
    openQuests: options.openQuests ?? openQuestIds(undefined, true),
    trustedProxyHops: options.trustedProxyHops ?? 0,
    now,
  })
  const files = staticFiles(options.distDir ?? '/nowhere')
  const listener = createListener({
    api,
    files,
    lifecycle,
    production: options.production ?? false,
    apiDocs: options.apiDocs ?? true,
  })
  const server = createHttpServer(listener, {
    trustedProxyHops: options.trustedProxyHops ?? 0,
    ...(options.connectionLimits ? { limits: options.connectionLimits } : {}),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${address.port}`,
    lifecycle,
    dataDir,
    blobs,
    events,
    mails,
    jobs,
    audit,
    upkeep: () =>
      upkeep({
        database,
        blobs,
        uploadFolder,
        evidenceSealer,
        log,
        newId: uuidv7,
        now,
      }),
    close: async () => {
      await jobs.stop()
      await audit.stop()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function keepingMail(mails: Mail[]) {
  return {
    send: async (mail: Mail) => {
      mails.push(mail)
    },
    close: () => undefined,
  }
}
