import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { briefDaysAfter, briefLettersMax, briefRefusals } from '#contract/brief/model.ts'
import { bookings, sessionBriefs } from '#server/db/schema/booking.ts'
import { accessLog } from '#server/db/schema/providers.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { sweepBriefs } from '#server/features/brief/repo.ts'
import { briefOf, everyBlock, sentenceOf } from '#tests/support/briefs.ts'
import { call } from '#tests/support/call.ts'
import { addConnection, addProvider, turnMinorsAway } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addBooking } from '#tests/support/money.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const passwordHash = await hash(goodPassword, argon2Cost)
const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe.each(databasesUnderTest('both'))('a session brief, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let teen: SignedIn
  let sofia: SignedIn
  let bookingId: string
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    teen = await addPerson(open.database)
    sofia = await addProvider(open.database, { firstname: 'Sofia', lastname: 'Almeida' })
    bookingId = await session(teen)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function session(client: SignedIn, startsAt = new Date(testNoonMs + dayMs)) {
    const pair = { clientId: client.id, providerId: sofia.id }
    await addConnection(open.database, pair)
    return (await addBooking(open.database, pair, { startsAt })).id
  }
  async function push(kindOf: string, payload: unknown, who = teen, opId = opIdAt()) {
    const ops = [wireOp(payload, { kind: kindOf, opId })]
    return (await call(server.origin, 'pushOps', { body: { ops } }, who)).reply.results[0]
  }
  const send = (given: object = {}, who = teen, opId?: string) =>
    push('brief.send', { ...briefOf(bookingId), ...given }, who, opId)
  const say = (text: string, withdrawals = 0) =>
    push('brief.send', briefOf(bookingId, [sentenceOf(text)], withdrawals))
  const takeBack = (who = teen, itemId = bookingId) =>
    push('share.revoke', { kind: 'brief', itemId, viewerId: sofia.id }, who)
  const see = (who = sofia, id = bookingId) =>
    call(server.origin, 'getSharedBrief', { params: { bookingId: id } }, who)
  const listed = async (who = sofia) =>
    (await call(server.origin, 'listSharedBriefs', {}, who)).reply.bookingIds
  const own = async (who = teen) => (await call(server.origin, 'ownBriefs', {}, who)).reply.briefs
  const sharing = async () => (await call(server.origin, 'getSharing', {}, teen)).reply
  const book = (change: Partial<typeof bookings.$inferInsert>) =>
    open.database.orm.update(bookings).set(change).where(eq(bookings.id, bookingId))
  const rows = () => open.database.orm.$count(sessionBriefs, eq(sessionBriefs.bookingId, bookingId))

  test('of a session to come is listed first, however many are over', async () => {
    const pair = { clientId: teen.id, providerId: sofia.id }
    const over: string[] = []
    for (let each = 1; each <= 100; each += 1) {
      const startsAt = new Date(testNoonMs - each * 2 * hourMs)
      over.push((await addBooking(open.database, pair, { startsAt })).id)
    }
    const { content } = briefOf(bookingId)
    const sent = { userId: teen.id, content, sentAt: new Date(testNoonMs), withdrawals: 0 }
    const rows = [...over, bookingId].map((id) => ({ bookingId: id, ...sent }))
    await open.database.orm.insert(sessionBriefs).values(rows)
    const ids = await listed()
    expect([ids.length, ids[0]]).toEqual([100, bookingId])
  })

  test('is read by the provider of its session as it was sent, and each look is noted', async () => {
    expect([(await see()).status, await listed()]).toEqual([404, []])
    const sent = await send()
    expect(sent).toMatchObject({ status: 'applied', result: { bookingId, withdrawals: 0 } })
    expect(JSON.stringify(sent)).not.toContain('tired')
    expect(await listed()).toEqual([bookingId])
    expect((await see()).reply).toEqual({
      bookingId,
      sentAt: new Date(testNoonMs).toISOString(),
      content: briefOf(bookingId).content,
    })
    await see()
    const { log, lastReads, shares } = await sharing()
    const look = { what: 'brief', who: 'Sofia Almeida', itemId: bookingId }
    expect(log).toMatchObject([look, look])
    expect(lastReads).toMatchObject([look])
    const share = { kind: 'brief', viewerId: sofia.id, itemId: bookingId, questId: null }
    const startsAt = new Date(testNoonMs + dayMs).toISOString()
    expect(shares).toEqual([{ ...share, day: '2026-06-16', startsAt }])
    expect(await own()).toMatchObject([{ bookingId, content: briefOf(bookingId).content }])
  })

  test('is there for nobody else: no other provider, no other person, not our team', async () => {
    await send()
    const other = await addProvider(open.database)
    await addConnection(open.database, { clientId: teen.id, providerId: other.id })
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const friend = await addPerson(open.database)
    expect([(await see(other)).status, await listed(other)]).toEqual([404, []])
    expect([(await see(admin)).status, (await see(friend)).status]).toEqual([403, 403])
    expect((await see(sofia, crypto.randomUUID())).status).toBe(404)
    expect(await own(friend)).toEqual([])
  })

  test('is sent by the client of the session alone, and taken back by nobody else', async () => {
    const friend = await addPerson(open.database)
    expect(await send({}, friend)).toMatchObject({ status: 'rejected', code: 'not_found' })
    expect(await send({}, sofia)).toMatchObject({ status: 'rejected', code: 'forbidden' })
    await send()
    await takeBack(friend)
    await takeBack(sofia)
    expect((await see()).status).toBe(200)
  })

  test('of a parent has sentences alone: trackers and quests are young people’s', async () => {
    const parent = await addPerson(open.database, { userType: 'Parent' })
    bookingId = await session(parent, new Date(testNoonMs + 2 * dayMs))
    expect(await send({}, parent)).toMatchObject({ status: 'rejected', code: 'forbidden' })
    const words = briefOf(bookingId, everyBlock.slice(0, 3))
    expect(await send(words, parent)).toMatchObject({ status: 'applied' })
    expect((await see()).reply.content).toEqual(words.content)
  })

  test('arrives once, however often it comes, and a second one takes its place', async () => {
    const opId = opIdAt()
    await send({}, teen, opId)
    const notified: string[] = []
    const stop = server.events.subscribe(sofia.id, ({ type }) => notified.push(type))
    expect(await send({}, teen, opId)).toMatchObject({ status: 'duplicate' })
    stop()
    expect(notified).toEqual(['sharing'])
    nowMs += hourMs
    expect(await say('Something else')).toMatchObject({ status: 'applied' })
    expect((await see()).bytes.toString()).not.toContain('tired')
    expect((await see()).reply.content.blocks).toEqual([sentenceOf('Something else')])
    expect(await rows()).toBe(1)
  })

  test('is gone once it is taken back, twice is no error, and it can be sent anew', async () => {
    await send()
    expect(await takeBack()).toMatchObject({ status: 'applied', result: { itemId: bookingId } })
    expect(await takeBack()).toMatchObject({ status: 'applied' })
    expect([(await see()).status, await listed()]).toEqual([404, []])
    expect((await sharing()).shares).toEqual([])
    expect(await own()).toEqual([{ bookingId, sentAt: null, withdrawals: 2, content: null }])
    const [row] = await open.database.orm
      .select()
      .from(sessionBriefs)
      .where(eq(sessionBriefs.bookingId, bookingId))
    expect(JSON.stringify(row)).not.toContain('tired')
    expect(await say('Anew', 2)).toMatchObject({ status: 'applied' })
    expect((await see()).reply.content.blocks).toEqual([sentenceOf('Anew')])
  })

  test('that crosses its end is not shown, whichever arrives first', async () => {
    await takeBack()
    const crossed = await say('On its way')
    const result = { bookingId, sentAt: null, withdrawals: 1 }
    expect(crossed).toMatchObject({ status: 'superseded', result })
    expect((await see()).status).toBe(404)
    // Another phone that knows of no end sent one; it is shown no more either.
    await say('Seen', 1)
    await takeBack()
    expect(await say('Of another phone', 1)).toMatchObject({ status: 'superseded' })
    expect((await see()).status).toBe(404)
  })

  test('follows its session to another time', async () => {
    await send()
    const startsAt = new Date(testNoonMs + 5 * dayMs)
    await book({ startsAt, endsAt: new Date(startsAt.getTime() + hourMs), sequence: 1 })
    expect((await see()).status).toBe(200)
    const times = { day: '2026-06-20', startsAt: startsAt.toISOString() }
    expect((await sharing()).shares).toMatchObject([{ kind: 'brief', ...times }])
  })

  test('is gone with a session that is canceled, and none is taken for it', async () => {
    await send()
    const id = bookingId
    const cancelled = await call(server.origin, 'cancelBooking', { params: { id } }, sofia)
    expect(cancelled.status).toBe(200)
    expect([(await see()).status, await listed(), await own()]).toEqual([404, [], []])
    expect((await sharing()).shares).toEqual([])
    const message = briefRefusals.cancelled
    expect(await send()).toMatchObject({ status: 'rejected', code: 'wrong_state', message })
    await sweepBriefs(open.database.orm, new Date(nowMs))
    expect(await rows()).toBe(0)
  })

  test('can be read until 30 days after its session, and is deleted then', async () => {
    await send()
    const endMs = testNoonMs + dayMs + hourMs
    const expiresAt = new Date(endMs + 60 * dayMs)
    for (const one of [teen, sofia]) {
      Object.assign(one, { token: await addSession(open.database, one.id, { expiresAt }) })
    }
    nowMs = endMs
    const message = briefRefusals.over
    expect(await send()).toMatchObject({ status: 'rejected', code: 'too_late', message })
    nowMs = endMs + briefDaysAfter * dayMs - 1
    await sweepBriefs(open.database.orm, new Date(nowMs))
    expect((await see()).status).toBe(200)
    expect(await own()).toHaveLength(1)
    nowMs += 1
    expect([(await see()).status, await own()]).toEqual([404, []])
    await sweepBriefs(open.database.orm, new Date(nowMs))
    expect(await rows()).toBe(0)
  })

  test('ends with the connection, and is hidden from a provider who stops seeing people of this age', async () => {
    await send()
    await turnMinorsAway(open.database, sofia.id)
    expect([(await see()).status, await listed()]).toEqual([404, []])
    expect(await send()).toMatchObject({ code: 'wrong_state', message: briefRefusals.apart })
    const reads = eq(accessLog.subjectId, teen.id)
    expect(await open.database.orm.$count(accessLog, reads)).toBe(0)
    const { reply } = await call(server.origin, 'listFriends', { query: {} }, teen)
    const id = reply.friends[0]?.connectionId ?? ''
    await call(server.origin, 'endConnection', { params: { id } }, teen)
    const [row] = await open.database.orm
      .select({ content: sessionBriefs.content, sentAt: sessionBriefs.sentAt })
      .from(sessionBriefs)
      .where(eq(sessionBriefs.bookingId, bookingId))
    expect(row).toEqual({ content: null, sentAt: null })
    expect(await send()).toMatchObject({ code: 'wrong_state', message: briefRefusals.apart })
  })

  test.each([
    ['the first', 0],
    ['another', 1],
  ])(
    'that was on its way when the connection ended is not shown once there is a new one: %s',
    async (_, before) => {
      if (before > 0) await send()
      const { reply } = await call(server.origin, 'listFriends', { query: {} }, teen)
      const id = reply.friends[0]?.connectionId ?? ''
      await call(server.origin, 'endConnection', { params: { id } }, teen)
      await addConnection(open.database, { clientId: teen.id, providerId: sofia.id })
      expect(await say('From before')).toMatchObject({ status: 'superseded' })
      expect([(await see()).status, await listed()]).toEqual([404, []])
      expect(await say('Anew', 1)).toMatchObject({ status: 'applied' })
      expect((await see()).reply.content.blocks).toEqual([sentenceOf('Anew')])
    },
  )

  test.each([
    ['nothing in it', { content: { span: null, blocks: [] } }],
    ['a sentence too long', briefOf('', [sentenceOf('a'.repeat(briefLettersMax + 1))])],
    ['a sentence of blanks', briefOf('', [sentenceOf('  ')])],
    ['the same block twice', briefOf('', [sentenceOf('One'), sentenceOf('Two')])],
    ['a kind that is none', { content: { span: null, blocks: [{ kind: 'note', text: 'x' }] } }],
    ['something beside its blocks', { note: 'x' }],
    ['an id that is none', {}, '../users'],
  ])('with %s is refused with a reason', async (_, given: object, wrongId?: string) => {
    const refused = await send({ ...given, bookingId: wrongId ?? bookingId })
    expect(refused).toMatchObject({ status: 'rejected', code: 'invalid_input' })
    expect(await rows()).toBe(0)
  })

  test('has markup as text', async () => {
    await say('<script>alert(1)</script>')
    const { bytes, reply, headers } = await see()
    expect(reply.content.blocks).toEqual([sentenceOf('<script>alert(1)</script>')])
    expect(headers.get('content-type')).toContain('application/json')
    expect(bytes.toString()).toContain('<script>')
  })

  test('is in its person’s export and not in the provider’s, and goes with the account', async () => {
    teen = await addPerson(open.database, { passwordHash })
    bookingId = await session(teen, new Date(testNoonMs + 9 * dayMs))
    await send()
    const exported = async (who: SignedIn) =>
      (await call(server.origin, 'exportMyData', {}, who)).bytes.toString()
    expect(await exported(teen)).toContain('Why I am so tired')
    expect(await exported(sofia)).not.toContain('Why I am so tired')
    const body = { password: goodPassword }
    expect((await call(server.origin, 'deleteAccount', { body }, teen)).status).toBe(204)
    expect(await rows()).toBe(0)
  })
})
