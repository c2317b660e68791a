import type { Hono } from 'hono'
import type { Api } from '#contract/api.ts'
import type {
  CoreDeps,
  Deps,
  HookDeps,
  ServerDeps,
  UpkeepDeps,
  AllHooks,
  ExportParts,
  Feature,
} from '#server/feature.ts'
import { features } from '#server/features.ts'
import { createRemoveAccount, type RemoveAccount } from '#server/features/account/index.ts'
import { createSyncService, type Appliers } from '#server/features/sync/index.ts'
import type { ChainDeps } from '#server/http/routing/mount.ts'
import { loggableError } from '#server/http/routing/problem.ts'
import type { ApiEnv, Routes } from '#server/http/routing/route.ts'
import { deleteOldAudit } from '#server/ports/audit/trail.ts'

/** Puts together what the features add to one another. */
export function composeDeps(deps: ServerDeps): Deps {
  const hooks = hooksOf(deps)
  const exportParts: ExportParts = merge(features.map((each) => each.exportData?.(deps)))
  const commands: Joined<'commands'> = merge(features.map((each) => each.commands?.(hooks, deps)))
  // A kind of command without an applier does not compile here.
  const appliers: Appliers = commands
  const { pool } = deps.database
  const sync = createSyncService({ ...deps, pool, appliers })
  return { ...deps, hooks, exportParts, sync, removeAccount: removalOf(deps) }
}

/** A route for every call. A call of the contract without a route and its policy does not compile here. */
export function routesOf(deps: Deps): Routes<Api> {
  const routes: Joined<'routes'> = merge(features.map((each) => each.routes?.(deps)))
  return routes
}

/** What features ask of one another: one that no feature answers does not compile here. */
export function hooksOf(deps: HookDeps): AllHooks {
  const hooks: Joined<'hooks'> = merge(features.map((each) => each.hooks?.(deps)))
  const shares: Joined<'shares'> = merge(features.map((each) => each.shares?.(deps)))
  const previews: Joined<'previews'> = merge(features.map((each) => each.previews?.(deps)))
  return { ...hooks, shares, previews }
}

/** The removal of an account, with what every feature has to do for it. */
export function removalOf(deps: CoreDeps): RemoveAccount {
  return createRemoveAccount(
    deps,
    features.flatMap((each) => each.accountDeletion?.(deps) ?? []),
  )
}

/** Starts what comes besides calls: work for later, and what others than people call. */
export function mountBeside(app: Hono<ApiEnv>, chain: ChainDeps, deps: Deps): void {
  for (const each of features) {
    each.jobs?.(deps)
    each.mount?.(app, chain, deps)
  }
}

type AnyFeature = (typeof features)[number]

type Made<F, Part extends keyof Feature> = F extends { readonly [K in Part]?: infer P }
  ? P extends (...given: never) => infer R
    ? R
    : never
  : never

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (
  all: infer I,
) => void
  ? I
  : never

/** One part of every feature, put together. */
type Joined<Part extends keyof Feature> = Intersection<Made<AnyFeature, Part>>

/** Names are different in every part, so the order is of no account; `Joined` says what comes out. */
function merge(parts: readonly (object | undefined)[]) {
  return Object.assign({}, ...parts)
}

/**
 * Upkeep of what lives beside the database, done every minute: what is to be sealed is sealed, what is over goes. Files
 * are sealed before those that are due are removed. What one part cannot do holds up no other; throws at the end.
 */
export async function upkeep(deps: UpkeepDeps): Promise<void> {
  const now = new Date(deps.now())
  const parts: readonly (() => Promise<unknown> | undefined)[] = [
    ...features.map((each) => () => each.seal?.(deps, now)),
    ...features.map((each) => () => each.sweep?.(deps, now)),
    () => deps.blobs.sweep(),
    () => deleteOldAudit(deps.database.orm, now),
  ]
  const failures: unknown[] = []
  for (const part of parts) {
    try {
      await part()
    } catch (error) {
      deps.log.warn(loggableError(error), 'a part of the upkeep failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The upkeep is not done')
}
