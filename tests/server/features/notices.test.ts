import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/account.ts'
import { addNotice } from '#server/features/notices/index.ts'
import { call } from '#tests/support/call.ts'
import { addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { adultBirthDate } from '#tests/support/evidence.ts'
import { addBooking, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('notices, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const list = async (actor: SignedIn, query = {}) =>
    (await call(server.origin, 'listNotices', { query }, actor)).reply
  const kinds = async (actor: SignedIn) =>
    (await list(actor)).notices.map(({ kind: of, read }) => (read ? `${of} (read)` : of))
  const ask = async (client: SignedIn, provider: SignedIn) => {
    const body = { requestedServiceProvider: provider.id }
    return (await call(server.origin, 'requestConnection', { body }, client)).reply._id
  }
  const step = (
    name: 'acceptConnection' | 'rejectConnection' | 'removeRequest',
    actor: SignedIn,
    id: string,
  ) => call(server.origin, name, { params: { id } }, actor)

  test('tell a provider of a request and whoever asked of its acceptance', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const id = await ask(client, provider)
    const listed = await list(provider)
    expect([listed.unread, listed.notices]).toMatchObject([
      1,
      [
        {
          kind: 'connection.requested',
          aboutId: id,
          person: { id: client.id, firstname: 'Nour', userType: 'Adolescent' },
          read: false,
        },
      ],
    ])
    await step('acceptConnection', provider, id)
    expect(await kinds(provider)).toEqual([])
    expect(await kinds(client)).toEqual(['connection.accepted'])
  })

  test('name nobody to a provider who is not listed', async () => {
    const provider = await addProvider(open.database)
    const asking = { userType: 'Parent', birthDate: adultBirthDate } as const
    await ask(await addPerson(open.database, asking), provider)
    expect(await kinds(provider)).toEqual(['connection.requested'])
    const { orm } = open.database
    await orm.update(users).set({ verifiedAt: null }).where(eq(users.id, provider.id))
    expect(await list(provider)).toMatchObject({ unread: 0, notices: [] })
  })

  test('of a request go with it', async () => {
    const [first, second] = [await addPerson(open.database), await addPerson(open.database)]
    const provider = await addProvider(open.database)
    const [one, two] = [await ask(first, provider), await ask(second, provider)]
    expect((await list(provider)).unread).toBe(2)
    await step('removeRequest', first, one)
    await step('rejectConnection', provider, two)
    expect([await kinds(provider), await kinds(second)]).toEqual([[], []])
  })

  test('of two people go with a block between them', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const id = await ask(client, provider)
    await step('acceptConnection', provider, id)
    await call(server.origin, 'blockPerson', { body: { userId: client.id } }, provider)
    expect(await kinds(client)).toEqual([])
  })

  test('are read up to a moment, and those of others stay unread', async () => {
    const [provider, other] = [await addProvider(open.database), await addProvider(open.database)]
    await ask(await addPerson(open.database), provider)
    await ask(await addPerson(open.database), other)
    nowMs += 1_000
    await ask(await addPerson(open.database), provider)
    const upTo = (await list(provider)).notices.at(-1)?.createdAt ?? ''
    const read = { body: { upTo } }
    expect((await call(server.origin, 'readNotices', read, provider)).status).toBe(204)
    expect(await kinds(provider)).toEqual(['connection.requested', 'connection.requested (read)'])
    expect([(await list(provider)).unread, (await list(other)).unread]).toEqual([1, 1])
    const bad = { body: { upTo: 'yesterday' } }
    expect((await call(server.origin, 'readNotices', bad, provider)).status).toBe(400)
  })

  test('that are read on one device are news to the others, once', async () => {
    const provider = await addProvider(open.database)
    await ask(await addPerson(open.database), provider)
    const upTo = (await list(provider)).notices[0]?.createdAt ?? ''
    const events: string[] = []
    const stop = server.events.subscribe(provider.id, ({ type }) => events.push(type))
    for (let taps = 0; taps < 2; taps += 1) {
      await call(server.origin, 'readNotices', { body: { upTo } }, provider)
    }
    stop()
    expect(events).toEqual(['notices'])
  })

  test('of a time that its provider proposed and takes back are gone, which the client’s devices hear of', async () => {
    const [client, provider] = [await addPerson(open.database), await addSeller(open.database)]
    const people = { clientId: client.id, providerId: provider.id }
    const startsAt = new Date('2026-06-18T06:00:00.000Z')
    const { id } = await addBooking(open.database, people, { startsAt })
    const about = { params: { id } }
    const body = hourFrom('2026-06-19T06:00:00.000Z')
    await call(server.origin, 'proposeTime', { ...about, body }, provider)
    await server.jobs.runDue()
    expect(await kinds(client)).toEqual(['booking.proposed'])
    const events: string[] = []
    const stop = server.events.subscribe(client.id, ({ type }) => events.push(type))
    expect((await call(server.origin, 'endProposal', about, provider)).status).toBe(200)
    stop()
    expect(await kinds(client)).toEqual([])
    expect(events).toEqual(['notices'])
  })

  test('about one thing are one, unread again when it happens again', async () => {
    const [person, actor] = [await addPerson(open.database), await addProvider(open.database)]
    const about = { userId: person.id, actorId: actor.id, aboutId: uuidv7() } as const
    for (const minute of [0, 1]) {
      const at = new Date(testNoonMs + minute * 60_000)
      await addNotice(open.database.pool, {
        ...about,
        id: uuidv7(),
        kind: 'connection.accepted',
        at,
      })
      await call(server.origin, 'readNotices', { body: { upTo: at.toISOString() } }, person)
    }
    expect(await kinds(person)).toEqual(['connection.accepted (read)'])
    const at = new Date(testNoonMs + 120_000)
    await addNotice(open.database.pool, { ...about, id: uuidv7(), kind: 'connection.accepted', at })
    expect(await kinds(person)).toEqual(['connection.accepted'])
  })

  test('come page by page, newest first', async () => {
    const provider = await addProvider(open.database)
    for (let index = 0; index < 3; index += 1) {
      nowMs += 1_000
      await ask(await addPerson(open.database, { firstname: `C${index}` }), provider)
    }
    const first = await list(provider, { limit: '2' })
    const second = await list(provider, { limit: '2', after: first.next ?? '' })
    const names = [...first.notices, ...second.notices].map(({ person }) => person.firstname)
    expect([names, second.next, second.unread]).toEqual([['C2', 'C1', 'C0'], null, 3])
  })
})
