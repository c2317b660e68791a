import type { Database } from '#server/db/client.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addConnection, addProvider, turnMinorsAway } from '#tests/support/connections.ts'
import { addArticle, addAuthor } from '#tests/support/library.ts'
import { addPerson } from '#tests/support/people.ts'
import type { Outcome, Stage } from './stage.ts'

export const packAttempts = {
  sendPack: trySendPack,
  listSentPacks: ({ origin, actor }: Stage): Promise<Outcome> =>
    call(origin, 'listSentPacks', {}, { token: actor?.token }),
  takePackBack: tryTakeBack,
  listPacks: ({ origin, actor }: Stage): Promise<Outcome> =>
    call(origin, 'listPacks', {}, { token: actor?.token }),
}

/** Sends a pack to a young person who is to the caller what the row says. */
async function trySendPack({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const teen = await addPerson(database)
  if (actor) await meet(database, row.relation, teen.id, actor.id)
  const body = await packFor(database, teen.id)
  return call(origin, 'sendPack', { body }, { token: actor?.token })
}

async function tryTakeBack({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const sender = row.relation === 'own' && actor ? actor : await addProvider(database)
  const teen = await addPerson(database)
  await addConnection(database, { clientId: teen.id, providerId: sender.id })
  const body = await packFor(database, teen.id)
  const { reply } = await call(origin, 'sendPack', { body }, { token: sender.token })
  return call(origin, 'takePackBack', { params: { id: reply._id } }, { token: actor?.token })
}

async function packFor(database: Database, receiverId: string) {
  const author = await addAuthor(database)
  const articleIds = [await addArticle(database, author.id)]
  return { title: 'To read', articleIds, receiverIds: [receiverId] }
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
