import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import { requestsPerPairAndDayMax } from '#server/features/connections/change.ts'
import { pairStatus } from '#server/features/connections/index.ts'
import { call } from '#tests/support/call.ts'
import {
  addBlock,
  addConnection,
  addProvider,
  loseVerification,
} from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testDay } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('connections, on %s', (kind) => {
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

  const ask = (client: SignedIn, provider: SignedIn) =>
    call(
      server.origin,
      'requestConnection',
      { body: { requestedServiceProvider: provider.id.toUpperCase() } },
      client,
    )
  const step = (
    name: 'acceptConnection' | 'rejectConnection' | 'removeRequest' | 'endConnection',
    actor: SignedIn,
    id: string,
  ) => call(server.origin, name, { params: { id } }, actor)
  const sent = async (actor: SignedIn, query = {}) =>
    (await call(server.origin, 'listSentRequests', { query }, actor)).reply
  const received = async (actor: SignedIn, query = {}) =>
    (await call(server.origin, 'listReceivedRequests', { query }, actor)).reply
  const friends = async (actor: SignedIn, query = {}) =>
    (await call(server.origin, 'listFriends', { query }, actor)).reply
  const relation = async (one: SignedIn, other: SignedIn) =>
    (await pairStatus(open.database.pool, one.id, other.id, testDay)).relation

  const askWith = (client: SignedIn, provider: SignedIn, message: unknown) =>
    call(
      server.origin,
      'requestConnection',
      { body: { requestedServiceProvider: provider.id, message: message as string } },
      client,
    )

  test('of a newcomer are none, in every list', async () => {
    const [client, provider] = [await addPerson(open.database), await addProvider(open.database)]
    const none = { requests: [], next: null }
    expect(await sent(client, { state: 'all' })).toEqual(none)
    expect(await received(provider, { state: 'all' })).toEqual(none)
    for (const newcomer of [client, provider])
      expect(await friends(newcomer)).toEqual({ friends: [], next: null })
  })

  test('carry a sentence to the provider alone, until they are over', async () => {
    const client = await addPerson(open.database)
    const [provider, other] = [await addProvider(open.database), await addProvider(open.database)]
    const { reply } = await askWith(client, provider, '  I sleep badly. \u202e ')
    expect((await sent(client)).requests[0]?.message).toBe('I sleep badly.')
    expect((await received(provider)).requests[0]?.message).toBe('I sleep badly.')
    expect((await received(other, { state: 'all' })).requests).toEqual([])
    const exported = (await call(server.origin, 'exportMyData', {}, client)).reply
    expect(exported['connections']).toMatchObject([{ message: 'I sleep badly.' }])

    await step('acceptConnection', provider, reply._id)
    expect((await received(provider, { state: 'all' })).requests[0]?.message).toBe('I sleep badly.')
    await step('endConnection', client, reply._id)
    for (const list of [
      await sent(client, { state: 'all' }),
      await received(provider, { state: 'all' }),
    ]) {
      expect(list.requests[0]?.message).toBeNull()
    }
  })

  test.each(['rejectConnection', 'removeRequest'] as const)(
    'lose their sentence with %s',
    async (how) => {
      const [client, provider] = [await addPerson(open.database), await addProvider(open.database)]
      const { reply } = await askWith(client, provider, 'Hello')
      await step(how, how === 'rejectConnection' ? provider : client, reply._id)
      expect((await sent(client, { state: 'all' })).requests[0]?.message).toBeNull()
    },
  )

  test.each([
    ['endConnection', 'client'],
    ['rejectConnection', 'provider'],
    ['removeRequest', 'client'],
  ] as const)('show nothing of who somebody is by now, after %s', async (how, by) => {
    const was = { bio: 'Almost grown', profileImg: `${how}.webp` }
    const client = await addPerson(open.database, { birthDate: day('2008-06-16'), ...was })
    const provider = await addProvider(open.database)
    const { reply } = await ask(client, provider)
    const shown = async ({ origin }: Pick<TestServer, 'origin'>) => {
      const query = { state: 'all' } as const
      const answer = await call(origin, 'listReceivedRequests', { query }, provider)
      return answer.reply.requests[0]?.fromUser
    }
    if (how === 'endConnection') await step('acceptConnection', provider, reply._id)
    expect(await shown(server)).toMatchObject({ ...was, isMinor: true })
    await step(how, by === 'client' ? client : provider, reply._id)
    const over = { firstname: 'Nour', bio: null, profileImg: null, isMinor: true }
    expect(await shown(server)).toMatchObject(over)
    const grown = await startTestServer(open.database, { now: () => testNoonMs + 86_400_000 })
    expect(await shown(grown)).toMatchObject(over)
    await grown.close()
  })

  test('take no sentence that is too long or none, and make no request of it', async () => {
    const [client, provider] = [await addPerson(open.database), await addProvider(open.database)]
    expect((await askWith(client, provider, 'x'.repeat(301))).status).toBe(400)
    expect((await askWith(client, provider, 7)).status).toBe(400)
    expect((await sent(client, { state: 'all' })).requests).toEqual([])
    expect((await askWith(client, provider, ' \u200b ')).status).toBe(201)
    expect((await sent(client)).requests[0]?.message).toBeNull()
  })

  test('go from a request to its acceptance to an end, and may be asked for again', async () => {
    const client = await addPerson(open.database, { bio: 'I draw.' })
    const provider = await addProvider(open.database)
    const { status, reply } = await ask(client, provider)
    expect([status, reply.status, reply.toUserId]).toEqual([201, 'pending', provider.id])
    expect(await relation(client, provider)).toBe('pending')

    const accepted = await step('acceptConnection', provider, reply._id)
    expect([accepted.status, accepted.reply.status]).toEqual([200, 'accepted'])
    expect([await relation(client, provider), await relation(provider, client)]).toEqual([
      'connected',
      'connected',
    ])
    expect((await friends(client)).friends).toMatchObject([
      { id: provider.id, specialization: 'Psychotherapist', connectionId: reply._id },
    ])
    expect((await friends(provider)).friends).toMatchObject([
      { id: client.id, userType: 'Adolescent', connectionId: reply._id },
    ])

    expect((await step('endConnection', provider, reply._id)).reply.status).toBe('ended')
    expect(await relation(client, provider)).toBe('ended')
    expect([await friends(client), await friends(provider)]).toEqual([
      { friends: [], next: null },
      { friends: [], next: null },
    ])
    expect((await ask(client, provider)).status).toBe(201)
    expect(await relation(client, provider)).toBe('pending')
  })

  test('that wait are told of a minor by that alone, never by a birth date', async () => {
    const [minor, adult] = [
      await addPerson(open.database, { birthDate: day('2008-06-16'), bio: 'Almost grown' }),
      await addPerson(open.database, { birthDate: day('2008-06-15') }),
    ]
    const provider = await addProvider(open.database)
    await ask(minor, provider)
    await ask(adult, provider)
    const answer = await call(server.origin, 'listReceivedRequests', { query: {} }, provider)
    const from = new Map(answer.reply.requests.map((each) => [each.fromUserId, each.fromUser]))
    expect(from.get(minor.id)).toEqual({
      id: minor.id,
      firstname: 'Nour',
      lastname: 'Test',
      userType: 'Adolescent',
      bio: 'Almost grown',
      profileImg: null,
      isMinor: true,
    })
    expect(from.get(adult.id)?.isMinor).toBe(false)
    // No year of birth, which the digits of an id may look like.
    expect(answer.bytes.toString()).not.toMatch(/(?<![\da-f-])2008(?![\da-f])/)
    for (const secret of [minor.user.email, minor.user.phoneNumber]) {
      expect([secret, answer.bytes.toString().includes(secret)]).toEqual([secret, false])
    }
  })

  test('are refused with the one that stands', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const { reply } = await ask(client, provider)
    const again = await ask(client, provider)
    expect([again.status, again.problem.code, again.problem.current]).toEqual([
      409,
      'request_pending',
      reply,
    ])
    await step('acceptConnection', provider, reply._id)
    const connected = await ask(client, provider)
    expect([connected.status, connected.problem.code]).toEqual([409, 'already_connected'])
    const decided = await step('rejectConnection', provider, reply._id)
    expect([decided.status, decided.problem.code, decided.problem.current]).toMatchObject([
      409,
      'already_decided',
      { _id: reply._id, status: 'accepted' },
    ])
  })

  test.each([
    ['does not say that they see minors', { seesMinors: false }],
    ['was not cleared for minors', { minorsClearedAt: null }],
  ])('of a minor are not for a provider who %s', async (_, practice) => {
    const provider = await addProvider(open.database, {}, practice)
    const [minor, adult] = [
      await addPerson(open.database),
      await addPerson(open.database, { birthDate: day('1997-01-01') }),
    ]
    const refused = await ask(minor, provider)
    expect([refused.status, refused.problem.message]).toEqual([
      403,
      'This provider does not see people under 18.',
    ])
    expect((await ask(adult, provider)).status).toBe(201)
    const pair = { clientId: minor.id, providerId: provider.id }
    const id = await addConnection(open.database, pair, 'pending')
    expect((await step('acceptConnection', provider, id)).problem.code).toBe('minors_not_seen')
    expect((await step('rejectConnection', provider, id)).status).toBe(200)
  })

  test('leave the lists with a rejection or a removal, and stay in the history', async () => {
    const client = await addPerson(open.database)
    const [first, second] = [await addProvider(open.database), await addProvider(open.database)]
    const one = (await ask(client, first)).reply
    const two = (await ask(client, second)).reply
    await step('rejectConnection', first, one._id)
    await step('removeRequest', client, two._id)
    expect((await step('acceptConnection', second, two._id)).problem.code).toBe('not_found')
    expect(await relation(client, first)).toBe('none')
    expect((await sent(client)).requests).toEqual([])
    const history = (await sent(client, { state: 'all' })).requests
    expect(new Map(history.map((each) => [each.toUserId, each.status]))).toEqual(
      new Map([
        [first.id, 'rejected'],
        [second.id, 'removed'],
      ]),
    )
    expect((await received(first, { state: 'all' })).requests).toHaveLength(1)
    expect((await received(first)).requests).toEqual([])
  })

  test('are listed page by page, each once, newest first', async () => {
    const client = await addPerson(open.database)
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const provider = await addProvider(open.database, { firstname: `P${index}` })
      const pair = { clientId: client.id, providerId: provider.id }
      // Two of the same moment: the id decides between them.
      const createdAt = new Date(testNoonMs + Math.floor(index / 2))
      ids.push(await addConnection(open.database, pair, 'accepted', createdAt))
    }
    const seen: string[] = []
    const named: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const query = { state: 'all', limit: '2', ...(after && { after }) }
      const page: Awaited<ReturnType<typeof sent>> = await sent(client, query)
      seen.push(...page.requests.map(({ _id }) => _id))
      after = page.next
    }
    for (let after: string | null = ''; after !== null;) {
      const page: Awaited<ReturnType<typeof friends>> = await friends(client, {
        limit: '2',
        ...(after && { after }),
      })
      named.push(...page.friends.map(({ firstname }) => firstname))
      after = page.next
    }
    expect([seen[0], new Set(seen), seen.length]).toEqual([ids[4], new Set(ids), 5])
    expect(named).toEqual(['P0', 'P1', 'P2', 'P3', 'P4'])
  })

  test('go on behind the longest names', async () => {
    const client = await addPerson(open.database)
    const longest = { firstname: '\uac01'.repeat(80), lastname: '\uac01'.repeat(80) }
    for (const name of [longest, longest, { firstname: '\ud7a3' }]) {
      const { id } = await addProvider(open.database, name)
      await addConnection(open.database, { clientId: client.id, providerId: id })
    }
    const first = await friends(client, { limit: '1' })
    const second = await friends(client, { limit: '1', after: first.next })
    const third = await friends(client, { limit: '1', after: second.next })
    const ids = [first, second, third].map((page) => page.friends[0]?.id)
    expect([new Set(ids).size, third.next]).toEqual([3, null])
  })

  test.each(['x', 'e30', Buffer.from('["a"]').toString('base64url'), 'ä'])(
    'have no page behind %j',
    async (after) => {
      const client = await addPerson(open.database)
      for (const name of ['listSentRequests', 'listFriends'] as const) {
        const answer = await call(server.origin, name, { query: { after } }, client)
        expect([name, answer.status, answer.problem.fields]).toEqual([
          name,
          400,
          { after: 'This is no page of this list.' },
        ])
      }
    },
  )

  test('give a provider who lost the verification no list of clients', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    await addConnection(open.database, { clientId: client.id, providerId: provider.id })
    await loseVerification(open.database, provider.id)
    expect((await friends(provider)).friends).toEqual([])
    expect((await friends(client)).friends).toMatchObject([{ unavailable: true }])
    expect(await relation(client, provider)).toBe('unavailable')
    const adult = await addPerson(open.database, { userType: 'Parent', birthDate: adultBirth })
    await addConnection(open.database, { clientId: adult.id, providerId: provider.id })
    expect(await relation(adult, provider)).toBe('connected')
  })

  test('show nobody with a block between, in no list and from neither side', async () => {
    const client = await addPerson(open.database)
    const [blocker, blocked] = [await addProvider(open.database), await addProvider(open.database)]
    for (const provider of [blocker, blocked]) {
      const pair = { clientId: client.id, providerId: provider.id }
      await addConnection(open.database, pair, 'ended')
      await addConnection(open.database, pair, 'accepted')
    }
    await addBlock(open.database, blocker.id, client.id)
    await addBlock(open.database, client.id, blocked.id)
    expect((await friends(client)).friends).toEqual([])
    expect((await sent(client, { state: 'all' })).requests).toEqual([])
    for (const provider of [blocker, blocked]) {
      expect((await received(provider, { state: 'all' })).requests).toEqual([])
      expect((await friends(provider)).friends).toEqual([])
      expect(await relation(provider, client)).toBe('blocked')
      expect((await ask(client, provider)).problem.code).toBe('not_found')
    }
  })

  test('tell both sides of each step at once, and of nothing else', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const received: string[] = []
    const ends = [
      server.events.subscribe(client.id, ({ type }) => received.push(`client ${type}`)),
      server.events.subscribe(provider.id, ({ type }) => received.push(`provider ${type}`)),
    ]
    const { reply } = await ask(client, provider)
    expect(received.splice(0).toSorted()).toEqual([
      'client connections',
      'provider connections',
      'provider notices',
    ])
    await step('acceptConnection', provider, reply._id)
    expect(received.splice(0)).toContain('client connections')
    await step('rejectConnection', provider, reply._id)
    await ask(client, provider)
    expect(received).toEqual([])
    await call(server.origin, 'blockPerson', { body: { userId: client.id } }, provider)
    expect(received.toSorted()).toEqual(['client connections', 'provider connections'])
    for (const end of ends) end()
  })

  test('are asked of one provider so often a day', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    for (let time = 0; time < requestsPerPairAndDayMax; time += 1) {
      const { reply } = await ask(client, provider)
      await step('removeRequest', client, reply._id)
    }
    const stopped = await ask(client, provider)
    expect([stopped.status, stopped.problem.code]).toEqual([429, 'rate_limited'])
    expect((await ask(client, await addProvider(open.database))).status).toBe(201)
  })
})

function day(text: string) {
  return text as SignedIn['user']['birthDate']
}

const adultBirth = '1980-01-01' as LocalDate
