import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pairStatus } from '#server/features/connections/index.ts'
import { reportsPerDayMax } from '#server/features/safety/service.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addConnection, addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addArticle, addAuthor, addVideo, testVideoId } from '#tests/support/library.ts'
import { addBooking } from '#tests/support/money.ts'
import { testDay, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('safety, on %s', (kind) => {
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

  const block = (actor: SignedIn, userId: string, headers = {}) =>
    call(server.origin, 'blockPerson', { body: { userId } }, { ...actor, headers })
  const report = (actor: SignedIn, id: string, more = {}, headers = {}) => {
    const body = { target: { kind: 'person', id }, reason: 'harm', ...more } as const
    return call(server.origin, 'report', { body }, { ...actor, headers })
  }
  const see = async (viewer: SignedIn, id: string) =>
    (await call(server.origin, 'getUser', { params: { id } }, viewer)).status
  const blocksOf = async (actor: SignedIn) =>
    (await call(server.origin, 'listBlocks', { query: {} }, actor)).reply.blocks
  const push = async (actor: SignedIn, ops: unknown[]) => {
    const body = { ops } as Parameters<typeof call<'pushOps'>>[2]['body']
    return (await call(server.origin, 'pushOps', { body }, actor)).reply.results
  }
  const reports = async (admin: SignedIn, query = {}) =>
    (await call(server.origin, 'listReports', { query: { limit: '100', ...query } }, admin)).reply
      .reports
  const connected = async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const pair = { clientId: client.id, providerId: provider.id }
    await addConnection(open.database, pair)
    return { client, provider, pair }
  }
  const relationOf = (one: SignedIn, other: SignedIn) =>
    pairStatus(open.database.pool, one.id, other.id, testDay)
  const addAdmin = () => addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })

  test('ends with a block what joined two people, and hides each from the other', async () => {
    const { client, provider } = await connected()
    expect([await see(client, provider.id), await see(provider, client.id)]).toEqual([200, 200])
    const { status, reply } = await block(client, provider.id.toUpperCase())
    expect([status, reply]).toEqual([
      201,
      { userId: provider.id, name: 'Nour Test', createdAt: '2026-06-15T12:00:00.000Z' },
    ])
    expect([await see(client, provider.id), await see(provider, client.id)]).toEqual([404, 404])
    const { relation, connectionId } = await relationOf(provider, client)
    expect([relation, connectionId]).toEqual(['blocked', expect.any(String)])
  })

  test('answers a repeated block as the first one, and a block from both sides for each', async () => {
    const { client, provider } = await connected()
    const first = await block(client, provider.id)
    expect((await block(client, provider.id)).reply).toEqual(first.reply)
    expect((await block(provider, client.id)).status).toBe(201)
    expect(await blocksOf(client)).toEqual([first.reply])
  })

  test('lets a block be taken back by who made it alone; what it ended stays ended', async () => {
    const { client, provider } = await connected()
    await block(client, provider.id)
    const unblock = async (actor: SignedIn, userId: string) =>
      (await call(server.origin, 'unblockPerson', { params: { userId } }, actor)).status
    expect(await unblock(provider, client.id)).toBe(404)
    expect(await unblock(client, provider.id)).toBe(204)
    expect(await unblock(client, provider.id)).toBe(404)
    expect(await blocksOf(client)).toEqual([])
    expect((await relationOf(client, provider)).relation).toBe('ended')
    expect([await see(client, provider.id), await see(provider, client.id)]).toEqual([200, 404])
  })

  test('lets all screens of both read again when a block is taken back', async () => {
    const { client, provider } = await connected()
    await block(client, provider.id)
    const received: string[] = []
    const ends = [client, provider].map(({ id }) =>
      server.events.subscribe(id, ({ type }) => received.push(`${id} ${type}`)),
    )
    const params = { userId: provider.id.toUpperCase() }
    await call(server.origin, 'unblockPerson', { params }, client)
    await call(server.origin, 'unblockPerson', { params }, client)
    expect(received).toEqual([`${client.id} connections`, `${provider.id} connections`])
    for (const end of ends) end()
  })

  test('takes a block and a report of a person from the queue, each once', async () => {
    const { client, provider } = await connected()
    const target = { kind: 'person', id: provider.id }
    const ops = [
      wireOp({ userId: provider.id }, { kind: 'safety.block' }),
      wireOp({ target, reason: 'other', note: 'Came too close' }, { kind: 'safety.report' }),
    ]
    const results = await push(client, ops)
    expect(results).toMatchObject([
      { status: 'applied', result: { userId: provider.id } },
      { status: 'applied', result: { _id: ops[1]?.opId, state: 'open' } },
    ])
    const again = await push(client, ops)
    expect(again.map(({ status }) => status)).toEqual(['duplicate', 'duplicate'])
    const admin = await addAdmin()
    const filed = (await reports(admin)).filter(({ reporter }) => reporter?.id === client.id)
    expect(filed).toMatchObject([{ note: 'Came too close', subject: { id: provider.id } }])
  })

  test.each(['safety.block', 'safety.report'])(
    'refuses in the queue a %s of whoever is none of the business, and nobody’s neighbour suffers',
    async (opKind) => {
      const client = await addPerson(open.database)
      const [stranger, provider] = [
        await addPerson(open.database),
        await addProvider(open.database),
      ]
      const payload = (id: string) =>
        opKind === 'safety.block'
          ? { userId: id }
          : { target: { kind: 'person', id }, reason: 'other', note: '' }
      const results = await push(
        client,
        [stranger.id, uuidv7(), client.id, provider.id].map((id) =>
          wireOp(payload(id), { kind: opKind }),
        ),
      )
      expect(results.map((each) => ('code' in each ? each.code : each.status))).toEqual([
        'not_found',
        'not_found',
        'not_found',
        'applied',
      ])
    },
  )

  test('lets somebody be named who was met, also after the other side has blocked', async () => {
    const { client, provider } = await connected()
    await block(provider, client.id)
    expect((await report(client, provider.id)).status).toBe(201)
    expect((await block(client, provider.id)).status).toBe(201)
    const stranger = await addProvider(open.database)
    await addBlock(open.database, stranger.id, client.id)
    expect((await report(client, stranger.id)).status).toBe(404)
    expect((await block(client, stranger.id)).status).toBe(404)
  })

  test('lets a provider block and report a client of a session alone, whose sessions to come end', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const pair = { clientId: client.id, providerId: provider.id }
    const startsAt = new Date(testNoonMs + 48 * 3_600_000)
    const { id } = await addBooking(open.database, pair, { startsAt })
    expect((await report(provider, client.id)).status).toBe(201)
    expect((await block(provider, client.id)).reply.userId).toBe(client.id)
    const { bookings } = (
      await call(server.origin, 'listBookings', { query: { scope: 'past' } }, client)
    ).reply
    expect(bookings).toMatchObject([{ _id: id, status: 'cancelled', cancelledBy: 'zync' }])
  })

  test('lets a client block and report the provider of a session who was suspended since', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const stranger = await addPerson(open.database)
    const startsAt = new Date(testNoonMs - 48 * 3_600_000)
    await addBooking(open.database, { clientId: client.id, providerId: provider.id }, { startsAt })
    const suspend = 'update users set suspended_at = now() where id = $1'
    await open.database.pool.query(suspend, [provider.id])
    expect((await report(stranger, provider.id)).status).toBe(404)
    expect((await report(client, provider.id)).status).toBe(201)
    expect((await block(client, provider.id)).status).toBe(201)
  })

  test('keeps the sentence of a request with a report of either by the other, while it is there', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const message = 'I know where you work.'
    const asked = { requestedServiceProvider: provider.id, message }
    const { reply } = await call(server.origin, 'requestConnection', { body: asked }, client)
    const ids = [
      (await report(provider, client.id)).reply._id,
      (await report(client, provider.id)).reply._id,
    ]
    await call(server.origin, 'rejectConnection', { params: { id: reply._id } }, provider)
    ids.push((await report(provider, client.id)).reply._id)
    const filed = await reports(await addAdmin())
    const messagesOf = (id: string) => filed.find(({ _id }) => _id === id)?.messages
    const stored = { _id: reply._id, text: message, reported: false, deletedAt: null, file: null }
    expect(ids.map(messagesOf)).toMatchObject([
      [{ ...stored, byReporter: false }],
      [{ ...stored, byReporter: true }],
      [],
    ])
  })

  test('keeps with a report what was seen, whatever becomes of it', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database, { bio: 'Write to me elsewhere' })
    const key = { 'idempotency-key': 'once' }
    const first = await report(client, provider.id, { note: ' Wants my number ' }, key)
    expect((await report(client, provider.id, { note: ' Wants my number ' }, key)).reply).toEqual(
      first.reply,
    )
    const bio = { bio: 'Nothing to see' }
    await call(server.origin, 'updateBio', { params: { id: provider.id }, body: bio }, provider)
    const admin = await addAdmin()
    const [filed] = (await reports(admin)).filter(({ _id }) => _id === first.reply._id)
    expect(filed).toMatchObject({
      state: 'open',
      reason: 'harm',
      note: 'Wants my number',
      snapshot: { firstname: 'Nour', bio: 'Write to me elsewhere', userType: 'ServiceProvider' },
      reporter: { id: client.id },
      subject: { id: provider.id, suspended: false },
      handledAt: null,
    })
    await open.database.pool.query('delete from users where id = any($1)', [
      [client.id, provider.id],
    ])
    const [stored] = (await reports(admin)).filter(({ _id }) => _id === first.reply._id)
    expect(stored).toMatchObject({ reporter: null, subject: null, snapshot: { firstname: 'Nour' } })
  })

  test('takes reports of articles and videos, by a call and from the queue', async () => {
    const author = await addAuthor(open.database, { firstname: 'Mona', lastname: 'Writer' })
    const article = await addArticle(open.database, author.id, { title: 'A title' })
    const video = await addVideo(open.database, author.id, { body: 'A description' })
    const reader = await addPerson(open.database, { userType: 'Parent' })
    const called = await report(reader, article, { target: { kind: 'article', id: article } })
    const payload = { target: { kind: 'video', id: video }, reason: 'sexual', note: 'Look' }
    const op = wireOp(payload, { kind: 'safety.report' })
    expect(await push(reader, [op])).toMatchObject([{ status: 'applied' }])
    // What was reported stays as it was.
    await open.database.pool.query('delete from library_items where author_id = $1', [author.id])
    const filed = await reports(await addAdmin())
    const find = (id: string) => filed.find(({ _id }) => _id === id)
    expect(find(called.reply._id)).toMatchObject({
      target: { kind: 'article', id: article },
      subject: { id: author.id },
      snapshot: {
        title: 'A title',
        text: 'Put the phone away an hour before bed.',
        author: 'Mona Writer',
      },
    })
    expect(find(op.opId)).toMatchObject({
      target: { kind: 'video', id: video },
      note: 'Look',
      snapshot: {
        url: `https://www.youtube.com/watch?v=${testVideoId}`,
        description: 'A description',
        author: 'Mona Writer',
      },
    })
  })

  test('takes so many reports a day', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    for (let made = 0; made < reportsPerDayMax; made += 1) await report(client, provider.id)
    const stopped = await report(client, provider.id)
    expect([stopped.status, stopped.problem.code]).toEqual([429, 'rate_limited'])
  })

  test('notes what was decided about a report, and closes and opens an account with it', async () => {
    const { client, provider } = await connected()
    const { reply } = await report(client, provider.id)
    const admin = await addAdmin()
    const decide = async (body: {
      state: 'inReview' | 'resolved'
      suspend?: boolean
      note?: string
    }) => call(server.origin, 'handleReport', { params: { id: reply._id }, body }, admin)
    expect((await decide({ state: 'inReview' })).reply).toMatchObject({
      state: 'inReview',
      handledAt: '2026-06-15T12:00:00.000Z',
      subject: { suspended: false },
    })
    const closed = await decide({ state: 'resolved', suspend: true, note: 'Left the app' })
    expect(closed.reply).toMatchObject({
      state: 'resolved',
      handlingNote: 'Left the app',
      subject: { suspended: true },
    })
    expect((await call(server.origin, 'listNotices', { query: {} }, provider)).status).toBe(401)
    expect(await see(client, provider.id)).toBe(404)
    expect((await decide({ state: 'resolved', suspend: false })).reply.subject?.suspended).toBe(
      false,
    )
    expect(await see(client, provider.id)).toBe(200)
    const missing = { params: { id: uuidv7() }, body: { state: 'resolved' } } as const
    expect((await call(server.origin, 'handleReport', missing, admin)).status).toBe(404)
  })

  test('suspends nobody who handles reports', async () => {
    const client = await addPerson(open.database)
    const boss = await addProvider(open.database, { role: 'superAdmin' })
    const { reply } = await report(client, boss.id)
    const admin = await addAdmin()
    const input = { params: { id: reply._id }, body: { state: 'resolved', suspend: true } } as const
    const answer = await call(server.origin, 'handleReport', input, admin)
    expect(answer.reply.subject?.suspended).toBe(false)
  })

  test('lists reports by state, oldest first, page by page', async () => {
    const admin = await addAdmin()
    const all = await reports(admin)
    const paged: string[] = []
    const page = async (after: string | null) => {
      const query = { limit: '3', ...(after === null ? {} : { after }) }
      return (await call(server.origin, 'listReports', { query }, admin)).reply
    }
    let next: string | null = null
    do {
      const found: Awaited<ReturnType<typeof page>> = await page(next)
      paged.push(...found.reports.map(({ _id }) => _id))
      next = found.next
    } while (next !== null)
    expect(paged).toEqual(all.map(({ _id }) => _id))
    const stillOpen = await reports(admin, { state: 'open' })
    expect(stillOpen.length).toBeLessThan(all.length)
    expect(new Set(stillOpen.map(({ state }) => state))).toEqual(new Set(['open']))
  })

  test('are counted for a superAdmin beside the reviews that wait, and for nobody else', async () => {
    const admin = await addAdmin()
    const waiting = async () => (await call(server.origin, 'countWaiting', {}, admin)).reply
    const before = await waiting()
    expect(before.reports).toBe((await reports(admin, { state: 'open' })).length)
    const provider = await addProvider(open.database, { verifiedAt: null })
    expect(await waiting()).toEqual({ ...before, reviews: before.reviews + 1 })
    expect((await call(server.origin, 'countWaiting', {}, provider)).status).toBe(403)
  })
})
