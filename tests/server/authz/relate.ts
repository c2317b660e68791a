import type { Database } from '#server/db/client.ts'
import {
  addBlock,
  addConnection,
  loseVerification,
  turnMinorsAway,
} from '#tests/support/connections.ts'
import type { SignedIn } from '#tests/support/people.ts'

/** Makes the caller what a row says they are to the object; relations about something else change nothing. */
export async function relate(
  database: Database,
  relation: string,
  actor: SignedIn,
  objectId: string,
): Promise<void> {
  const pair = { clientId: objectId, providerId: actor.id }
  switch (relation) {
    case 'connected':
    case 'connectedScoreHidden':
      await addConnection(database, pair)
      return
    case 'connectedMinorUnavailable':
      await addConnection(database, pair)
      await turnMinorsAway(database, actor.id)
      return
    case 'connectedThenUnverified':
      await addConnection(database, pair)
      await loseVerification(database, actor.id)
      return
    case 'pending':
      await addConnection(database, pair, 'pending')
      return
    case 'formerlyConnected':
      await addConnection(database, pair, 'ended')
      return
    case 'blocked':
      await addBlock(database, actor.id, objectId)
      return
    case 'blockedByProvider':
      await addBlock(database, objectId, actor.id)
      return
    default:
  }
}
