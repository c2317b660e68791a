import type { Transaction } from '#server/db/orm.ts'
import type { Authorized } from '#server/http/authorize.ts'

/**
 * What one feature does when a person leaves, in the transaction that deletes their account and before their row
 * goes: for whatever deleting their rows alone would not settle. Gives the keys of their files in the blob store.
 */
export type LeavingPart = (
  tx: Transaction,
  own: Authorized<{ readonly userId: string }>,
) => Promise<readonly string[]>
