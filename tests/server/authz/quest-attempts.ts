import type { Database } from '#server/db/client.ts'
import { call } from '#tests/support/call.ts'
import { turnMinorsAway } from '#tests/support/connections.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { answersTo, connect, questOf } from '#tests/support/quests.ts'
import type { Outcome, Stage } from './stage.ts'

const listed = { userType: 'ServiceProvider', verifiedAt: new Date(0) } as const

export async function trySubmit({ origin, actor }: Stage): Promise<Outcome> {
  const input = { params: { id: '1' }, body: { answers: answersTo(await questOf('phq9')) } }
  return call(origin, 'submitSurvey', input, { token: actor?.token })
}

export async function tryGetSurveyScore(stage: Stage): Promise<Outcome> {
  const { origin, row, actor } = stage
  const { owner } = await stageResult(stage)
  const type = row.relation === 'ownWrongType' ? 'pq16' : 'phq9'
  const params = { id: '1', type, userId: owner.id }
  return call(origin, 'getSurveyScore', { params }, { token: actor?.token })
}

export async function tryListShared(stage: Stage): Promise<Outcome> {
  const { owner } = await stageResult(stage)
  const params = { userId: owner.id }
  return call(stage.origin, 'listSharedResults', { params }, { token: stage.actor?.token })
}

export async function trySaveShared(stage: Stage): Promise<Outcome> {
  const { owner, resultId } = await stageResult(stage)
  const params = { userId: owner.id, id: resultId }
  return call(stage.origin, 'saveSharedResult', { params }, { token: stage.actor?.token })
}

/** Shares a result of one's own with somebody one is connected with; who has none of one's own shares another's. */
export async function tryShare(stage: Stage): Promise<Outcome> {
  const { origin, database, actor } = stage
  const { owner, resultId } = await stageResult(stage)
  const provider = await addPerson(database, listed)
  await connect(database, owner.id, provider.id)
  const input = { params: { id: resultId, providerId: provider.id } }
  return call(origin, 'shareResult', input, { token: actor?.token })
}

export async function tryUnshare(stage: Stage): Promise<Outcome> {
  const { origin, database, actor } = stage
  const { owner, resultId } = await stageResult(stage)
  const provider = await addPerson(database, listed)
  await connect(database, owner.id, provider.id)
  const input = { params: { id: resultId, providerId: provider.id } }
  await call(origin, 'shareResult', input, { token: owner.token })
  return call(origin, 'unshareResult', input, { token: actor?.token })
}

/** A young person's result, and the caller's standing to it as the row says. */
async function stageResult({ origin, database, row, actor }: Stage) {
  const own = row.actor === 'adolescent' && row.relation.startsWith('own') && actor
  const owner = own ? actor : await addPerson(database)
  const body = { answers: answersTo(await questOf('phq9')) }
  const sent = await call(
    origin,
    'submitSurvey',
    { params: { id: '1' }, body },
    { token: owner.token },
  )
  const resultId = sent.reply.id
  if (actor && !own) await relate({ origin, database, owner, actor, resultId }, row.relation)
  return { owner, resultId }
}

async function relate(
  about: {
    origin: string
    database: Database
    owner: SignedIn
    actor: SignedIn
    resultId: string
  },
  relation: string,
): Promise<void> {
  const { origin, database, owner, actor, resultId } = about
  if (relation === 'pending') await connect(database, owner.id, actor.id, 'pending')
  if (!relation.startsWith('connected')) return
  await connect(database, owner.id, actor.id)
  if (relation === 'connected') return
  const input = { params: { id: resultId, providerId: actor.id } }
  await call(origin, 'shareResult', input, { token: owner.token })
  if (relation === 'connectedMinorUnavailable') await turnMinorsAway(database, actor.id)
  if (relation === 'connectedShareRevoked') {
    await call(origin, 'unshareResult', input, { token: owner.token })
  }
}
