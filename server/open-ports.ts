import { join } from 'node:path'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from './db/client.ts'
import type { Env } from './env.ts'
import { holdsSealed } from './features/evidence/index.ts'
import { openUploadFolder, type UploadFolder } from './http/uploads/upload.ts'
import { createAuditTrail, type AuditTrail } from './ports/audit/trail.ts'
import { openBlobs, sweepDrafts } from './ports/blobs/open.ts'
import { createBlobStore, type BlobStore } from './ports/blobs/store.ts'
import type { CalendarPort } from './ports/calendar/port.ts'
import { openCheckout } from './ports/checkout/open.ts'
import type { CheckoutPort } from './ports/checkout/port.ts'
import type { EventBus } from './ports/events/port.ts'
import { openEvents } from './ports/events/postgres.ts'
import { openJobs } from './ports/jobs/boss.ts'
import type { Jobs } from './ports/jobs/port.ts'
import { openMail, type MailPort, createMailQueue, type MailQueue } from './ports/mail/mail.ts'
import { openMetrics, type OpenMetrics, type Metrics } from './ports/metrics/metrics.ts'
import type { PushPort } from './ports/push/port.ts'
import { openPush } from './ports/push/web-push.ts'
import type { ScannerPort } from './ports/scanner/clamd.ts'
import { createSealer, loadEvidenceKey, loadSealingKey, type Sealer } from './ports/sealing.ts'
import { hostThumbnails, noThumbnails, type ThumbnailPort } from './ports/thumbnails/host.ts'

/** What the server reaches besides its database. */
export interface Ports {
  readonly uploadFolder: UploadFolder
  readonly blobs: BlobStore
  readonly mails: MailQueue
  readonly events: EventBus
  readonly metrics: OpenMetrics
  readonly thumbnails: ThumbnailPort
  readonly checkout: CheckoutPort | undefined
  readonly google: CalendarPort | undefined
  /** Undefined where nobody is notified on their devices. */
  readonly push: PushPort | undefined
  readonly scanner: ScannerPort | undefined
  readonly sealer: Sealer
  readonly audit: AuditTrail
  /** Seals evidence and reports, with a key of its own. */
  readonly evidenceSealer: Sealer
  readonly jobs: Jobs
}

/** No file takes as long to be copied. */
const draftMsMax = 3_600_000

/** Opens them as the environment says, and says in the log what it leaves off. */
export async function openPorts(deps: {
  env: Env
  log: Logger
  database: Database
}): Promise<Ports> {
  const { env, log, database } = deps
  // The embedded database has locked the directory for this process.
  const alone = database.kind === 'embedded'
  const uploadFolder = await openUploadFolder(join(env.dataDir, 'tmp'), {
    newId: uuidv7,
    now: Date.now,
    alone,
  })
  await sweepDrafts(join(env.dataDir, 'blobs'), alone ? Infinity : Date.now() - draftMsMax)
  const blobs = createBlobStore({ port: openBlobs(env), orm: database.orm, now: Date.now, log })
  const metrics = await openMetrics({ place: env.metrics, pool: database.pool, log })
  const mails = createMailQueue(counted(openMail({ ...env, newId: uuidv7, log }), metrics), { log })
  sayHowEmailsAreConfirmed(env, log)
  const events = await openEvents({
    databaseUrl: env.databaseDirectUrl,
    database,
    log,
    metrics: env.metrics && metrics,
  })
  const { thumbnailsFrom } = env
  const thumbnails = thumbnailsFrom === 'off' ? noThumbnails : hostThumbnails(thumbnailsFrom)
  const jobs = await openJobs({ database, log, metrics, now: Date.now, newId: uuidv7 })
  const checkout = await openCheckout(env, log)
  const google = await openGoogle(env)
  const scanner = await openScanner(env)
  const key = await loadSealingKey(env)
  const sealer = createSealer(key)
  const push = await openPush(env, { database, sealer, log, metrics, now: Date.now })
  const { orm } = database
  const audit = createAuditTrail({ orm, key, log, now: Date.now, newId: uuidv7 })
  const evidenceSealer = createSealer(
    await loadEvidenceKey(env, { wasUsed: () => holdsSealed(orm), log }),
  )
  return {
    uploadFolder,
    blobs,
    mails,
    events,
    metrics,
    thumbnails,
    jobs,
    checkout,
    google,
    push,
    scanner,
    sealer,
    evidenceSealer,
    audit,
  }
}

function sayHowEmailsAreConfirmed({ confirmEmails, production, smtp }: Env, log: Logger): void {
  if (!confirmEmails) {
    log.info(
      'CONFIRM_EMAILS is off: whoever registers counts as somebody who confirmed their e-mail',
    )
  } else if (production && !smtp) {
    log.warn(
      'CONFIRM_EMAILS is on without SMTP_URL: nobody gets a code, so new care providers are not listed',
    )
  }
}

/** The same way for messages, with a number for each that left and each that did not. */
function counted(port: MailPort, { mail: note }: Pick<Metrics, 'mail'>): MailPort {
  return {
    ...port,
    async send(mail) {
      try {
        await port.send(mail)
        note('sent')
      } catch (error) {
        note('failed')
        throw error
      }
    },
  }
}

/** Google's libraries are loaded only where there are keys: they are large. */
async function openGoogle({ google, publicUrl }: Env): Promise<CalendarPort | undefined> {
  if (!google) return undefined
  const { googleCalendars } = await import('./ports/calendar/google.ts')
  return googleCalendars(google, { publicUrl })
}

/** ClamAV's library is loaded only where there is a clamd. */
async function openScanner({ clamd }: Env): Promise<ScannerPort | undefined> {
  if (!clamd) return undefined
  const { clamdScanner } = await import('./ports/scanner/clamd.ts')
  return clamdScanner(clamd)
}
