import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConnectionState } from '#contract/connections/api.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { againAfterDeadlock, inTransaction } from '#server/db/orm.ts'
import { call } from '#tests/support/call.ts'
import { addConnection, addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

interface Pair {
  readonly client: SignedIn
  readonly provider: SignedIn
  /** Of the connection that stood before the race. */
  readonly id: string
}
/** One of two calls that are made at once; gives its status. */
type Move = (pair: Pair, origin: string) => Promise<number>

const rounds = 8

type Step = 'acceptConnection' | 'rejectConnection' | 'removeRequest' | 'endConnection'
const onConnection =
  (name: Step, by: 'client' | 'provider'): Move =>
  async (pair, origin) =>
    (await call(origin, name, { params: { id: pair.id } }, pair[by])).status
const accept = onConnection('acceptConnection', 'provider')
const reject = onConnection('rejectConnection', 'provider')
const remove = onConnection('removeRequest', 'client')
const endByClient = onConnection('endConnection', 'client')
const endByProvider = onConnection('endConnection', 'provider')
const ask: Move = async ({ client, provider }, origin) => {
  const body = { requestedServiceProvider: provider.id }
  return (await call(origin, 'requestConnection', { body }, client)).status
}
const blockByClient: Move = async ({ client, provider }, origin) =>
  (await call(origin, 'blockPerson', { body: { userId: provider.id } }, client)).status
const blockByProvider: Move = async ({ client, provider }, origin) =>
  (await call(origin, 'blockPerson', { body: { userId: client.id } }, provider)).status

/** What two at once may come to: the statuses of both, and the states that are left, newest connection last. */
const races: readonly [string, ConnectionState, Move, Move, readonly string[]][] = [
  ['two requests', 'ended', ask, ask, ['201 409 ended pending', '409 201 ended pending']],
  ['two acceptances', 'pending', accept, accept, ['200 409 accepted', '409 200 accepted']],
  [
    'an acceptance and a rejection',
    'pending',
    accept,
    reject,
    ['200 409 accepted', '409 200 rejected'],
  ],
  ['an acceptance and a removal', 'pending', accept, remove, ['200 200 ended', '404 200 removed']],
  ['a rejection and a removal', 'pending', reject, remove, ['200 404 rejected', '404 200 removed']],
  ['two removals', 'pending', remove, remove, ['200 404 removed', '404 200 removed']],
  ['two rejections', 'pending', reject, reject, ['200 409 rejected', '409 200 rejected']],
  [
    'an end from each side',
    'accepted',
    endByClient,
    endByProvider,
    ['200 404 ended', '404 200 ended'],
  ],
  ['an end and a removal', 'accepted', endByProvider, remove, ['200 404 ended', '404 200 ended']],
  [
    'an end and a new request',
    'accepted',
    endByProvider,
    ask,
    ['200 201 ended pending', '200 409 ended'],
  ],
  [
    'a removal and a new request',
    'pending',
    remove,
    ask,
    ['200 201 removed pending', '200 409 removed'],
  ],
  [
    'an acceptance and a block by who asked',
    'pending',
    accept,
    blockByClient,
    ['200 201 ended', '404 201 removed'],
  ],
  [
    'an acceptance and a block by who was asked',
    'pending',
    accept,
    blockByProvider,
    ['200 201 ended', '409 201 rejected'],
  ],
  [
    'a request and a block by who is asked',
    'ended',
    ask,
    blockByProvider,
    ['201 201 ended rejected', '404 201 ended'],
  ],
  [
    'a request and a block by who asks',
    'ended',
    ask,
    blockByClient,
    ['201 201 ended removed', '404 201 ended'],
  ],
  ['a block from each side', 'accepted', blockByClient, blockByProvider, ['201 201 ended']],
  [
    'an end and a block',
    'accepted',
    endByClient,
    blockByProvider,
    ['200 201 ended', '404 201 ended'],
  ],
]

describe.each(databasesUnderTest('both'))('two people who press at once, on %s', (kind) => {
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

  async function newPair(state: ConnectionState): Promise<Pair> {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const before = { clientId: client.id, providerId: provider.id }
    return { client, provider, id: await addConnection(open.database, before, state) }
  }

  async function statesOf({ client }: Pair): Promise<string> {
    const { rows } = await open.database.pool.query<{ state: string }>(
      'select state from connections where client_id = $1 order by created_at, id',
      [client.id],
    )
    return rows.map(({ state }) => state).join(' ')
  }

  test.each(races)('%s have one of their outcomes', async (_, state, one, other, outcomes) => {
    for (let round = 0; round < rounds; round += 1) {
      const pair = await newPair(state)
      // Each side is the first to be sent in half of the rounds.
      const [first, second] = round % 2 === 0 ? [one, other] : [other, one]
      const answers = await Promise.all([first(pair, server.origin), second(pair, server.origin)])
      const inOrder = round % 2 === 0 ? answers : answers.toReversed()
      expect(outcomes).toContain(`${inOrder.join(' ')} ${await statesOf(pair)}`)
    }
  })

  test('leave no live connection beside a block, whoever was faster', async () => {
    const { rows } = await open.database.pool.query(
      `select 1 from connections join blocks
        on (blocker_id = client_id and blocked_id = provider_id)
          or (blocker_id = provider_id and blocked_id = client_id)
        where state in ('pending', 'accepted')`,
    )
    expect(rows).toEqual([])
  })

  test('and one of whom deletes their account leave nothing and no error of ours', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const pair = await newPair('ended')
      const gone = open.database.pool.query('delete from users where id = $1', [pair.provider.id])
      const [status] = await Promise.all([ask(pair, server.origin), gone])
      expect([201, 404]).toContain(status)
      expect(await statesOf(pair)).toBe('')
    }
  })

  test.runIf(kind === 'postgres')(
    'and one of whom deletes their account while the other accepts do not wait for each other',
    async () => {
      const { pool } = open.database
      const pair = await newPair('pending')
      let accepting: Promise<number> | undefined
      let answered = false
      await againAfterDeadlock(() =>
        inTransaction(pool, 'begin', async (client) => {
          await client.query('select 1 from users where id = $1 for update', [pair.client.id])
          // Done anew after a ring of waiters, it may find that the other has had its answer.
          const isAnew = accepting !== undefined
          accepting ??= accept(pair, server.origin).finally(() => (answered = true))
          const waits = async () => (isAnew && answered) || (await waitingForRows())
          await expect.poll(waits).toBe(true)
          await client.query('delete from users where id = $1', [pair.client.id])
        }),
      )
      expect([200, 404]).toContain(await accepting)
      expect(await statesOf(pair)).toBe('')
    },
  )

  async function waitingForRows(): Promise<boolean> {
    const { rows } = await open.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }

  test('cannot have two live connections, even past the lock', async () => {
    const pair = await newPair('pending')
    const ids = { clientId: pair.client.id, providerId: pair.provider.id }
    const second = addConnection(open.database, ids, 'accepted')
    const error = await second.then(
      () => undefined,
      (refusal: unknown) => refusal,
    )
    expect(isUniqueViolation(error, 'connections_live_key')).toBe(true)
  })
})
