import type { Logger } from 'pino'
import type { Database } from './db/client.ts'
import type { Passwords, RemoveAccount, Sessions } from './features/account/index.ts'
import type { OpBudgetBounds, SyncService } from './features/sync/index.ts'
import type { AllHooks, ExportParts } from './feature.ts'
import type { Lifecycle } from './http/process/listener.ts'
import type { Pictures } from './http/static/pictures.ts'
import type { UploadFolder } from './http/uploads/upload-folder.ts'
import type { BlobStore } from './ports/blobs/store.ts'
import type { CalendarPort } from './ports/calendar/port.ts'
import type { CheckoutPort } from './ports/checkout/port.ts'
import type { EventBus } from './ports/events/port.ts'
import type { Jobs } from './ports/jobs/port.ts'
import type { MailQueue } from './ports/mail/queue.ts'
import type { PushPort } from './ports/push/port.ts'
import type { Metrics } from './ports/metrics/port.ts'
import type { Sealer } from './ports/sealing.ts'
import type { ThumbnailPort } from './ports/thumbnails/host.ts'

/** What a feature works with wherever it runs, on the operator's command line too. */
export interface CoreDeps {
  readonly database: Database
  readonly log: Logger
  readonly blobs: BlobStore
  readonly jobs: Jobs
  /** Seals evidence and reports, with a key of its own. */
  readonly evidenceSealer: Sealer
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly newId: () => string
}

/** What changes records on behalf of another feature. */
export type HookDeps = Pick<CoreDeps, 'database' | 'jobs' | 'now' | 'newId'>

/** What carries out a queued command, beside the transaction that it is given. */
export type CommandDeps = HookDeps & Pick<Settings, 'changeNoticeHours'>

/** What the work of every minute needs. */
export type UpkeepDeps = Omit<CoreDeps, 'jobs'> & { readonly uploadFolder: UploadFolder }

/** The settings of the environment that features know. */
export interface Settings {
  readonly changeNoticeHours: number
  readonly reviewProviders: boolean
  readonly confirmEmails: boolean
  /** Where people reach the app, without a slash at its end. */
  readonly publicUrl: string
  readonly production: boolean
  /** The ids of the quests that are switched on. */
  readonly openQuests: ReadonlySet<number>
  readonly opBudget?: OpBudgetBounds | undefined
}

/** What a feature works with in a process that answers calls. */
export interface ServerDeps extends CoreDeps, Settings {
  readonly passwords: Passwords
  readonly lifecycle: Lifecycle
  readonly uploadFolder: UploadFolder
  readonly mails: MailQueue
  readonly events: EventBus
  readonly metrics: Metrics
  readonly thumbnails: ThumbnailPort
  /** Undefined where nobody takes money. */
  readonly checkout: CheckoutPort | undefined
  /** Undefined where there are no keys for Google. */
  readonly google: CalendarPort | undefined
  /** Undefined where nobody is notified on their devices. */
  readonly push: PushPort | undefined
  readonly sealer: Sealer
  /** One queue for all who draw pictures. */
  readonly pictures: Pictures
  readonly sessions: Sessions
}

/** The same, with what the features put together: what a route is made of. */
export interface Deps extends ServerDeps {
  /** Carries out the commands of every feature, each once. */
  readonly sync: SyncService
  readonly hooks: AllHooks
  readonly exportParts: ExportParts
  readonly removeAccount: RemoveAccount
}
