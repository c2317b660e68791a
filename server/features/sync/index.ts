import { asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { type syncApi, epochHeader } from '#contract/sync/api.ts'
import type { Orm } from '#server/db/orm.ts'
import { ledgerOps } from '#server/db/schema/upkeep.ts'
import { defineFeature } from '#server/feature.ts'
import { createDeviceZone } from '#server/features/push/index.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { tappedAt } from './plan.ts'
import type { SyncService } from './service.ts'

export type { Applier, Appliers, ApplyContext, Outcome, ReadOp } from './plan.ts'
export { createDoOnce, doOnceIn, type DoOnce } from './ledger.ts'
export type { OpBudgetBounds } from './pace.ts'
export { createSyncService, type SyncService } from './service.ts'

export const sync = defineFeature({
  routes: (deps) =>
    syncRoutes({ ...deps, noteZone: createDeviceZone({ ...deps, orm: deps.database.orm }) }),
  exportData: ({ database }) => ({ operations: operationsExport(database.orm) }),
})

/**
 * Every operation of a person that the ledger remembers: when it came and how it ended, oldest first. Whom they blocked
 * is somebody else's name, and left out.
 */
function operationsExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const rows = await orm
      .select({ opId: ledgerOps.opId, result: ledgerOps.result, appliedAt: ledgerOps.appliedAt })
      .from(ledgerOps)
      .where(eq(ledgerOps.userId, userId))
      .orderBy(asc(ledgerOps.appliedAt), asc(ledgerOps.opId))
    return rows.map((row) => ({ ...row, result: withoutOthers(row.result) }))
  }
}

const effectSchema = v.looseObject({ result: v.looseObject({}) })

function withoutOthers(effect: unknown): unknown {
  const parsed = v.safeParse(effectSchema, effect)
  if (!parsed.success) return effect ?? { status: 'applied' }
  const { name: _name, userId: _userId, ...result } = parsed.output.result
  return { ...parsed.output, result }
}

/** An operation that was tapped so lately comes from where its device is, in milliseconds. */
const freshMs = 600_000

/** Every member may push; each kind of command has a policy of its own in its applier. */
function syncRoutes(given: {
  readonly sync: SyncService
  readonly noteZone: (userId: string, timeZone: string) => Promise<void>
  readonly now: () => number
}): Routes<typeof syncApi> {
  const { sync, noteZone, now } = given
  return {
    pushOps: {
      policy: anyMember,
      admit: sync.admit,
      handle: async ({ body: { ops }, session: { actor }, header }) => {
        const reply = await sync.push(actor, ops, header(epochHeader))
        // What waited says where the phone was, not where it is.
        const fresh = ops.findLast((op) => Math.abs(tappedAt(op) - now()) < freshMs)
        if (fresh) await noteZone(actor.userId, fresh.tz)
        return reply
      },
    },
  }
}
