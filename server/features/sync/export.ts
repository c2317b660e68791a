import { asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Orm } from '#server/db/orm.ts'
import { syncOps } from '#server/db/schema/sync.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

/**
 * Every operation of a person that the ledger remembers: when it came and how it ended, oldest first. Whom they blocked
 * is somebody else's name, and left out.
 */
export function operationsExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const rows = await orm
      .select({ opId: syncOps.opId, result: syncOps.result, appliedAt: syncOps.appliedAt })
      .from(syncOps)
      .where(eq(syncOps.userId, userId))
      .orderBy(asc(syncOps.appliedAt), asc(syncOps.opId))
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
