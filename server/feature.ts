import type { Hono } from 'hono'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Interval } from '#contract/instant.ts'
import type {
  Preview,
  PreviewPartName,
  Share,
  ShareKindName,
  ShareRevocation,
} from '#contract/sharing/model.ts'
import type { Database } from './db/client.ts'
import type { Queryable, Statements, Transaction } from './db/orm.ts'
import type { Passwords, RemoveAccount, Sessions } from './features/account/index.ts'
import type { OpBudgetBounds, SyncService } from './features/sync/index.ts'
import type { Lifecycle } from './http/process/listener.ts'
import type { ChainDeps } from './http/routing/mount.ts'
import type { ApiEnv } from './http/routing/route.ts'
import type { Authorized } from './http/session/authorize.ts'
import type { Actor } from './http/session/caller.ts'
import type { Pictures } from './http/static/pictures.ts'
import type { UploadFolder } from './http/uploads/upload.ts'
import type { BlobStore } from './ports/blobs/store.ts'
import type { CalendarPort } from './ports/calendar/port.ts'
import type { CheckoutPort } from './ports/checkout/port.ts'
import type { EventBus } from './ports/events/port.ts'
import type { Jobs } from './ports/jobs/port.ts'
import type { MailQueue } from './ports/mail/mail.ts'
import type { Metrics } from './ports/metrics/metrics.ts'
import type { PushPort } from './ports/push/port.ts'
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
type CommandDeps = HookDeps & Pick<Settings, 'changeNoticeHours'>

/** What the work of every minute needs. */
export type UpkeepDeps = Omit<CoreDeps, 'jobs'> & { readonly uploadFolder: UploadFolder }

/** The settings of the environment that features know. */
interface Settings {
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

/** What one feature holds of a person, in a form that they can read and other programs can take. */
type ExportPart = (own: Authorized<{ readonly userId: string }>) => Promise<unknown>

/** The parts of an export by their names in it. */
export type ExportParts = Readonly<Record<string, ExportPart>>

/**
 * What one feature does when a person deletes their account, in that transaction and before their row goes: for whatever
 * deleting their rows alone would not settle. Gives the keys of their files in the blob store.
 */
export type AccountDeletion = (
  tx: Transaction,
  own: Authorized<{ readonly userId: string }>,
) => Promise<readonly string[]>

/** What a feature asks of those that build on it and that it may not import. Each is answered by one feature. */
export interface Hooks {
  /** What else begins when two people are connected, in the same transaction. */
  readonly onConnected: (
    client: Queryable,
    pair: { readonly clientId: string; readonly providerId: string },
    at: Date,
  ) => Promise<void>
  /** What else ends with the connection of two people, in the same transaction and under the lock of the pair. */
  readonly onEnded: (
    client: pg.PoolClient,
    pair: { readonly clientId: string; readonly providerId: string },
  ) => Promise<void>
  /** What else a block does to two people, in its transaction and under the lock of the pair. */
  readonly onBlocked: (client: pg.PoolClient, oneId: string, otherId: string) => Promise<void>
  /** Whether what somebody without an account paid is still asked for; if so, it is no more from now on. */
  readonly onGuestPaid: (tx: Transaction, paymentId: string) => Promise<'counts' | 'unwanted'>
  /**
   * Takes back sessions to come, in the transaction given: those of a provider with people under 18, or all of somebody
   * whose account is closed. The caller holds the person's lock.
   */
  readonly withdrawSessions: (
    client: pg.PoolClient,
    personId: string,
    which: 'with_minors' | 'all',
  ) => Promise<void>
  /** What else follows where an account is closed or open again, in the same transaction: its sessions are withdrawn by then. */
  readonly onAccountClosed: (
    client: pg.PoolClient,
    personId: string,
    state: 'closed' | 'open',
  ) => Promise<void>
  /** Whether a provider has a session within a time; the caller holds their lock. */
  readonly hasSession: (tx: Statements, providerId: string, within: Interval) => Promise<boolean>
  /** What else follows when a provider connects Google's calendar, at the beginning of the same transaction. */
  readonly onCalendarConnected: (tx: Statements, providerId: string) => Promise<void>
}

/** One kind of what a person shows to others, by a choice that they can take back. */
export interface ShareSource<Kind extends ShareKindName = ShareKindName> {
  /** What of it is shown at this moment; at most a thousand. */
  readonly list: (
    client: Queryable,
    own: Authorized<{ readonly userId: string }>,
  ) => Promise<readonly Omit<Share, 'kind'>[]>
  /** Takes back what there is of it, in the transaction given, and says who saw it: their open screens look again. */
  readonly revoke: (
    client: Queryable,
    own: Authorized<{ readonly userId: string }>,
    revocation: Extract<ShareRevocation, { kind: Kind }>,
  ) => Promise<readonly string[]>
}

/** Every kind of share: one that no feature answers for does not compile in `compose.ts`. */
export type ShareSources = { readonly [Kind in ShareKindName]: ShareSource<Kind> }

/**
 * What a viewer's own call answers about a person, by the function that answers it, and as a look that is none. Throws
 * `not_found` where that call does.
 */
export type Previews = {
  readonly [Name in PreviewPartName]: (viewer: Actor, subjectId: string) => Promise<Preview[Name]>
}

/** The hooks with what every feature has of the tables beside them. */
export interface AllHooks extends Hooks {
  readonly shares: ShareSources
  readonly previews: Previews
}

/** A feature as the server sees it: what it adds, each part for all features put together in `compose.ts`. */
export interface Feature<
  Routes = object,
  Commands = object,
  Answered = Partial<Hooks>,
  Shares = Partial<ShareSources>,
  Previewed = Partial<Previews>,
> {
  /** A route with its policy for each of its calls of the contract. */
  readonly routes: (deps: Deps) => Routes
  /** An applier for each of its kinds of queued command. */
  readonly commands: (hooks: AllHooks, deps: CommandDeps) => Commands
  readonly hooks: (deps: HookDeps) => Answered
  /** What of it a person shows to others, by its kind. */
  readonly shares: (deps: HookDeps) => Shares
  /** What of it others are answered about a person. */
  readonly previews: (deps: HookDeps) => Previewed
  readonly exportData: (deps: CoreDeps) => ExportParts
  readonly accountDeletion: (deps: CoreDeps) => AccountDeletion
  /** Every minute, before anything is swept. */
  readonly seal: (deps: UpkeepDeps, now: Date) => Promise<void>
  /** Every minute: deletes what is over. */
  readonly sweep: (deps: UpkeepDeps, now: Date) => Promise<void>
  /** Takes on the work that was noted for later, and what comes again and again. */
  readonly jobs: (deps: Deps) => void
  /** Answers what is no call of the contract. */
  readonly mount: (app: Hono<ApiEnv>, chain: ChainDeps, deps: Deps) => void
}

/** Makes a feature of the parts it has. */
export function defineFeature<
  Routes extends object = object,
  Commands extends object = object,
  Answered extends Partial<Hooks> = object,
  Shares extends Partial<ShareSources> = object,
  Previewed extends Partial<Previews> = object,
>(
  parts: Partial<Feature<Routes, Commands, Answered, Shares, Previewed>>,
): Partial<Feature<Routes, Commands, Answered, Shares, Previewed>> {
  return parts
}
