import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listUnlistedProviders } from '#server/db/provider-listing.ts'
import { users } from '#server/db/schema/account.ts'
import { blocks, connections } from '#server/db/schema/connections.ts'
import { providers } from '#server/db/schema/providers.ts'
import { reports } from '#server/db/schema/safety.ts'
import { refoldSearch } from '#server/db/search-words.ts'
import { call } from '#tests/support/call.ts'
import { addConnection, addProvider } from '#tests/support/connections.ts'
import { quietLog } from '#tests/support/database-log.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { adultBirthDate } from '#tests/support/evidence.ts'
import { addBooking } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('what the care network holds of a person, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const exported = async (actor: SignedIn) => call(server.origin, 'exportMyData', {}, actor)

  /** A request that was accepted, then a report and a block by who had asked. */
  async function story() {
    const client = await addPerson(open.database, { firstname: 'Client' })
    const provider = await addProvider(open.database, { firstname: 'Provider' })
    const body = { requestedServiceProvider: provider.id }
    const { reply } = await call(server.origin, 'requestConnection', { body }, client)
    const params = { id: reply._id }
    await call(server.origin, 'acceptConnection', { params }, provider)
    const target = { kind: 'person', id: provider.id } as const
    const about = { target, reason: 'other', note: 'Too close' } as const
    await call(server.origin, 'report', { body: about }, client)
    await call(server.origin, 'blockPerson', { body: { userId: provider.id } }, client)
    return { client, provider }
  }

  test('is in their export, and says nothing of the other person', async () => {
    const { client, provider } = await story()
    const mine = await exported(client)
    expect(mine.reply).toMatchObject({
      practice: null,
      connections: [{ sentByMe: true, state: 'ended', endedByMe: true }],
      blocks: [{ createdAt: '2026-06-15T12:00:00.000Z' }],
      reports: [{ reason: 'other', note: 'Too close', state: 'open' }],
      notices: [],
    })
    const theirs = await exported(provider)
    expect(theirs.reply).toMatchObject({
      practice: { languages: [], seesMinors: true },
      connections: [{ sentByMe: false, state: 'ended', endedByMe: false }],
      blocks: [],
      reports: [],
    })
    // Their own operations name whom they blocked.
    const { operations: _operations, ...records } = mine.reply
    expect(JSON.stringify(records)).not.toContain(provider.id)
    expect(theirs.bytes.toString()).not.toContain(client.id)
    expect(theirs.bytes.toString()).not.toContain('Too close')
  })

  test('names whom they are connected with, while neither has blocked the other', async () => {
    const client = await addPerson(open.database, { firstname: 'Client' })
    const provider = await addProvider(open.database, { firstname: 'Provider' })
    await addConnection(open.database, { clientId: client.id, providerId: provider.id })
    const withIn = async (actor: SignedIn) => (await exported(actor)).reply['connections']
    expect(await withIn(client)).toMatchObject([
      { with: { name: 'Provider Test', role: 'ServiceProvider' }, sentByMe: true },
    ])
    expect(await withIn(provider)).toMatchObject([
      { with: { name: 'Client Test', role: 'Adolescent' }, sentByMe: false },
    ])
    await open.database.orm
      .update(providers)
      .set({ minorsClearedAt: null })
      .where(eq(providers.userId, provider.id))
    expect(await withIn(client)).toMatchObject([{ with: { name: 'Provider Test' } }])
    expect(await withIn(provider)).toMatchObject([{ with: null }])
    await call(server.origin, 'blockPerson', { body: { userId: client.id } }, provider)
    expect(await withIn(client)).toMatchObject([{ with: null }])
  })

  test('keeps the names of all clients from a provider who is not listed, but for sessions of adults', async () => {
    const client = await addPerson(open.database, {
      birthDate: adultBirthDate,
      firstname: 'Client',
    })
    const provider = await addProvider(open.database, { firstname: 'Provider' })
    const pair = { clientId: client.id, providerId: provider.id }
    const id = await addConnection(open.database, pair)
    await addBooking(open.database, pair, { startsAt: new Date(testNoonMs + 3_600_000) })
    const { orm } = open.database
    await orm.update(connections).set({ message: 'I sleep badly.' }).where(eq(connections.id, id))
    const connectionsIn = async (actor: SignedIn) => (await exported(actor)).reply['connections']
    expect(await connectionsIn(provider)).toMatchObject([
      { with: { name: 'Client Test' }, message: 'I sleep badly.' },
    ])
    await orm.update(users).set({ verifiedAt: null }).where(eq(users.id, provider.id))
    expect(await connectionsIn(provider)).toMatchObject([{ with: null, message: null }])
    expect(await connectionsIn(client)).toMatchObject([
      { with: { name: 'Provider Test' }, message: 'I sleep badly.' },
    ])
    const { reply } = await call(server.origin, 'listBookings', { query: {} }, provider)
    expect(reply.bookings).toMatchObject([{ with: { firstname: 'Client' } }])
  })

  test('does not keep the name of somebody whom they blocked and who left', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database, { firstname: 'Gone', lastname: 'Forever' })
    const options = { token: client.token, headers: { 'idempotency-key': 'once' } }
    const body = { userId: provider.id }
    const block = () => call(server.origin, 'blockPerson', { body }, options)
    const first = await block()
    expect(first.reply).toMatchObject({ userId: provider.id, name: 'Gone Forever' })
    expect((await block()).reply).toEqual(first.reply)
    await open.database.pool.query('delete from users where id = $1', [provider.id])
    const { rows } = await open.database.pool.query(
      'select result::text from ledger_ops where user_id = $1',
      [client.id],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('Gone')
    expect((await block()).reply).toEqual({ ...first.reply, name: '' })
  })

  test('goes with their account, but for the report that somebody else may need', async () => {
    const { client, provider } = await story()
    await open.database.pool.query('delete from users where id = $1', [client.id])
    const { orm } = open.database
    expect(await orm.$count(connections, eq(connections.clientId, client.id))).toBe(0)
    expect(await orm.$count(blocks, eq(blocks.blockerId, client.id))).toBe(0)
    const left = await orm.select().from(reports).where(eq(reports.subjectId, provider.id))
    expect(left.map(({ reporterId, sealed }) => [reporterId, typeof sealed])).toEqual([
      [null, 'string'],
    ])
  })

  test('has a line in the directory for a provider of the time before there was one', async () => {
    const old = await addProvider(open.database, { firstname: 'Élodie', lastname: 'Ancienne' })
    const { orm } = open.database
    await orm.delete(providers).where(eq(providers.userId, old.id))
    const viewer = await addPerson(open.database)
    const found = async () =>
      (await call(server.origin, 'listProviders', { query: { search: 'elodie' } }, viewer)).reply
        .providers.length
    expect(await found()).toBe(0)
    await Promise.all([1, 2, 3].map(() => listUnlistedProviders(open.database)))
    expect(await found()).toBe(1)
    const [line] = await orm.select().from(providers).where(eq(providers.userId, old.id))
    expect(line).toMatchObject({ seesMinors: false, minorsClearedAt: null, reviewedAt: null })
  })

  test('finds a provider in every spelling of their name, also one whom an older build listed', async () => {
    const name = { firstname: 'فاطمة', lastname: 'الزهراء' }
    const viewer = await addPerson(open.database)
    const { id } = await addProvider(open.database, name)
    const found = async (search: string) =>
      (await call(server.origin, 'listProviders', { query: { search } }, viewer)).reply.providers
        .length
    for (const typed of ['فاطمه', 'فَاطِمَة', 'فاطمـة', 'الزهراء فاطمة']) {
      expect([typed, await found(typed)]).toEqual([typed, 1])
    }
    const old = { nameKey: 'فاطمة', searchText: 'فاطمة', searchGrams: ['فاط', 'اطم', 'طمة'] }
    const { orm } = open.database
    await orm
      .update(providers)
      .set({ ...old, fold: 0 })
      .where(eq(providers.userId, id))
    expect(await found('فاطمه')).toBe(0)
    await refoldSearch(open.database, { log: quietLog, now: new Date(testNoonMs) })
    expect(await found('فاطمه')).toBe(1)
  })
})
