import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { reports } from '#server/db/schema/safety.ts'
import { call } from '#tests/support/call.ts'
import { addPair } from '#tests/support/chats.ts'
import { addBlock, addConnection, addProvider } from '#tests/support/connections.ts'
import { addPerson } from '#tests/support/people.ts'
import { filePart, tinyPdf } from '#tests/support/registration.ts'
import type { Outcome, Stage } from './stage.ts'

export async function tryBlock(stage: Stage): Promise<Outcome> {
  const body = { userId: await somebody(stage) }
  return call(stage.origin, 'blockPerson', { body }, { token: stage.actor?.token })
}

export async function tryUnblock(stage: Stage): Promise<Outcome> {
  const { origin, database, actor } = stage
  const userId = await somebody(stage)
  if (actor) await addBlock(database, actor.id, userId)
  return call(origin, 'unblockPerson', { params: { userId } }, { token: actor?.token })
}

export async function tryReport(stage: Stage): Promise<Outcome> {
  const target = { kind: 'person', id: await somebody(stage) } as const
  const body = { target, reason: 'other' } as const
  return call(stage.origin, 'report', { body }, { token: stage.actor?.token })
}

export async function tryHandleReport({ origin, database, actor }: Stage): Promise<Outcome> {
  const { id: subjectId } = await addPerson(database)
  const id = uuidv7()
  await database.orm.insert(reports).values({
    id,
    subjectId,
    target: { kind: 'person', id: subjectId },
    snapshot: {},
    reason: 'other',
    note: '',
    state: 'open',
    createdAt: new Date(0),
  })
  const input = { params: { id }, body: { state: 'resolved' } } as const
  const answer = await call(origin, 'handleReport', input, { token: actor?.token })
  const [row] = await database.orm.select().from(reports).where(eq(reports.id, id))
  const handled = row?.state === 'resolved'
  return handled === (answer.status === 200) ? answer : { status: 500 }
}

/** The caller's own report or one about them, or somebody else's; to `none` of the superAdmin's a file of no report. */
export async function tryGetReportFile(stage: Stage): Promise<Outcome> {
  const { origin, database, row, actor } = stage
  const own = row.relation === 'own' ? actor : undefined
  const pair = await addPair(database, {
    ...(own && row.actor === 'adolescent' && { client: own }),
    ...(own && row.actor === 'provider' && { provider: own }),
  })
  const messageId = uuidv7()
  const body = { id: messageId, fileName: 'plan.pdf' }
  const input = { params: { chatId: pair.chatId }, body, files: { file: filePart(tinyPdf) } }
  await call(origin, 'postMessage', input, pair.provider)
  const about = { target: { kind: 'message', id: messageId }, reason: 'other' } as const
  const { reply } = await call(origin, 'report', { body: about }, pair.client)
  const asked = actor && row.relation === 'none' ? uuidv7() : messageId
  const params = { id: reply._id, messageId: asked }
  return call(origin, 'getReportFile', { params }, { token: actor?.token })
}

/** Somebody whom the caller sees or, in rows about others, somebody whom they do not. */
async function somebody({ database, row, actor }: Stage): Promise<string> {
  const hidden = row.relation === 'other' || row.relation === 'notConnected'
  if (hidden) return (await addPerson(database)).id
  if (row.actor !== 'provider' || !actor) return (await addProvider(database)).id
  const client = await addPerson(database)
  await addConnection(database, { clientId: client.id, providerId: actor.id })
  return client.id
}
