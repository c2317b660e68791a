import type { Hono } from 'hono'
import type pg from 'pg'
import type { Interval } from '#contract/instant.ts'
import type { Queryable } from './db/queryable.ts'
import type { Statements, Transaction } from './db/orm.ts'
import type { CoreDeps, Deps, HookDeps, UpkeepDeps } from './deps.ts'
import type { Authorized } from './http/session/authorize.ts'
import type { ApiEnv } from './http/routing/route.ts'
import type { ChainDeps } from './http/routing/mount.ts'

/** What one feature holds of a person, in a form that they can read and other programs can take. */
export type ExportPart = (own: Authorized<{ readonly userId: string }>) => Promise<unknown>

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
  /** Takes back the sessions to come of a provider with people under 18, in the transaction given. */
  readonly withdrawSessions: (client: pg.PoolClient, providerId: string) => Promise<void>
  /** Whether a provider has a session within a time; the caller holds their lock. */
  readonly hasSession: (tx: Statements, providerId: string, within: Interval) => Promise<boolean>
}

/** A feature as the server sees it: what it adds, each part for all features put together in `compose.ts`. */
export interface Feature<Routes = object, Commands = object, Answered = Partial<Hooks>> {
  /** A route with its policy for each of its calls of the contract. */
  readonly routes: (deps: Deps) => Routes
  /** An applier for each of its kinds of queued command. */
  readonly commands: (hooks: Hooks) => Commands
  readonly hooks: (deps: HookDeps) => Answered
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
>(
  parts: Partial<Feature<Routes, Commands, Answered>>,
): Partial<Feature<Routes, Commands, Answered>> {
  return parts
}
