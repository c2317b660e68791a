import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/account.ts'
import { questShares } from '#server/db/schema/health.ts'
import { accessLog, providerPapers } from '#server/db/schema/providers.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addConnection, turnMinorsAway } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { adultBirthDate } from '#tests/support/evidence.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { answersTo, questOf } from '#tests/support/quests.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const listed = { userType: 'ServiceProvider', verifiedAt: new Date(0) } as const

describe.each(databasesUnderTest())('who sees what, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let teen: SignedIn
  let sofia: SignedIn
  let resultId: string

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  beforeEach(async () => {
    teen = await addPerson(open.database)
    sofia = await addPerson(open.database, { ...listed, firstname: 'Sofia', lastname: 'Almeida' })
    await addConnection(open.database, { clientId: teen.id, providerId: sofia.id })
    const body = { answers: answersTo(await questOf('phq9')) }
    const sent = await call(server.origin, 'submitSurvey', { params: { id: '1' }, body }, teen)
    resultId = sent.reply.id
    await shareAll()
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function shareAll() {
    const params = { id: resultId, providerId: sofia.id }
    await call(server.origin, 'shareResult', { params }, teen)
    const sharing = { params: { id: teen.id }, body: { shareScore: true } }
    await call(server.origin, 'updateSharing', sharing, teen)
  }
  const sharing = async (who = teen) => (await call(server.origin, 'getSharing', {}, who)).reply
  const revoke = async (payload: unknown, who = teen, given = {}) => {
    const ops = [wireOp(payload, { kind: 'share.revoke', ...given })]
    return (await call(server.origin, 'pushOps', { body: { ops } }, who)).reply.results[0]
  }
  const sharePlan = (providerId = sofia.id) =>
    call(server.origin, 'sharePlan', { params: { providerId } }, teen)
  const ofPlan = () => ({ kind: 'plan', viewerId: sofia.id })
  const planSeen = async () =>
    (await call(server.origin, 'getSharedPlan', { params: { userId: teen.id } }, sofia)).status
  const ofResult = () => ({ kind: 'result', itemId: resultId, viewerId: sofia.id })
  const seen = async () => {
    const one = { params: { id: '1', type: 'phq9', userId: teen.id } }
    const all = { params: { userId: teen.id } }
    return {
      result: (await call(server.origin, 'getSurveyScore', one, sofia)).status,
      results: (await call(server.origin, 'listSharedResults', all, sofia)).reply.length,
      score: (await call(server.origin, 'getScore', all, sofia)).status,
    }
  }

  test('names people by what they see, and each thing that is shown', async () => {
    const asked = await addPerson(open.database, { ...listed, firstname: 'Asked' })
    const away = await addPerson(open.database, { ...listed, firstname: 'Away' })
    const former = await addPerson(open.database, { ...listed, firstname: 'Former' })
    const blocked = await addPerson(open.database, { ...listed, firstname: 'Blocked' })
    const blocker = await addPerson(open.database, { ...listed, firstname: 'Blocker' })
    const refused = await addPerson(open.database, { ...listed, firstname: 'Refused' })
    const pair = (one: SignedIn) => ({ clientId: teen.id, providerId: one.id })
    await addConnection(open.database, pair(asked), 'pending')
    await addConnection(open.database, pair(away))
    await turnMinorsAway(open.database, away.id)
    for (const one of [former, blocked, blocker])
      await addConnection(open.database, pair(one), 'ended')
    await addBlock(open.database, teen.id, blocked.id)
    await addBlock(open.database, blocker.id, teen.id)
    await addConnection(open.database, pair(refused), 'rejected')
    const { viewers, shares } = await sharing()
    expect(viewers.map(({ firstname, state }) => [firstname, state])).toEqual([
      ['Sofia', 'connected'],
      ['Asked', 'asked'],
      ['Away', 'away'],
      // Whoever blocked the person looks like anybody else whose connection ended.
      ['Blocker', 'ended'],
      ['Former', 'ended'],
    ])
    expect(shares).toEqual([
      { kind: 'score', viewerId: null, itemId: null, questId: null, day: null },
      { kind: 'result', viewerId: sofia.id, itemId: resultId, questId: 1, day: '2026-06-15' },
    ])
    // The provider shows themself to whom they see; to a minor they turn away they show nothing.
    expect((await sharing(sofia)).viewers).toMatchObject([{ id: teen.id, state: 'connected' }])
    expect((await sharing(away)).viewers).toEqual([])
  })

  test('a share that was queued to end ends at once, whichever it is, and twice is no error', async () => {
    expect(await seen()).toEqual({ result: 200, results: 1, score: 200 })
    const receipt = { ...ofResult() }
    expect(await revoke(ofResult())).toMatchObject({ status: 'applied', result: receipt })
    expect(await seen()).toEqual({ result: 404, results: 0, score: 200 })
    expect(await revoke({ kind: 'score' })).toMatchObject({
      status: 'applied',
      result: { kind: 'score', itemId: null, viewerId: null },
    })
    expect(await seen()).toEqual({ result: 404, results: 0, score: 404 })
    expect(await revoke(ofResult())).toMatchObject({ status: 'applied' })
    expect((await sharing()).shares).toEqual([])
  })

  test('the safety plan is a share like the others: listed, looked at, and taken back', async () => {
    expect(await planSeen()).toBe(404)
    await sharePlan()
    expect((await sharing()).shares).toContainEqual({
      kind: 'plan',
      viewerId: sofia.id,
      itemId: null,
      questId: null,
      day: null,
    })
    expect(await planSeen()).toBe(200)
    const { lastReads, log } = await sharing()
    expect(lastReads).toContainEqual(expect.objectContaining({ what: 'plan', viewerId: sofia.id }))
    expect(log[0]).toMatchObject({ what: 'plan', who: 'Sofia Almeida' })
    const receipt = { kind: 'plan', itemId: null, viewerId: sofia.id }
    expect(await revoke(ofPlan())).toMatchObject({ status: 'applied', result: receipt })
    expect(await planSeen()).toBe(404)
    expect((await sharing()).shares.filter((share) => share.kind === 'plan')).toEqual([])
    expect(await revoke(ofPlan())).toMatchObject({ status: 'applied', result: receipt })
    // The rest stays shown.
    expect(await seen()).toEqual({ result: 200, results: 1, score: 200 })
  })

  test('of a plan that somebody else reads by now nothing is taken back', async () => {
    const other = await addPerson(open.database, { ...listed, firstname: 'Other' })
    await addConnection(open.database, { clientId: teen.id, providerId: other.id })
    await sharePlan(other.id)
    expect(await revoke(ofPlan())).toMatchObject({ status: 'applied' })
    expect((await sharing()).shares).toContainEqual(
      expect.objectContaining({ kind: 'plan', viewerId: other.id }),
    )
    expect((await sharePlan()).status).toBe(409)
  })

  test('a repeat of the same operation is answered the same', async () => {
    const opId = wireOp({}).opId
    const first = await revoke(ofResult(), teen, { opId })
    await shareAll()
    const again = await revoke(ofResult(), teen, { opId })
    expect([first?.status, again?.status]).toEqual(['applied', 'duplicate'])
    expect(again).toMatchObject({ result: ofResult() })
    // What was turned on after it stays on.
    expect((await seen()).result).toBe(200)
  })

  test('takes back nothing of anybody else', async () => {
    const other = await addPerson(open.database)
    expect(await revoke(ofResult(), other)).toMatchObject({ status: 'applied' })
    expect(await revoke({ kind: 'score' }, other)).toMatchObject({ status: 'applied' })
    await sharePlan()
    for (const who of [other, sofia]) {
      expect(await revoke(ofPlan(), who)).toMatchObject({ status: 'applied' })
    }
    expect(await planSeen()).toBe(200)
    expect(await seen()).toEqual({ result: 200, results: 1, score: 200 })
    expect(await open.database.orm.$count(questShares, eq(questShares.userId, teen.id))).toBe(1)
  })

  test.each([
    { kind: 'plan' },
    { kind: 'plan', viewerId: 'y' },
    { kind: 'plan', itemId: crypto.randomUUID(), viewerId: crypto.randomUUID() },
    { kind: 'result' },
    { kind: 'result', itemId: 'x', viewerId: 'y' },
    { kind: 'score', viewerId: 'everybody' },
    null,
  ])('refuses what names no share: %j', async (payload) => {
    expect(await revoke(payload)).toMatchObject({ status: 'rejected', code: 'invalid_input' })
    expect((await seen()).score).toBe(200)
  })

  test('each look is there with its moment, who looked and at what', async () => {
    await call(server.origin, 'getUser', { params: { id: teen.id } }, sofia)
    await seen()
    const { lastReads, log } = await sharing()
    const by = { who: 'Sofia Almeida', viewerId: sofia.id, reason: null }
    expect(new Set(log.map(({ what }) => what))).toEqual(new Set(['profile', 'score', 'result']))
    for (const entry of log) expect(entry).toMatchObject(by)
    const last = lastReads.filter(({ what }) => what === 'result')
    expect(last).toMatchObject([{ itemId: resultId, questId: 1 }])
    // Each look at a result is noted; that of an open page at a profile or score once an hour.
    expect(log.map(({ what }) => what).toSorted()).toEqual(['profile', 'result', 'result', 'score'])
    await call(server.origin, 'getUser', { params: { id: teen.id } }, sofia)
    expect((await sharing()).log).toHaveLength(4)
    // Builds from before know four things, and are told of those alone.
    const old = (await call(server.origin, 'accessLog', { query: {} }, teen)).reply.entries
    expect(old.map(({ what }) => what).toSorted()).toEqual(['result', 'result', 'score'])
    expect((await sharing(sofia)).log).toEqual([])
  })

  test('a look at oneself is none', async () => {
    await call(server.origin, 'getUser', { params: { id: teen.id } }, teen)
    await call(server.origin, 'getScore', { params: { userId: teen.id } }, teen)
    await call(server.origin, 'listSharedResults', { params: { userId: teen.id } }, teen)
    expect(await open.database.orm.$count(accessLog, eq(accessLog.subjectId, teen.id))).toBe(0)
  })

  test('our team is there without a name and with its reason', async () => {
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const { origin } = server
    const paper = { userId: sofia.id, paper: 'resume', blobKey: 'papers/none', kind: 'jpeg' }
    await open.database.orm
      .insert(providerPapers)
      .values({ ...paper, bytes: 9 } as typeof providerPapers.$inferInsert)
    await call(origin, 'getUser', { params: { id: sofia.id } }, admin)
    await call(origin, 'getPaper', { params: { id: sofia.id, paper: 'resume' } }, admin)
    await call(origin, 'listMinorsConcerned', { params: { id: sofia.id }, query: {} }, admin)
    const target = { kind: 'person' as const, id: sofia.id }
    await call(origin, 'report', { body: { target, reason: 'other' } }, teen)
    await call(origin, 'listReports', { query: {} }, admin)
    const team = { viewerId: null, who: null }
    expect((await sharing(sofia)).log.map(({ what }) => what).toSorted()).toEqual([
      'profile',
      'resume',
    ])
    for (const read of (await sharing(sofia)).log) {
      // Whom a report is about is not told that there is one.
      expect(read).toMatchObject({ ...team, reason: 'review' })
    }
    const ofTeen = (await sharing()).log
    expect(ofTeen).toHaveLength(2)
    expect(ofTeen).toContainEqual(
      expect.objectContaining({ ...team, what: 'name', reason: 'review' }),
    )
    expect(ofTeen).toContainEqual(
      expect.objectContaining({ ...team, what: 'report', reason: 'report' }),
    )
  })

  test('a list of reviews or of the directory notes the team at everyone in it, once an hour', async () => {
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const reads = async () => open.database.orm.$count(accessLog, eq(accessLog.actorId, admin.id))
    const { providers } = (await call(server.origin, 'listProviders', { query: {} }, admin)).reply
    expect(await reads()).toBe(providers.length)
    await call(server.origin, 'listProviders', { query: {} }, admin)
    expect(await reads()).toBe(providers.length)
    // Cards are for every member to see.
    await call(server.origin, 'listProviders', { query: {} }, teen)
    await call(server.origin, 'getUser', { params: { id: sofia.id } }, teen)
    expect(await open.database.orm.$count(accessLog, eq(accessLog.actorId, teen.id))).toBe(0)
  })

  test('both hear of it at once: of a look, and of what is shown no more', async () => {
    const [mine, theirs] = [
      await openLiveStream(server.origin, teen.token),
      await openLiveStream(server.origin, sofia.token),
    ]
    await mine.next()
    await theirs.next()
    await call(server.origin, 'getUser', { params: { id: teen.id } }, sofia)
    expect(await untilSharing(mine)).toBe(true)
    await revoke(ofResult())
    expect(await untilSharing(theirs)).toBe(true)
    await sharePlan()
    expect(await untilSharing(theirs)).toBe(true)
    await revoke(ofPlan())
    expect(await untilSharing(theirs)).toBe(true)
    mine.close()
    theirs.close()
  })

  test('an ended connection shows nothing, and what was shown through it is gone', async () => {
    await sharePlan()
    const { friends } = (await call(server.origin, 'listFriends', { query: {} }, teen)).reply
    const id = friends[0]?.connectionId ?? ''
    await call(server.origin, 'endConnection', { params: { id } }, teen)
    const { viewers, shares } = await sharing()
    expect(viewers).toMatchObject([{ id: sofia.id, state: 'ended' }])
    expect(shares.filter(({ viewerId }) => viewerId === sofia.id)).toEqual([])
  })

  test('a provider who is not listed is told of none of their clients, adults neither', async () => {
    const given = { userType: 'Parent', birthDate: adultBirthDate } as const
    const parent = await addPerson(open.database, given)
    await addConnection(open.database, { clientId: parent.id, providerId: sofia.id })
    const seenIds = async () => (await sharing(sofia)).viewers.map(({ id }) => id)
    expect(new Set(await seenIds())).toEqual(new Set([teen.id, parent.id]))
    await open.database.orm.update(users).set({ verifiedAt: null }).where(eq(users.id, sofia.id))
    expect(await seenIds()).toEqual([])
  })

  test('who has left is nobody, and who is suspended sees nothing at the moment', async () => {
    await call(server.origin, 'getUser', { params: { id: teen.id } }, sofia)
    const gone = { suspendedAt: new Date(0) }
    await open.database.orm.update(users).set(gone).where(eq(users.id, sofia.id))
    expect((await sharing()).viewers).toMatchObject([{ state: 'away' }])
    await open.database.orm.delete(users).where(eq(users.id, sofia.id))
    const { viewers, log } = await sharing()
    expect(viewers).toEqual([])
    expect(log[0]).toMatchObject({ who: null, viewerId: null, reason: null })
  })

  test('is in the export with the reason', async () => {
    await call(server.origin, 'getUser', { params: { id: teen.id } }, sofia)
    const { reply } = await call(server.origin, 'exportMyData', {}, teen)
    expect(reply['accessLog']).toContainEqual(
      expect.objectContaining({ what: 'profile', byMe: false, reason: null }),
    )
    expect(JSON.stringify(reply['accessLog'])).not.toContain(sofia.id)
  })
})

/** Reads on until an event says that something about sharing changed; others may come before it. */
async function untilSharing(stream: { next: () => Promise<unknown> }): Promise<boolean> {
  for (;;) {
    const event = await stream.next()
    if (JSON.stringify(event).includes('sharing')) return true
  }
}
