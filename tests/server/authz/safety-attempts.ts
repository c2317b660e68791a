import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { reports } from '#server/db/schema/safety.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addConnection, addProvider } from '#tests/support/connections.ts'
import { addPerson } from '#tests/support/people.ts'
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

/** Somebody whom the caller sees or, in rows about others, somebody whom they do not. */
async function somebody({ database, row, actor }: Stage): Promise<string> {
  const hidden = row.relation === 'other' || row.relation === 'notConnected'
  if (hidden) return (await addPerson(database)).id
  if (row.actor !== 'provider' || !actor) return (await addProvider(database)).id
  const client = await addPerson(database)
  await addConnection(database, { clientId: client.id, providerId: actor.id })
  return client.id
}
