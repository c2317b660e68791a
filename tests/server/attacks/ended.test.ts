import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questShares } from '#server/db/schema/health.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, type Pair } from '#tests/support/chats.ts'
import { becomeKnown, creditsOf, shareOne } from '#tests/support/clearance-stage.ts'
import { addConnection, addProvider, turnMinorsAway } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addBooking, hourFrom } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('what is over between two people, on %s', (kind) => {
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

  const sharesWith = async (provider: SignedIn) => {
    const rows = await open.database.orm.select().from(questShares)
    return rows.filter(({ providerId }) => providerId === provider.id).length
  }
  const block = (who: SignedIn, userId: string) =>
    call(server.origin, 'blockPerson', { body: { userId } }, who)
  const messages = async (who: SignedIn, chatId: string, query = {}) =>
    (await call(server.origin, 'getMessages', { params: { chatId }, query }, who)).reply
  const chatsOf = async (who: SignedIn) =>
    (await call(server.origin, 'listChats', { params: { userId: who.id }, query: {} }, who)).reply
  async function connected() {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const pair = { clientId: client.id, providerId: provider.id }
    const id = await addConnection(open.database, pair)
    return { client, provider, id }
  }
  async function connectAgain(client: SignedIn, provider: SignedIn) {
    const body = { requestedServiceProvider: provider.id }
    const { reply } = await call(server.origin, 'requestConnection', { body }, client)
    const input = { params: { id: reply._id } }
    return call(server.origin, 'acceptConnection', input, provider)
  }

  type Ending = (between: Awaited<ReturnType<typeof connected>>) => Promise<{ status: number }>
  const endings: readonly [string, Ending][] = [
    [
      'the young person ends it',
      ({ client, id }) => call(server.origin, 'endConnection', { params: { id } }, client),
    ],
    [
      'the provider ends it',
      ({ provider, id }) => call(server.origin, 'endConnection', { params: { id } }, provider),
    ],
    [
      'a request is removed that was accepted meanwhile',
      ({ client, id }) => call(server.origin, 'removeRequest', { params: { id } }, client),
    ],
    ['the young person blocks', ({ client, provider }) => block(client, provider.id)],
    ['the provider blocks', ({ client, provider }) => block(provider, client.id)],
  ]

  test.each(endings)(
    'takes the shared results along when %s; a new connection begins with none',
    async (_, end) => {
      const between = await connected()
      const { client, provider } = between
      expect((await shareOne(server.origin, client, provider)).status).toBe(204)
      const another = await addProvider(open.database)
      await addConnection(open.database, { clientId: client.id, providerId: another.id })
      await shareOne(server.origin, client, another)
      expect((await end(between)).status).toBeLessThan(300)
      expect([await sharesWith(provider), await sharesWith(another)]).toEqual([0, 1])
      for (const [one, other] of [
        [client, provider],
        [provider, client],
      ] as const) {
        await call(server.origin, 'unblockPerson', { params: { userId: other.id } }, one)
      }
      expect((await connectAgain(client, provider)).status).toBe(200)
      const params = { userId: client.id }
      const seen = await call(server.origin, 'listSharedResults', { params }, provider)
      expect([seen.status, seen.reply]).toEqual([200, []])
    },
  )

  test('keeps no result that is shared at the moment of the end', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { client, provider, id } = await connected()
      const { resultId } = await shareOne(server.origin, client, await addProvider(open.database))
      const params = { id: resultId, providerId: provider.id.toUpperCase() }
      const [shared, ended] = await Promise.all([
        call(server.origin, 'shareResult', { params }, client),
        call(server.origin, 'endConnection', { params: { id } }, provider),
      ])
      expect([204, 404]).toContain(shared.status)
      expect([ended.status, await sharesWith(provider)]).toEqual([200, 0])
    }
  })

  test.each(['client', 'provider'] as const)(
    'cancels sessions to come when the %s blocks, whatever the notice time',
    async (side) => {
      const known = await becomeKnown(server, open.database)
      const { client, provider, soonId, laterId } = known
      const bystander = await addPerson(open.database)
      const startsAt = new Date('2026-06-17T06:00:00Z')
      const people = { clientId: bystander.id, providerId: provider.id }
      const untouched = await addBooking(open.database, people, { startsAt })
      const [blocker, blocked] = side === 'client' ? [client, provider] : [provider, client]
      await block(blocker, blocked.id)
      await server.jobs.runDue()
      expect(await creditsOf(open.database, client.id, provider.id)).toBe(3)
      const past = { query: { scope: 'past' } } as const
      const { bookings } = (await call(server.origin, 'listBookings', past, client)).reply
      expect(new Map(bookings.map(({ _id, cancelledBy }) => [_id, cancelledBy]))).toEqual(
        new Map([
          [soonId, 'zync'],
          [laterId, 'zync'],
        ]),
      )
      const left = (await call(server.origin, 'listBookings', { query: {} }, provider)).reply
      expect(left.bookings.map(({ _id }) => _id)).toEqual([untouched.id])
      for (const who of [client, provider]) {
        const { notices } = (await call(server.origin, 'listNotices', { query: {} }, who)).reply
        const withdrawn = notices.filter(({ kind: each }) => each === 'booking.withdrawn')
        expect(withdrawn.map(({ person }) => person.id)).toEqual([who.id, who.id])
        const mails = server.mails.filter(({ to }) => to === who.user.email)
        const cancelled = mails.filter(({ subject }) => subject === 'Your session was canceled')
        expect(cancelled).toHaveLength(2)
        expect(JSON.stringify(cancelled)).not.toContain(
          who === client ? provider.user.lastname : client.user.lastname,
        )
      }
    },
  )

  test('leaves no session booked, however closely it is booked beside the block', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { client, provider } = await becomeKnown(server, open.database)
      const slot = { serviceProviderId: provider.id, ...hourFrom('2026-06-18T09:00:00.000Z') }
      const [booked, blocked] = await Promise.all([
        call(server.origin, 'book', { body: slot }, client),
        block(provider, client.id),
      ])
      expect([201, 404]).toContain(booked.status)
      expect(blocked.status).toBe(201)
      expect(await creditsOf(open.database, client.id, provider.id)).toBe(3)
    }
  })

  test('leaves whoever was blocked their own messages and files, and the blocker everything', async () => {
    const { client, provider, chatId, fileMessageId } = await becomeKnown(server, open.database)
    await addMessages(open.database, chatId, provider.id, ['Come and see me alone.'])
    await block(client, provider.id)
    const mine = await messages(client, chatId)
    expect(mine.messages).toHaveLength(3)
    expect(mine.chat).toMatchObject({ state: 'blocked', reads: 'all' })
    for (const query of [{}, { after: '0' }, { before: '99' }]) {
      const theirs = await messages(provider, chatId, query)
      expect(new Set(theirs.messages.map(({ senderId }) => senderId))).toEqual(
        new Set([provider.id]),
      )
      expect(theirs.chat).toMatchObject({ state: 'ended', reads: 'own', unread: 0, seenSeq: null })
    }
    const [shown] = await chatsOf(provider)
    expect(shown?.lastMessage).toMatchObject({ senderId: provider.id })
    expect(shown?.members[1]).toMatchObject({ _id: client.id, profileImg: null, username: '' })
    const params = { chatId, file: `${fileMessageId}.pdf` }
    const file = (who: SignedIn) => call(server.origin, 'getChatFile', { params }, who)
    expect([(await file(provider)).status, (await file(client)).status]).toEqual([404, 200])
  })

  test('opens nothing to somebody who blocks back, and closes nothing to who blocked first', async () => {
    const { client, provider, chatId } = await becomeKnown(server, open.database)
    await block(client, provider.id)
    await open.database.pool.query(
      `update blocks set created_at = created_at - interval '1 minute' where blocker_id = $1`,
      [client.id],
    )
    await block(provider, client.id)
    expect((await messages(provider, chatId)).messages).toHaveLength(1)
    expect((await messages(client, chatId)).messages).toHaveLength(2)
    const params = { userId: provider.id }
    await call(server.origin, 'unblockPerson', { params }, client)
    expect((await messages(client, chatId)).chat.reads).toBe('own')
    expect((await messages(provider, chatId)).chat.reads).toBe('all')
  })

  test('gives both the chat back once no block is left, still ended', async () => {
    const { client, provider, chatId } = await becomeKnown(server, open.database)
    await block(client, provider.id)
    await call(server.origin, 'unblockPerson', { params: { userId: provider.id } }, client)
    const page = await messages(provider, chatId)
    expect([page.messages.length, page.chat.state, page.chat.reads]).toEqual([2, 'ended', 'all'])
  })

  test('is settled for what was left over from before', async () => {
    const minor = await becomeKnown(server, open.database)
    const pair = await becomeKnown(server, open.database)
    const fine = await becomeKnown(server, open.database)
    const startsAt = new Date(Date.now() + 86_400_000)
    for (const { client, provider } of [minor, pair, fine] satisfies Pair[]) {
      const people = { clientId: client.id, providerId: provider.id }
      await addBooking(open.database, people, { startsAt })
    }
    await turnMinorsAway(open.database, minor.provider.id)
    await open.database.pool.query(
      'insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, now())',
      [pair.client.id, pair.provider.id],
    )
    await open.database.pool.query(
      `update connections set state = 'ended' where client_id = $1 and provider_id = $2`,
      [pair.client.id, pair.provider.id],
    )
    for (const statement of migration()) await open.database.pool.query(statement)
    await server.jobs.runDue()
    const cancelled = async ({ client }: Pair) => {
      const { rows } = await open.database.pool.query(
        `select 1 from bookings where client_id = $1 and cancelled_by = 'zync' and starts_at > now()`,
        [client.id],
      )
      return rows.length
    }
    expect([await cancelled(minor), await cancelled(pair), await cancelled(fine)]).toEqual([
      1, 1, 0,
    ])
    expect(await creditsOf(open.database, minor.client.id, minor.provider.id)).toBe(2)
    expect([await sharesWith(pair.provider), await sharesWith(fine.provider)]).toEqual([0, 1])
  })
})

/** The statements of the migration that settled it. */
function migration(): string[] {
  const folder = new URL('../../../server/db/migrations/', import.meta.url)
  const name = readdirSync(folder).find((each) => each.endsWith('_clearance.sql')) ?? ''
  return readFileSync(new URL(name, folder), 'utf8').split('--> statement-breakpoint')
}
