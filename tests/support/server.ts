import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { createApi } from '#server/app.ts'
import type { Database } from '#server/db/client.ts'
import { createPasswords, type Passwords } from '#server/features/account/passwords.ts'
import { createLifecycle, createListener, type Lifecycle } from '#server/http/listener.ts'
import { staticFiles } from '#server/http/static-files.ts'
import { openQuestIds } from '#server/open-quests.ts'
import { openUploadFolder } from '#server/http/upload-folder.ts'
import { diskBlobs } from '#server/ports/blobs/disk.ts'
import type { BlobPort } from '#server/ports/blobs/port.ts'
import { createBlobStore, type BlobStore } from '#server/ports/blobs/store.ts'
import type { CalendarPort } from '#server/ports/calendar/port.ts'
import type { CheckoutPort } from '#server/ports/checkout/port.ts'
import { sandboxCheckout } from '#server/ports/checkout/sandbox.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import { createJobs } from '#server/ports/jobs/queue.ts'
import { createSealer, sealingKeyBytes } from '#server/ports/sealing.ts'
import type { Mail } from '#server/ports/mail/port.ts'
import { localEvents } from '#server/ports/events/hub.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { createMailQueue } from '#server/ports/mail/queue.ts'
import { noThumbnails } from '#server/ports/thumbnails/off.ts'
import type { ThumbnailPort } from '#server/ports/thumbnails/port.ts'

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
  readonly jobs: Jobs
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
  readonly reviewProviders?: boolean
  /** All of them unless given. */
  readonly openQuests?: ReadonlySet<number>
  /** In the place of a directory of its own. */
  readonly blobPort?: BlobPort
  /** In the place of one of its own. */
  readonly events?: EventBus
  /** In the place of none. */
  readonly thumbnails?: ThumbnailPort
  /** In the place of the sandbox; null for nobody who takes money. */
  readonly checkout?: CheckoutPort | null
  /** In the place of none. */
  readonly google?: CalendarPort
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
  const jobs = createJobs({ database, log, now, newId: uuidv7 })
  const api = createApi({
    database,
    lifecycle,
    passwords: options.passwords ?? (await createPasswords()),
    log,
    uploadFolder: await openUploadFolder(join(dataDir, 'tmp'), { newId: uuidv7, now, alone: true }),
    blobs,
    mails: createMailQueue(keepingMail(mails), { log }),
    events,
    thumbnails: options.thumbnails ?? noThumbnails,
    checkout: options.checkout === undefined ? sandboxCheckout() : (options.checkout ?? undefined),
    google: options.google,
    sealer: createSealer(randomBytes(sealingKeyBytes)),
    jobs,
    changeNoticeHours: 24,
    reviewProviders: options.reviewProviders ?? true,
    production: options.production ?? false,
    openQuests: options.openQuests ?? openQuestIds(undefined, true),
    trustedProxyHops: options.trustedProxyHops ?? 0,
    now,
  })
  const files = staticFiles(options.distDir ?? '/nowhere', {
    production: options.production ?? false,
  })
  const server = createServer(createListener({ api, files, lifecycle }))
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
    close: async () => {
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
