import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/account.ts'
import { connections } from '#server/db/schema/connections.ts'
import { questResponses, questShares } from '#server/db/schema/health.ts'
import { savesPerHourMax } from '#server/features/quests/index.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { answersTo, connect, questOf } from '#tests/support/quests.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('a result that is shared, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let teen: SignedIn
  let provider: SignedIn
  let resultId: string

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  beforeEach(async () => {
    teen = await addPerson(open.database)
    provider = await addPerson(open.database, {
      userType: 'ServiceProvider',
      verifiedAt: new Date(0),
      firstname: 'Sofia',
      lastname: 'Almeida',
    })
    await connect(open.database, teen.id, provider.id)
    resultId = await play('pq16', '6')
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const play = async (type: 'phq9' | 'pq16', id: string) => {
    const body = { answers: answersTo(await questOf(type), (n) => (n < 8 ? 1 : 0)) }
    return (await call(server.origin, 'submitSurvey', { params: { id }, body }, teen)).reply.id
  }
  const share = (id = resultId, providerId = provider.id) =>
    call(server.origin, 'shareResult', { params: { id, providerId } }, teen)
  const unshare = (id = resultId) =>
    call(server.origin, 'unshareResult', { params: { id, providerId: provider.id } }, teen)
  const see = (who = provider) => {
    const params = { id: '6', type: 'pq16', userId: teen.id }
    return call(server.origin, 'getSurveyScore', { params }, who)
  }
  const seeAll = (who = provider) =>
    call(server.origin, 'listSharedResults', { params: { userId: teen.id } }, who)
  const log = () => call(server.origin, 'accessLog', { query: {} }, teen)

  test('is seen by that provider alone, in words and numbers, without points and answers', async () => {
    expect((await share()).status).toBe(204)
    const { reply, bytes } = await see()
    expect(reply).toMatchObject({ id: resultId, userId: teen.id, questId: 6, title: 'Mind Tricks' })
    expect(reply.notice).toContain('not a diagnosis')
    for (const secret of ['answers', 'oints', 'pq16', 'questionId']) {
      expect(bytes.toString()).not.toContain(secret)
    }
    const stranger = await addPerson(open.database, listed)
    await connect(open.database, teen.id, stranger.id)
    expect((await see(stranger)).status).toBe(404)
    expect((await seeAll(stranger)).reply).toEqual([])
    expect((await seeAll(await addPerson(open.database, listed))).status).toBe(404)
  })

  test('shows no other result, of the same quest neither', async () => {
    await share()
    await play('phq9', '1')
    await play('pq16', '6')
    expect((await see()).reply.id).toBe(resultId)
    expect((await seeAll()).reply.map(({ id }) => id)).toEqual([resultId])
    expect((await see(teen)).reply.id).not.toBe(resultId)
  })

  test('is noted at each look, and its person reads by whom', async () => {
    await share()
    await see()
    await seeAll()
    await see(teen)
    expect((await log()).reply.entries).toMatchObject([
      { what: 'result', questId: 6, who: 'Sofia Almeida' },
      { what: 'result', questId: 6, who: 'Sofia Almeida' },
    ])
    const others = await call(server.origin, 'accessLog', { query: {} }, provider)
    expect(others.reply.entries).toEqual([])
  })

  test('is saved as a file with no answer in it, and its person reads by whom', async () => {
    const save = (who = provider, id = resultId) =>
      call(server.origin, 'saveSharedResult', { params: { userId: teen.id, id } }, who)
    expect((await save()).status).toBe(404)
    await share()
    const { reply, bytes } = await save()
    expect(reply).toMatchObject({ id: resultId, questId: 6, version: 1, title: 'Mind Tricks' })
    expect(reply.birthYear).toBeGreaterThan(1900)
    for (const secret of ['answers', 'oints', 'pq16', 'questionId', 'birthDate']) {
      expect(bytes.toString()).not.toContain(secret)
    }
    expect((await log()).reply.entries).toMatchObject([
      { what: 'result', questId: 6, who: 'Sofia Almeida', savedAsFile: true },
    ])
    const other = await play('phq9', '1')
    expect((await save(provider, other)).status).toBe(404)
    expect((await save(teen)).status).toBe(404)
    await unshare()
    expect((await save()).status).toBe(404)
    expect((await log()).reply.entries).toHaveLength(1)
  })

  test('is saved a bounded number of times an hour', async () => {
    await share()
    const params = { userId: teen.id, id: resultId }
    const save = async () =>
      (await call(server.origin, 'saveSharedResult', { params }, provider)).status
    for (let saved = 0; saved < savesPerHourMax; saved += 1) expect(await save()).toBe(200)
    expect(await save()).toBe(429)
  })

  test('is hidden again at once when it is taken back', async () => {
    await share()
    expect((await unshare()).status).toBe(204)
    expect((await see()).status).toBe(404)
    expect((await seeAll()).reply).toEqual([])
    expect((await unshare()).status).toBe(404)
    expect((await log()).reply.entries).toEqual([])
  })

  test('is hidden when the connection ends or the provider is no longer verified', async () => {
    await share()
    const away = { state: 'ended' as const, endedAt: new Date(0) }
    await open.database.orm.update(connections).set(away).where(eq(connections.clientId, teen.id))
    expect([(await see()).status, (await seeAll()).status]).toEqual([404, 404])
    await connect(open.database, teen.id, provider.id)
    expect((await see()).status).toBe(200)
    await open.database.orm.update(users).set({ verifiedAt: null }).where(eq(users.id, provider.id))
    expect([(await see()).status, (await seeAll()).status]).toEqual([404, 404])
  })

  test('can be shown only to somebody one is connected with, and only if it is one’s own', async () => {
    const stranger = await addPerson(open.database, listed)
    expect((await share(resultId, stranger.id)).status).toBe(404)
    await connect(open.database, teen.id, stranger.id, 'pending')
    expect((await share(resultId, stranger.id)).status).toBe(404)
    const other = await addPerson(open.database)
    await connect(open.database, other.id, provider.id)
    const params = { id: resultId, providerId: provider.id }
    const stolen = await call(server.origin, 'shareResult', { params }, other)
    expect(stolen.status).toBe(404)
    expect(await open.database.orm.$count(questShares, eq(questShares.userId, other.id))).toBe(0)
  })

  test('stands in one’s own list with whom it is shared', async () => {
    await share()
    const { reply } = await call(server.origin, 'listResults', { query: {} }, teen)
    expect(reply.results.map(({ sharedWith }) => sharedWith)).toEqual([[provider.id]])
  })

  test('counts in the export of its own person alone, though another’s result has its id', async () => {
    await share()
    const [row] = await open.database.orm
      .select()
      .from(questResponses)
      .where(eq(questResponses.id, resultId))
    const other = await addPerson(open.database)
    if (row) await open.database.orm.insert(questResponses).values({ ...row, userId: other.id })
    const counted = async (who: SignedIn) =>
      (await call(server.origin, 'exportMyData', {}, who)).reply['quests']
    expect(await counted(teen)).toMatchObject([{ id: resultId, sharedWithProviders: 1 }])
    expect(await counted(other)).toMatchObject([{ id: resultId, sharedWithProviders: 0 }])
  })

  test('goes with the account of either', async () => {
    await share()
    await open.database.orm.delete(users).where(eq(users.id, provider.id))
    expect(await open.database.orm.$count(questShares, eq(questShares.userId, teen.id))).toBe(0)
    expect(
      (await call(server.origin, 'listResults', { query: {} }, teen)).reply.results,
    ).toHaveLength(1)
  })
})

const listed = { userType: 'ServiceProvider', verifiedAt: new Date(0) } as const
