import { liveStates } from '#contract/connections/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { mayEnd } from './policy.ts'
import { endLive } from './repo.ts'

/** Ends whatever lives between the actor and somebody, in the transaction of the actor's block, under the pair's lock. */
export async function endByBlock(
  client: Queryable,
  actor: Actor,
  otherId: string,
  at: Date,
): Promise<void> {
  const { userId } = actor
  for (const [clientId, providerId] of [
    [userId, otherId],
    [otherId, userId],
  ] as const) {
    const pair = authorize(actor, { clientId, providerId }, mayEnd)
    await endLive(client, pair, { userId, at, among: liveStates })
  }
}
