import type { Database } from '#server/db/client.ts'
import { planShares } from '#server/db/schema/safety.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addConnection, addProvider, turnMinorsAway } from '#tests/support/connections.ts'
import { addPerson } from '#tests/support/people.ts'
import type { Outcome, Stage } from './stage.ts'

export const planAttempts = {
  ownPlan: ({ origin, actor }: Stage): Promise<Outcome> =>
    call(origin, 'ownPlan', {}, { token: actor?.token }),
  listSharedPlans: ({ origin, actor }: Stage): Promise<Outcome> =>
    call(origin, 'listSharedPlans', {}, { token: actor?.token }),
  sharePlan: trySharePlan,
  getSharedPlan: tryGetSharedPlan,
}

/** Shows one's own plan to a provider who is to the caller what the row says. */
async function trySharePlan({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const provider = await addProvider(database)
  if (actor) await meet(database, row.relation, actor.id, provider.id)
  const params = { providerId: provider.id }
  return call(origin, 'sharePlan', { params }, { token: actor?.token })
}

/** Reads the plan of a young person who is to the caller what the row says. A share is in the table as a leftover would be. */
async function tryGetSharedPlan({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const own = row.relation === 'own' && actor
  const owner = own ? actor : await addPerson(database)
  if (actor && !own) {
    await meet(database, row.relation, owner.id, actor.id)
    const sharing = !['connected', 'connectedShareRevoked', 'other'].includes(row.relation)
    const share = { userId: owner.id, providerId: actor.id, sharedAt: new Date(0) }
    if (sharing) await database.orm.insert(planShares).values(share)
  }
  const params = { userId: owner.id }
  return call(origin, 'getSharedPlan', { params }, { token: actor?.token })
}

async function meet(
  database: Database,
  relation: string,
  clientId: string,
  providerId: string,
): Promise<void> {
  const pair = { clientId, providerId }
  if (relation === 'pending') await addConnection(database, pair, 'pending')
  if (relation === 'formerlyConnected') await addConnection(database, pair, 'ended')
  if (relation.startsWith('connected') || relation.startsWith('blocked')) {
    await addConnection(database, pair)
  }
  if (relation === 'connectedMinorUnavailable') await turnMinorsAway(database, providerId)
  if (relation === 'blocked') await addBlock(database, providerId, clientId)
  if (relation === 'blockedByProvider') await addBlock(database, clientId, providerId)
}
