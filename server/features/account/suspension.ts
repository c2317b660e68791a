import type { Queryable } from '#server/db/queryable.ts'
import type { ProvenActor } from '#server/http/session/proof.ts'

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
  const { rowCount } = await client.query({
    name: 'person_suspend',
    text: `with changed as (
        update users set suspended_at = $2 where id = $1 and role is null returning id
      ), ended as (
        delete from sessions using changed where user_id = changed.id
      )
      select from changed`,
    values: [personId, suspendedAt],
  })
  return rowCount ? 'done' : 'not_found'
}
