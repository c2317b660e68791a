import { blockedWith } from '#server/features/connections/index.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/session/actor.ts'
import type { ItemFacts } from './policy.ts'

/** How the library looks to one person: what those published with whom they have a block is as if unlisted. */
export interface Sight {
  readonly viewerId: string
  /** Authors with a block between them and the viewer, whichever of the two made it. */
  readonly apart: readonly string[]
  readonly seen: <T extends ItemFacts>(facts: T) => T
}

/** Reads once from whom a block keeps the viewer apart. */
export async function asSeenBy(client: Queryable, { userId }: Actor): Promise<Sight> {
  const apart = await blockedWith(client, userId)
  return {
    viewerId: userId,
    apart,
    seen: (facts) => (apart.includes(facts.authorId) ? { ...facts, listed: false } : facts),
  }
}
