import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReviewDecision, ReviewState } from '#contract/providers/model.ts'
import { call } from '#tests/support/call.ts'
import { addConnection, addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { day } from '#tests/support/day.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { providerRegistration } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addResume } from '#tests/support/stored-files.ts'

describe.each(databasesUnderTest())('the review of providers, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let admin: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const decide = (id: string, body: ReviewDecision) =>
    call(server.origin, 'reviewProvider', { params: { id }, body }, admin)
  const approve = (id: string, clearedForMinors = true) =>
    decide(id, { decision: 'approve', clearedForMinors })
  /** Approves a provider who stood in this list when it was read. */
  const approveIn = (seenState: ReviewState, id: string) =>
    decide(id, { decision: 'approve', clearedForMinors: true, seenState })
  const listed = async (state: 'waiting' | 'approved' | 'rejected') =>
    (await call(server.origin, 'listReviews', { query: { state, limit: '100' } }, admin)).reply
      .providers
  const cardOf = async (id: string) => {
    const viewer = await addPerson(open.database)
    return call(server.origin, 'getUser', { params: { id } }, viewer)
  }

  test('lists who waits with their papers, who waits longest first', async () => {
    const later = await addProvider(open.database, { verifiedAt: null, createdAt: new Date(2_000) })
    const first = await addProvider(open.database, { verifiedAt: null, createdAt: new Date(1_000) })
    await addResume(server, open.database, later.id)
    const waiting = await listed('waiting')
    const mine = waiting.filter(({ _id }) => [later.id, first.id].includes(_id))
    expect(mine).toMatchObject([
      { _id: first.id, papers: [], createdAt: '1970-01-01T00:00:01.000Z', email: first.user.email },
      { _id: later.id, papers: ['resume'], practice: { reviewedAt: null } },
    ])
  })

  test('puts an approved provider on the list, cleared for minors or not', async () => {
    const provider = await addProvider(open.database, { verifiedAt: null })
    expect((await cardOf(provider.id)).status).toBe(404)
    expect((await approve(provider.id, false)).reply).toMatchObject({
      verifiedAt: '2026-06-15T12:00:00.000Z',
      practice: { seesMinors: true, clearedForMinors: false },
    })
    expect((await cardOf(provider.id)).reply).toMatchObject({
      seesMinors: false,
      reviewedAt: '2026-06-15T12:00:00.000Z',
    })
    await approve(provider.id.toUpperCase(), true)
    expect((await cardOf(provider.id)).reply).toMatchObject({ seesMinors: true })
    expect((await listed('approved')).map(({ _id }) => _id)).toContain(provider.id)
  })

  test('takes a rejected provider off the list and tells them why', async () => {
    const provider = await addProvider(open.database)
    await decide(provider.id, { decision: 'reject', reason: ' The license has expired. ' })
    expect((await cardOf(provider.id)).status).toBe(404)
    const own = await call(server.origin, 'getUser', { params: { id: provider.id } }, provider)
    expect(own.reply).toMatchObject({
      rejectedReason: 'The license has expired.',
      verifiedAt: null,
      practice: { clearedForMinors: false },
    })
    expect((await listed('rejected')).map(({ _id }) => _id)).toContain(provider.id)
    expect((await listed('waiting')).map(({ _id }) => _id)).not.toContain(provider.id)
  })

  test('is told to their clients of every age where it takes a provider off the list, or puts one there', async () => {
    const provider = await addProvider(open.database, {}, { seesMinors: false })
    const adult = await addPerson(open.database, { birthDate: day('1990-01-01') })
    await addConnection(open.database, { clientId: adult.id, providerId: provider.id })
    const received: unknown[] = []
    const ends = [provider, adult].map(({ id }) =>
      server.events.subscribe(id, ({ type }) => received.push([id, type])),
    )
    const expected = [provider, adult].map(({ id }) => [id, 'connections'])
    await decide(provider.id, { decision: 'reject', reason: 'A forged license.' })
    expect(received).toEqual(expect.arrayContaining(expected))
    received.length = 0
    await approve(provider.id, false)
    expect(received).toEqual(expect.arrayContaining(expected))
    for (const end of ends) end()
  })

  test.each([
    ['no decision', {}],
    ['another decision', { decision: 'maybe' }],
    ['an approval that leaves minors open', { decision: 'approve' }],
    ['a rejection without a reason', { decision: 'reject', reason: ' ' }],
    ['a reason without end', { decision: 'reject', reason: 'x'.repeat(501) }],
  ])('does not take %s', async (_, body) => {
    const provider = await addProvider(open.database, { verifiedAt: null })
    const answer = await decide(provider.id, body as ReviewDecision)
    expect([answer.status, answer.problem.code]).toEqual([400, 'invalid_input'])
  })

  test('is of care providers alone', async () => {
    const young = await addPerson(open.database)
    expect((await approve(young.id)).status).toBe(404)
    expect((await approve(uuidv7())).status).toBe(404)
  })

  test('that was asked for in a list that is not right anymore changes nothing', async () => {
    const turnedDown = await addProvider(open.database)
    const fresh = await addProvider(open.database, { verifiedAt: null })
    const quiet = await addProvider(open.database, {}, { minorsClearedAt: null })
    for (const { id } of [turnedDown, fresh]) {
      await decide(id, { decision: 'reject', reason: 'A forged license.' })
    }
    const answers = [
      await approveIn('approved', turnedDown.id),
      await approveIn('waiting', turnedDown.id),
      await approveIn('waiting', fresh.id),
      // Listed, and asks for nothing.
      await approveIn('waiting', quiet.id),
    ]
    for (const { status, problem } of answers) {
      expect([status, problem.code]).toEqual([409, 'wrong_state'])
    }
    for (const { id } of [turnedDown, fresh]) {
      expect((await cardOf(id)).status).toBe(404)
      const stands = (await listed('rejected')).find(({ _id }) => _id === id)
      expect(stands).toMatchObject({ rejectedReason: 'A forged license.', verifiedAt: null })
    }
  })

  test('counts in the list where its provider stands, and again after a lost answer', async () => {
    const asked = { minorsClearedAt: null, minorsAskedAt: new Date(1_000) }
    const asking = await addProvider(open.database, {}, asked)
    const fresh = await addProvider(open.database, { verifiedAt: null })
    const turnedDown = await addProvider(open.database)
    await decide(turnedDown.id, { decision: 'reject', reason: 'A forged license.' })
    for (const [state, { id }] of [
      ['waiting', asking],
      ['waiting', fresh],
      ['rejected', turnedDown],
    ] as const) {
      for (const answer of [await approveIn(state, id), await approveIn(state, id)]) {
        expect(answer.reply).toMatchObject({ practice: { clearedForMinors: true } })
      }
    }
    expect((await approveIn('approved', asking.id)).status).toBe(200)
  })

  test('that two do at once ends as one of them said, as a whole', async () => {
    for (let round = 0; round < 8; round += 1) {
      const provider = await addProvider(open.database, { verifiedAt: null })
      const answers = await Promise.all([
        approve(provider.id),
        decide(provider.id, { decision: 'reject', reason: 'No' }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const { reply } = await call(
        server.origin,
        'getUser',
        { params: { id: provider.id } },
        provider,
      )
      if (reply.view !== 'full') throw new Error('Nobody sees themself otherwise')
      const { verifiedAt, rejectedReason, practice } = reply
      const approved = [verifiedAt !== null, rejectedReason === null, practice?.clearedForMinors]
      expect([
        [true, true, true],
        [false, false, false],
      ]).toContainEqual(approved)
    }
  })

  test('is waited for by who registers, and is not where nobody reviews', async () => {
    const fields = (name: string) =>
      providerRegistration({ email: `${name}@example.org`, username: name, firstname: name })
    const openServer = await startTestServer(open.database, { reviewProviders: false })
    await call(server.origin, 'registerServiceProvider', fields('patient'))
    await call(openServer.origin, 'registerServiceProvider', fields('prompt'))
    const viewer = await addPerson(open.database, { userType: 'Parent' })
    const find = async (search: string) =>
      (await call(server.origin, 'listProviders', { query: { search } }, viewer)).reply.providers
    expect(await find('patient')).toEqual([])
    expect(await find('prompt')).toMatchObject([
      { firstname: 'prompt', seesMinors: false, reviewedAt: null },
    ])
    await openServer.close()
  })

  test('is prepared by what a provider says of their work, which is theirs alone to say', async () => {
    const [provider, other] = [await addProvider(open.database), await addProvider(open.database)]
    await approve(provider.id)
    const say = (actor: SignedIn, id: string, body: object) =>
      call(server.origin, 'updatePractice', { params: { id }, body }, actor)
    const languages = ['Arabic', 'French', 'Arabic']
    const said = await say(provider, provider.id, { languages, seesMinors: false })
    expect(said.reply).toMatchObject({
      view: 'full',
      practice: { languages: ['Arabic', 'French'], seesMinors: false, clearedForMinors: true },
    })
    expect((await say(provider, provider.id, {})).reply).toEqual(said.reply)
    expect((await cardOf(provider.id)).reply).toMatchObject({ languages: ['Arabic', 'French'] })
    expect((await say(other, provider.id, { seesMinors: true })).status).toBe(404)
    for (const wrong of [
      { languages: ['Elvish'] },
      { seesMinors: 'yes' },
      { clearedForMinors: true },
    ]) {
      expect((await say(provider, provider.id, wrong)).status).toBe(400)
    }
  })
})
