import { and, eq, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { syncOps } from '#server/db/schema/sync.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { bodyHash } from './body-hash.ts'
import { ledgerLock } from './sync.sql.ts'

/** A call that carries an operation id of its own, so that a repeat after a lost reply does nothing again. */
export interface OnceCall {
  readonly userId: string
  readonly opId: string
  /** What the call does, by its name in the contract. */
  readonly name: string
  /** What it was given, files by their hashes: the same id with another body is refused. */
  readonly body: unknown
}

/**
 * Does work in a transaction with the ledger of operations, and gives the id that the work made; a repeat gets the
 * first one's. Throws `op_reused` when the id was used for something else.
 */
export type DoOnce = (
  call: OnceCall,
  work: (tx: Transaction) => Promise<string>,
) => Promise<{ readonly madeId: string; readonly repeated: boolean }>

export function createDoOnce(orm: Orm): DoOnce {
  return (call, work) =>
    orm.transaction(async (tx) => {
      const { userId, opId } = call
      const hash = bodyHash(call.name, 1, call.body)
      await ledgerLock.run(tx, userId)
      const [known] = await tx
        .select({ bodyHash: syncOps.bodyHash, madeId: sql<string>`${syncOps.result}->>'madeId'` })
        .from(syncOps)
        .where(and(eq(syncOps.userId, userId), eq(syncOps.opId, opId)))
      if (known && known.bodyHash !== hash) throw new ProblemError('op_reused')
      if (known) return { madeId: known.madeId, repeated: true }
      const madeId = await work(tx)
      const result = { status: 'applied', madeId }
      await tx.insert(syncOps).values({ userId, opId, bodyHash: hash, result })
      return { madeId, repeated: false }
    })
}
