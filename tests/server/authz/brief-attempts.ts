import type { BriefContent } from '#contract/brief/model.ts'
import { sessionBriefs } from '#server/db/schema/booking.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addConnection, addProvider, turnMinorsAway } from '#tests/support/connections.ts'
import { addBooking } from '#tests/support/money.ts'
import { addPerson } from '#tests/support/people.ts'
import { testNoonMs } from '#tests/support/server.ts'
import type { Outcome, Stage } from './stage.ts'

export const briefAttempts = {
  ownBriefs: ({ origin, actor }: Stage): Promise<Outcome> =>
    call(origin, 'ownBriefs', {}, { token: actor?.token }),
  listSharedBriefs: ({ origin, actor }: Stage): Promise<Outcome> =>
    call(origin, 'listSharedBriefs', {}, { token: actor?.token }),
  getSharedBrief: tryGetSharedBrief,
}

const content: BriefContent = {
  span: null,
  blocks: [{ kind: 'words', sentence: 'talk', text: 'School' }],
}

/** Reads the brief of a session with a provider who is to its client what the row says. It is in the table as a leftover would be. */
async function tryGetSharedBrief({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const { relation } = row
  const client = relation === 'own' && actor ? actor : await addPerson(database)
  const given = actor && !['own', 'other'].includes(relation) ? actor : await addProvider(database)
  const pair = { clientId: client.id, providerId: given.id }
  await addConnection(database, pair, relation === 'formerlyConnected' ? 'ended' : 'accepted')
  if (relation === 'connectedMinorUnavailable') await turnMinorsAway(database, given.id)
  if (relation === 'blocked') await addBlock(database, given.id, client.id)
  if (relation === 'blockedByProvider') await addBlock(database, client.id, given.id)
  const startsAt = new Date(testNoonMs + 86_400_000)
  const { id: bookingId } = await addBooking(database, pair, { startsAt })
  const sent = { content, sentAt: new Date(testNoonMs), withdrawals: 0 }
  const gone = { content: null, sentAt: null, withdrawnAt: new Date(testNoonMs), withdrawals: 1 }
  const state = relation === 'connectedShareRevoked' ? gone : sent
  await database.orm.insert(sessionBriefs).values({ bookingId, userId: client.id, ...state })
  return call(origin, 'getSharedBrief', { params: { bookingId } }, { token: actor?.token })
}
