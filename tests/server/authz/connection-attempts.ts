import { v7 as uuidv7 } from 'uuid'
import type { ConnectionState } from '#contract/connections/api.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addConnection, addProvider } from '#tests/support/connections.ts'
import { addPerson } from '#tests/support/people.ts'
import type { Attempt, Outcome, Stage } from './stage.ts'

export async function tryRequest(stage: Stage): Promise<Outcome> {
  const { origin, actor } = stage
  const body = { requestedServiceProvider: await target(stage) }
  return call(origin, 'requestConnection', { body }, { token: actor?.token })
}

/** Who is asked, and how they stand to the caller. */
async function target({ database, row, actor }: Stage): Promise<string> {
  if (row.relation === 'self') return actor?.id ?? uuidv7()
  if (row.relation === 'targetNotProvider') return (await addPerson(database)).id
  const verifiedAt = row.relation === 'targetUnverified' ? null : new Date(0)
  const notCleared = row.relation === 'minorToProviderNotClearedForMinors'
  const { id } = await addProvider(
    database,
    { verifiedAt },
    notCleared ? { minorsClearedAt: null } : {},
  )
  if (!actor) return id
  const pair = { clientId: actor.id, providerId: id }
  if (row.relation === 'alreadyPending') await addConnection(database, pair, 'pending')
  if (row.relation === 'alreadyConnected') await addConnection(database, pair, 'accepted')
  if (row.relation === 'blockedByProvider') await addBlock(database, id, actor.id)
  return id
}

const startsFrom = {
  acceptConnection: 'pending',
  rejectConnection: 'pending',
  removeRequest: 'pending',
  endConnection: 'accepted',
} as const satisfies Record<string, ConnectionState>

const statesOfRelations: Readonly<Record<string, ConnectionState>> = {
  alreadyDecided: 'accepted',
  withdrawn: 'removed',
  ownAccepted: 'accepted',
  connectedWantsToEnd: 'accepted',
}

/** A step on a connection: of the caller, as the side that they can be, or of two others. */
export function tryOnConnection(name: keyof typeof startsFrom): Attempt {
  return async ({ origin, database, row, actor }) => {
    const others = row.relation === 'other' || row.relation === 'notConnected'
    const me = others ? undefined : actor
    const asks = row.actor === 'adolescent' || row.actor === 'parent'
    const clientId = me && asks ? me.id : (await addPerson(database)).id
    const providerId = me && !asks ? me.id : (await addProvider(database)).id
    const state = statesOfRelations[row.relation] ?? startsFrom[name]
    const id = await addConnection(database, { clientId, providerId }, state)
    return call(origin, name, { params: { id } }, { token: actor?.token })
  }
}
