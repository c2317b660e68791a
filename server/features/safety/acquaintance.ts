import type { Queryable } from '#server/db/queryable.ts'
import { safetyAcquaintance, type Acquaintance } from './safety.sql.ts'

/** A person and how somebody stands to them; undefined for an id that nobody has. */
export async function acquaintanceOf(
  client: Queryable,
  viewerId: string,
  id: string,
): Promise<Acquaintance | undefined> {
  return safetyAcquaintance.first(client, [viewerId, id])
}
