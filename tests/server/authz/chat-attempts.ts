import { v7 as uuidv7 } from 'uuid'
import { reports } from '#server/db/schema/safety.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, addPair, endConnectionOf, type Pair } from '#tests/support/chats.ts'
import { addBlock, loseVerification, turnMinorsAway } from '#tests/support/connections.ts'
import { filePart, tinyPdf } from '#tests/support/registration.ts'
import { testNoonMs } from '#tests/support/server.ts'
import type { Outcome, Stage } from './stage.ts'

/** The row's chat: one of the caller's, or of two others. */
async function chatOf({ database, row, actor }: Stage): Promise<Pair> {
  const mine = row.relation === 'own' || row.relation.startsWith('member')
  const own = mine || ['senderIdOfOther', 'emptyTextNoFile'].includes(row.relation)
  const isProvider = row.actor.startsWith('provider')
  const given = actor && own ? { [isProvider ? 'provider' : 'client']: actor } : {}
  const pair = await addPair(database, given)
  if (row.relation === 'connected' && actor) {
    await addPair(database, { client: pair.client, provider: actor })
  }
  if (row.relation === 'memberAfterBlock')
    await addBlock(database, pair.client.id, pair.provider.id)
  if (row.relation === 'memberConnectionEnded') await endConnectionOf(database, pair)
  if (row.relation === 'memberLostVerification') await loseVerification(database, pair.provider.id)
  if (row.relation === 'memberMinorUnavailable') await turnMinorsAway(database, pair.provider.id)
  if (row.relation === 'reportedChat') await reportSomebody(database, pair)
  return pair
}

export async function tryListChats(stage: Stage): Promise<Outcome> {
  const { origin, actor, row } = stage
  const { client } = await chatOf(stage)
  const userId = row.relation === 'own' && actor ? actor.id : client.id
  const input = { params: { userId }, query: {} }
  return call(origin, 'listChats', input, { token: actor?.token })
}

export async function tryGetMessages(stage: Stage): Promise<Outcome> {
  const { chatId } = await chatOf(stage)
  const input = { params: { chatId }, query: {} }
  return call(stage.origin, 'getMessages', input, { token: stage.actor?.token })
}

export async function tryPostMessage(stage: Stage): Promise<Outcome> {
  const { origin, actor, row } = stage
  const { chatId, provider } = await chatOf(stage)
  const senderId = row.relation === 'senderIdOfOther' ? provider.id : (actor?.id ?? '')
  const content = row.relation === 'emptyTextNoFile' ? ' ' : 'Hello'
  const input = { params: { chatId }, body: { content, senderId }, files: {} }
  return call(origin, 'postMessage', input, { token: actor?.token })
}

export async function tryPutChatFile(stage: Stage): Promise<Outcome> {
  const { chatId } = await chatOf(stage)
  const body = { messageId: uuidv7(), fileName: 'plan.pdf' }
  const input = { params: { chatId }, body, files: { file: filePart(tinyPdf) } }
  return call(stage.origin, 'putChatFile', input, { token: stage.actor?.token })
}

export async function tryGetChatFile(stage: Stage): Promise<Outcome> {
  const { origin, actor, database } = stage
  const pair = await chatOf(stage)
  const messageId = uuidv7()
  const body = { id: messageId, fileName: 'plan.pdf' }
  const input = { params: { chatId: pair.chatId }, body, files: { file: filePart(tinyPdf) } }
  // Nobody writes to a provider who is not verified or does not see them: it was sent before.
  await whileAvailable(database, pair, () => call(origin, 'postMessage', input, pair.client))
  const params = { chatId: pair.chatId, file: `${messageId}.pdf` }
  return call(origin, 'getChatFile', { params }, { token: actor?.token })
}

export async function tryDeleteMessage(stage: Stage): Promise<Outcome> {
  const { origin, actor, database } = stage
  const pair = await chatOf(stage)
  const [messageId = ''] = await addMessages(database, pair.chatId, actor?.id ?? pair.client.id, [
    'x',
  ])
  const params = { chatId: pair.chatId, messageId }
  return call(origin, 'deleteMessage', { params }, { token: actor?.token })
}

export async function tryMarkRead(stage: Stage): Promise<Outcome> {
  const { chatId } = await chatOf(stage)
  const input = { params: { chatId }, body: { seq: 1 } }
  return call(stage.origin, 'markRead', input, { token: stage.actor?.token })
}

export async function trySayTyping(stage: Stage): Promise<Outcome> {
  const { chatId } = await chatOf(stage)
  return call(stage.origin, 'sayTyping', { params: { chatId } }, { token: stage.actor?.token })
}

export async function tryGetChatSettings({ origin, actor }: Stage): Promise<Outcome> {
  return call(origin, 'getChatSettings', {}, { token: actor?.token })
}

export async function tryPutChatSettings({ origin, actor }: Stage): Promise<Outcome> {
  const body = { readReceipts: true, typing: true, away: null }
  return call(origin, 'putChatSettings', { body }, { token: actor?.token })
}

async function whileAvailable<T>(
  database: Stage['database'],
  { provider }: Pair,
  work: () => Promise<T>,
): Promise<T> {
  const { pool } = database
  const { rows } = await pool.query<{ verified: Date | null; sees: boolean }>(
    `select verified_at as verified, sees_minors as sees from users join providers on user_id = id
      where id = $1`,
    [provider.id],
  )
  await setAvailable(database, provider.id, { verified: new Date(0), sees: true })
  try {
    return await work()
  } finally {
    const [before = { verified: null, sees: false }] = rows
    await setAvailable(database, provider.id, before)
  }
}

async function setAvailable(
  { pool }: Stage['database'],
  id: string,
  { verified, sees }: { verified: Date | null; sees: boolean },
) {
  await pool.query('update users set verified_at = $2 where id = $1', [id, verified])
  await pool.query('update providers set sees_minors = $2 where user_id = $1', [id, sees])
}

async function reportSomebody(database: Stage['database'], { client, provider }: Pair) {
  await database.orm.insert(reports).values({
    id: uuidv7(),
    reporterId: client.id,
    subjectId: provider.id,
    target: { kind: 'person', id: provider.id },
    snapshot: {},
    reason: 'other',
    note: '',
    state: 'open',
    createdAt: new Date(testNoonMs),
  })
}
