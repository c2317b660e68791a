import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { feelings } from '#contract/trackers/note.ts'
import { call } from '#tests/support/call.ts'
import { addConnection } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { answerOf, opIdAt, testDay, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const secret = 'Wrenfeather'

describe.each(databasesUnderTest())('words beside answers leave for nobody else, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let teen: SignedIn
  let others: SignedIn[]

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    teen = await addPerson(open.database)
    const provider = await addPerson(open.database, {
      userType: 'ServiceProvider',
      verifiedAt: new Date(0),
    })
    await addConnection(open.database, { clientId: teen.id, providerId: provider.id })
    others = [
      provider,
      await addPerson(open.database, { userType: 'Parent' }),
      await addPerson(open.database),
      await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' }),
    ]
    const words = { feelings: [feelings[0]], tags: [], ownTags: [secret], text: secret }
    const day = { trackerType: 'Mood', day: testDay as string }
    const ops = [
      wireOp(answerOf()),
      ...[1, 2].map((at) =>
        wireOp(
          { ...day, ...words, text: `${secret} ${at}`, basedOn: null, settles: [] },
          { kind: 'trackers.note', opId: opIdAt() },
        ),
      ),
    ]
    await call(server.origin, 'pushOps', { body: { ops } }, { token: teen.token })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  /** Every address that answers a read, about the person wherever it takes an id. */
  const reads = Object.entries<Endpoint>(api).filter(
    ([name, { method }]) => method === 'GET' && name !== 'liveEvents',
  )

  test.each(reads)('%s', async (_, { path }) => {
    const at = path.replaceAll(/\{\w+\}/g, teen.id)
    for (const each of others) {
      const reply = await fetch(`${server.origin}/api${at}`, {
        headers: { authorization: `Bearer ${each.token}` },
      })
      expect(await reply.text()).not.toContain(secret)
    }
  })

  test('and the person has them', async () => {
    const { reply } = await call(
      server.origin,
      'trackerNotes',
      { query: {} },
      { token: teen.token },
    )
    expect(JSON.stringify(reply)).toContain(`${secret} 1`)
    expect(JSON.stringify(reply)).toContain(`${secret} 2`)
  })

  test('no answer of a tracker says that there are any', async () => {
    const params = { type: 'Mood' as const }
    const own = await call(
      server.origin,
      'latestTrackerEntries',
      { params, query: {} },
      { token: teen.token },
    )
    expect(Object.keys(own.reply[0] ?? {}).toSorted()).toEqual([
      'answer',
      'date',
      'day',
      'id',
      'score',
      'trackerType',
    ])
  })
})
