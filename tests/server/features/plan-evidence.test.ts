import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messageEvidence, planProposals } from '#server/db/schema/safety.ts'
import { planHistoryDays, sweepPlans } from '#server/features/plan/repo.ts'
import { createSealer, sealingKeyBytes } from '#server/ports/sealing.ts'
import { call } from '#tests/support/call.ts'
import type { Pair } from '#tests/support/chats.ts'
import { addConnection, addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  addMixedPair,
  adultBirthDate,
  leave,
  reportAndRead,
  wholeDatabase,
} from '#tests/support/evidence.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const dayMs = 86_400_000
const words = 'Come to my place instead'

describe.each(databasesUnderTest())('what an adult proposes for a minor’s plan, on %s', (kind) => {
  const evidenceSealer = createSealer(randomBytes(sealingKeyBytes))
  let open: TestDatabase
  let server: TestServer
  let pair: Pair

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { evidenceSealer })
  })
  beforeEach(async () => {
    pair = await addMixedPair(open.database)
    const params = { providerId: pair.provider.id }
    await call(server.origin, 'sharePlan', { params }, pair.client)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function push(kindOf: string, payload: unknown, who: SignedIn): Promise<string> {
    const opId = opIdAt()
    const ops = [wireOp(payload, { kind: kindOf, opId })]
    const { reply } = await call(server.origin, 'pushOps', { body: { ops } }, { token: who.token })
    expect(reply.results).toMatchObject([{ status: 'applied' }])
    return opId
  }
  function propose() {
    const idea = { change: 'add', itemId: crypto.randomUUID(), step: 'people' }
    const payload = { userId: pair.client.id, ...idea, text: words, phone: '+20 100 1' }
    return push('plan.propose', payload, pair.provider)
  }
  const evidence = () =>
    open.database.orm
      .select()
      .from(messageEvidence)
      .where(eq(messageEvidence.senderId, pair.provider.id))
  const report = (who: SignedIn, id: string) =>
    reportAndRead(server, open.database, who, { kind: 'proposal', id })
  const reportOfPerson = () =>
    reportAndRead(server, open.database, pair.client, { kind: 'person', id: pair.provider.id })

  test('can be reported by whose plan it is for, answered or not, and by nobody else', async () => {
    const id = await propose()
    const shown = {
      subject: { id: pair.provider.id },
      snapshot: { text: words, phone: '+20 100 1', change: 'add', author: 'Karim Adult' },
    }
    expect(await report(pair.client, id)).toMatchObject(shown)
    await push('plan.decline', { proposalId: id }, pair.client)
    expect(await report(pair.client, id)).toMatchObject(shown)
    expect(await report(pair.provider, id)).toBe(404)
    expect(await report(await addPerson(open.database), id)).toBe(404)
    expect(await report(pair.client, crypto.randomUUID())).toBe(404)
  })

  test('is sealed when it is swept, and a report of the person shows it', async () => {
    const id = await propose()
    await push('plan.decline', { proposalId: id }, pair.client)
    const now = new Date(testNoonMs + (planHistoryDays + 1) * dayMs)
    await sweepPlans(open.database.orm, evidenceSealer, now)
    expect(await wholeDatabase(open.database)).not.toContain(words)
    expect(await evidence()).toMatchObject([
      { recipientId: pair.client.id, expiresAt: new Date(now.getTime() + 90 * dayMs) },
    ])
    expect(await reportOfPerson()).toMatchObject({ messages: [{ text: `${words}\n+20 100 1` }] })
  })

  test('is sealed when the minor leaves', async () => {
    await propose()
    expect(await leave(server, pair.client)).toBe(204)
    expect(await evidence()).toMatchObject([{ recipientId: pair.client.id }])
    expect(await wholeDatabase(open.database)).not.toContain(words)
  })

  test('is sealed when the adult leaves, and what waited ends', async () => {
    await propose()
    expect(await leave(server, pair.provider)).toBe(204)
    expect(await evidence()).toHaveLength(1)
    const [left] = await open.database.orm
      .select()
      .from(planProposals)
      .where(eq(planProposals.userId, pair.client.id))
    expect(left).toMatchObject({ providerId: null, state: 'ended' })
    const now = new Date(testNoonMs + (planHistoryDays + 1) * dayMs)
    await sweepPlans(open.database.orm, evidenceSealer, now)
    expect(await wholeDatabase(open.database)).not.toContain(words)
  })

  test('can be reported after the adult left, while what was sealed is there', async () => {
    const id = await propose()
    await leave(server, pair.provider)
    expect(await report(pair.client, id)).toMatchObject({
      subject: null,
      snapshot: { text: `${words}\n+20 100 1`, change: 'add', author: 'Karim Adult' },
    })
    expect(await report(await addPerson(open.database), id)).toBe(404)
    await open.database.orm.delete(messageEvidence)
    expect(await report(pair.client, id)).toBe(404)
  })

  test('cannot go past the database, nor change, unsealed', async () => {
    await propose()
    const ask = (text: string) => open.database.pool.query(text, [pair.client.id])
    for (const statement of [
      'delete from plan_proposals where user_id = $1',
      "update plan_proposals set text = 'Innocent' where user_id = $1",
      'update plan_proposals set to_minor = false where user_id = $1',
      'update plan_proposals set provider_id = null where user_id = $1',
    ]) {
      await expect(ask(statement)).rejects.toThrow('must be sealed')
    }
  })

  test('is sealed of adults to minors alone', async () => {
    pair = await addMixedPair(open.database, { client: { birthDate: adultBirthDate } })
    const params = { providerId: pair.provider.id }
    await call(server.origin, 'sharePlan', { params }, pair.client)
    await propose()
    expect(await leave(server, pair.client)).toBe(204)
    expect(await evidence()).toEqual([])
  })

  test('goes with a report of the person while it is there, also after No', async () => {
    const id = await propose()
    const said = { text: `${words}\n+20 100 1`, byReporter: false, deletedAt: null }
    expect(await reportOfPerson()).toMatchObject({ messages: [said] })
    await push('plan.decline', { proposalId: id }, pair.client)
    expect(await reportOfPerson()).toMatchObject({ messages: [said] })
    const other = await addProvider(open.database, { birthDate: adultBirthDate })
    await addConnection(open.database, { clientId: pair.client.id, providerId: other.id })
    const target = { kind: 'person', id: other.id } as const
    const ofOther = await reportAndRead(server, open.database, pair.client, target)
    expect(ofOther).toMatchObject({ messages: [] })
  })
})
