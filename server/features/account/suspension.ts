import type { Queryable } from '#server/db/queryable.ts'
import type { ProvenActor } from '#server/http/session/proof.ts'
import { personSuspend } from './account.sql.ts'

/**
 * Closes the account of a person, or opens it again, and ends every session of theirs for good: a token from before, or
 * one that was made while the account was being closed, opens nothing afterwards. A superAdmin is not closed out.
 * Says whether there is such a person.
 */
export async function suspendPerson(
  client: Queryable,
  _by: ProvenActor | 'operator',
  personId: string,
  suspendedAt: Date | null,
): Promise<'done' | 'not_found'> {
  const changed = await personSuspend.run(client, [personId, suspendedAt])
  return changed ? 'done' : 'not_found'
}
