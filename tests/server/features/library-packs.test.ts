import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  packArticleGoneText,
  packArticlesMax,
  packsPerDayMax,
  packStrangerText,
  packTitleCharsMax,
} from '#contract/library/packs.ts'
import { messageEvidence } from '#server/db/schema/safety.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addConnection, addProvider, turnMinorsAway } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addBoss, adultBirthDate, leave, reportAndRead } from '#tests/support/evidence.ts'
import { addArticle, addAuthor } from '#tests/support/library.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const dayMs = 86_400_000
const title = 'For a calm week'
const note = 'Read one when you feel like it.'

describe.each(databasesUnderTest('both'))('a reading pack, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let passwordHash: string
  let nowMs = testNoonMs
  let provider: SignedIn
  let teen: SignedIn
  let parent: SignedIn
  let articleId: string

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
    passwordHash = await hash(goodPassword, argon2Cost)
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    provider = await addProvider(open.database, {
      firstname: 'Karim',
      lastname: 'Adult',
      birthDate: adultBirthDate,
      passwordHash,
    })
    teen = await addPerson(open.database, { passwordHash })
    parent = await addPerson(open.database, { userType: 'Parent', birthDate: adultBirthDate })
    for (const { id: clientId } of [teen, parent]) {
      await addConnection(open.database, { clientId, providerId: provider.id })
    }
    articleId = await addArticle(open.database, provider.id)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const send = (given: object = {}, who = provider, key = uuidv7()) => {
    const body = { title, note, articleIds: [articleId], receiverIds: [teen.id], ...given }
    const options = { token: who.token, headers: { 'idempotency-key': key } }
    return call(server.origin, 'sendPack', { body }, options)
  }
  const packsOf = async (who: SignedIn) =>
    (await call(server.origin, 'listPacks', {}, who)).reply.packs
  const sentBy = async (who = provider) =>
    (await call(server.origin, 'listSentPacks', {}, who)).reply.packs
  const takeBack = async (id: string, who = provider) =>
    (await call(server.origin, 'takePackBack', { params: { id } }, who)).status
  const noticesOf = async (who: SignedIn) =>
    (await call(server.origin, 'listNotices', { query: {} }, who)).reply.notices
  const end = async (who: SignedIn) => {
    const friends = await call(server.origin, 'listFriends', { query: {} }, who)
    const id = friends.reply.friends[0]?.connectionId ?? ''
    await call(server.origin, 'endConnection', { params: { id } }, who)
  }
  const report = (who: SignedIn, id: string) =>
    reportAndRead(server, open.database, who, { kind: 'pack', id })
  const evidence = (recipientId: string) =>
    open.database.orm
      .select()
      .from(messageEvidence)
      .where(eq(messageEvidence.recipientId, recipientId))

  test('comes to each receiver, who learns of no other; its sender learns that it came', async () => {
    const sent = await send({ receiverIds: [teen.id, parent.id] })
    expect(sent.status).toBe(201)
    expect(sent.reply).toMatchObject({ title, note, others: 0 })
    expect(sent.reply.receivers).toMatchObject([{ received: false }, { received: false }])

    const [[toTeen], [toParent]] = [await packsOf(teen), await packsOf(parent)]
    expect(toTeen).toMatchObject({
      title,
      note,
      provider: { _id: provider.id, firstname: 'Karim' },
      articles: [{ _id: articleId, title: 'A quiet evening' }],
    })
    expect(new Set([toTeen?._id, toParent?._id, sent.reply._id]).size).toBe(3)
    expect(JSON.stringify(toTeen)).not.toContain(parent.id)

    await packsOf(teen)
    const [listed] = await sentBy()
    expect(listed?.receivers.map(({ id, received }) => [id, received])).toEqual([
      [teen.id, true],
      [parent.id, true],
    ])
  })

  test('is told of by a notice without its title, and by an event', async () => {
    const stream = await openLiveStream(server.origin, teen.token)
    await stream.next()
    await send()
    expect(await stream.next()).toMatchObject({ type: 'notices' })
    stream.close()
    const [pack] = await packsOf(teen)
    const notices = await noticesOf(teen)
    expect(notices).toMatchObject([
      { kind: 'pack.received', aboutId: pack?._id, person: { id: provider.id } },
    ])
    expect(JSON.stringify(notices)).not.toContain(title)
    expect(await noticesOf(parent)).toEqual([])
  })

  test('goes once, however often the call comes', async () => {
    const key = uuidv7()
    const [first, again] = [await send({}, provider, key), await send({}, provider, key)]
    expect([again.status, again.reply._id]).toEqual([201, first.reply._id])
    expect(await packsOf(teen)).toHaveLength(1)
    expect((await send({ title: 'Another' }, provider, key)).problem.code).toBe('op_reused')
  })

  test('goes to nobody whom its sender is not connected with, and names the place of each', async () => {
    const stranger = await addPerson(open.database)
    const former = await addPerson(open.database)
    await addConnection(open.database, { clientId: former.id, providerId: provider.id }, 'ended')
    const blocker = await addPerson(open.database)
    await addConnection(open.database, { clientId: blocker.id, providerId: provider.id })
    await addBlock(open.database, blocker.id, provider.id)
    const others = [stranger.id, former.id, blocker.id, provider.id, uuidv7()]
    const refused = await send({ receiverIds: [teen.id, ...others] })
    expect([refused.status, refused.problem.fields]).toEqual([
      404,
      Object.fromEntries(others.map((_, at) => [`receiverIds.${at + 1}`, packStrangerText])),
    ])
    expect(await packsOf(teen)).toEqual([])
    expect(await packsOf(blocker)).toEqual([])
  })

  test('goes to no minor of a provider who does not see people under 18', async () => {
    await send()
    await turnMinorsAway(open.database, provider.id)
    expect((await send()).status).toBe(404)
    expect((await sentBy())[0]).toMatchObject({ receivers: [], others: 1 })
    expect(await packsOf(teen)).toHaveLength(1)
  })

  test('holds articles that its sender can read', async () => {
    const hidden = await addAuthor(open.database, { verifiedAt: null })
    const video = uuidv7()
    const ids = [articleId, await addArticle(open.database, hidden.id), video]
    const refused = await send({ articleIds: ids })
    expect([refused.status, refused.problem.fields]).toEqual([
      404,
      { 'articleIds.1': packArticleGoneText, 'articleIds.2': packArticleGoneText },
    ])
  })

  test('says nothing of a block between a receiver and an author', async () => {
    const author = await addAuthor(open.database)
    const theirs = await addArticle(open.database, author.id, { title: 'By another' })
    await addBlock(open.database, teen.id, author.id)
    const body = { articleIds: [theirs, articleId], receiverIds: [teen.id, parent.id] }
    expect((await send(body)).status).toBe(201)
    const titles = async (who: SignedIn) =>
      (await packsOf(who))[0]?.articles.map((article) => article.title)
    expect(await titles(teen)).toEqual([null, 'A quiet evening'])
    expect(await titles(parent)).toEqual(['By another', 'A quiet evening'])
  })

  test('keeps the place of an article that was deleted', async () => {
    const second = await addArticle(open.database, provider.id, { title: 'Second' })
    await send({ articleIds: [articleId, second] })
    await call(server.origin, 'deleteArticle', { params: { id: articleId } }, provider)
    expect((await packsOf(teen))[0]?.articles).toEqual([
      { _id: articleId, title: null },
      { _id: second, title: 'Second' },
    ])
    expect((await sentBy())[0]?.articles[0]).toEqual({ _id: articleId, title: null })
  })

  test.each([
    ['no title', { title: ' ' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(packTitleCharsMax + 1) }, 'title'],
    ['a note that is too long', { note: 'x'.repeat(281) }, 'note'],
    ['no article', { articleIds: [] }, 'articleIds'],
    ['an article twice', { articleIds: ['same', 'same'] }, 'articleIds'],
    [
      'eleven articles',
      { articleIds: Array.from({ length: packArticlesMax + 1 }, () => uuidv7()) },
      'articleIds',
    ],
    ['no receiver', { receiverIds: [] }, 'receiverIds'],
    ['51 receivers', { receiverIds: Array.from({ length: 51 }, () => uuidv7()) }, 'receiverIds'],
  ])('with %s is refused', async (_, given: object, field) => {
    const same = uuidv7()
    const body = JSON.parse(JSON.stringify(given).replaceAll('same', same)) as object
    const { status, problem } = await send(body)
    expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, [field]])
  })

  test('is one of 20 a day; what was refused does not count', async () => {
    const keys = Array.from({ length: packsPerDayMax }, () => uuidv7())
    for (const key of keys) {
      expect((await send({ articleIds: [uuidv7()] })).status).toBe(404)
      expect((await send({}, provider, key)).status).toBe(201)
    }
    expect((await send()).problem.code).toBe('rate_limited')
    // A repeat after a lost reply is no pack more.
    expect((await send({}, provider, keys.at(-1))).status).toBe(201)
    expect(await packsOf(teen)).toHaveLength(packsPerDayMax)
    nowMs += dayMs + 1_000
    const token = (await addFreshSession(provider)).token
    expect((await send({}, { ...provider, token })).status).toBe(201)
  })

  test('stays with its receiver after the end of the connection and after a block', async () => {
    await send({ receiverIds: [teen.id, parent.id] })
    await end(parent)
    await call(server.origin, 'blockPerson', { body: { userId: provider.id } }, teen)
    expect(await packsOf(parent)).toMatchObject([
      { title, articles: [{ title: expect.anything() }] },
    ])
    expect(await packsOf(teen)).toMatchObject([{ title, articles: [{ title: null }] }])
    expect((await send()).status).toBe(404)
    expect((await send({ receiverIds: [parent.id] })).status).toBe(404)
    expect((await sentBy())[0]).toMatchObject({ receivers: [], others: 2 })
  })

  test('is taken back by its sender alone, with its notice', async () => {
    const { reply } = await send({ receiverIds: [teen.id, parent.id] })
    const other = await addProvider(open.database)
    expect(await takeBack(reply._id, other)).toBe(404)
    const [own] = await packsOf(teen)
    expect(await takeBack(own?._id ?? '')).toBe(404)
    expect(await takeBack(reply._id)).toBe(204)
    expect([await packsOf(teen), await packsOf(parent), await sentBy()]).toEqual([[], [], []])
    expect([await noticesOf(teen), await noticesOf(parent)]).toEqual([[], []])
    expect(await takeBack(reply._id)).toBe(404)
  })

  test('can be reported by whoever was sent it, with its words', async () => {
    const { reply } = await send()
    const [own] = await packsOf(teen)
    expect(await report(parent, own?._id ?? '')).toBe(404)
    expect(await report(teen, reply._id)).toBe(404)
    expect(await report(teen, own?._id ?? '')).toMatchObject({
      subject: { id: provider.id },
      target: { kind: 'pack', id: own?._id },
      snapshot: { title, text: note, articles: 'A quiet evening', author: 'Karim Adult' },
    })
  })

  test('that was sent to a minor is sealed before it is taken back, and its report shows it', async () => {
    const second = await addArticle(open.database, provider.id, { title: 'Second' })
    const articleIds = [articleId, second]
    const { reply } = await send({ articleIds, receiverIds: [teen.id, parent.id] })
    const [own] = await packsOf(teen)
    await call(server.origin, 'deleteArticle', { params: { id: second } }, provider)
    await takeBack(reply._id)
    const text = `${title}\n${note}\nA quiet evening\n${second}`
    expect(await evidence(parent.id)).toEqual([])
    expect(await evidence(teen.id)).toMatchObject([
      { messageId: own?._id, senderId: provider.id, expiresAt: new Date(testNoonMs + 90 * dayMs) },
    ])
    expect(await report(parent, own?._id ?? '')).toBe(404)
    expect(await report(teen, own?._id ?? '')).toMatchObject({
      subject: { id: provider.id },
      snapshot: { text, sender: 'Karim Adult', deleted: true },
    })
    const ofPerson = await reportAndRead(server, open.database, teen, {
      kind: 'person',
      id: provider.id,
    })
    expect(ofPerson).toMatchObject({ messages: [{ _id: own?._id, text }] })
  })

  test('goes with a report of its sender while it is there', async () => {
    await send({ receiverIds: [teen.id, parent.id] })
    const [own] = await packsOf(teen)
    const target = { kind: 'person', id: provider.id } as const
    const text = `${title}\n${note}\nA quiet evening`
    const shown = { _id: own?._id, text, deletedAt: null, byReporter: false }
    const ofTeen = await reportAndRead(server, open.database, teen, target)
    expect(ofTeen).toMatchObject({ messages: [shown] })
    const ofParent = await reportAndRead(server, open.database, parent, target)
    expect(ofParent).toMatchObject({ messages: [] })
  })

  test('goes with the account of either side, sealed', async () => {
    await send()
    const [own] = await packsOf(teen)
    expect(await leave(server, provider)).toBe(204)
    expect([await packsOf(teen), await noticesOf(teen)]).toEqual([[], []])
    expect(await evidence(teen.id)).toHaveLength(1)
    expect(await report(teen, own?._id ?? '')).toMatchObject({
      subject: null,
      snapshot: { sender: 'Karim Adult' },
    })
  })

  test('stays with its sender when a receiver leaves, who is named no more', async () => {
    await send()
    expect(await leave(server, teen)).toBe(204)
    expect(await evidence(teen.id)).toHaveLength(1)
    expect(await sentBy()).toMatchObject([{ title, receivers: [], others: 0 }])
  })

  test('cannot go past the database unsealed, nor change its words', async () => {
    await send()
    const ask = (text: string) => open.database.pool.query(text, [teen.id])
    const whose = 'where user_id = $1'
    await expect(ask(`delete from pack_receivers ${whose}`)).rejects.toThrow('must be sealed')
    const unmark = `update pack_receivers set to_minor = false ${whose}`
    await expect(ask(unmark)).rejects.toThrow('must be sealed')
    const reword = `update packs set title = 'Innocent' where id in (select pack_id from pack_receivers ${whose})`
    await expect(ask(reword)).rejects.toThrow('never change')
  })

  test('is in the export of both, without the other', async () => {
    await send({ receiverIds: [teen.id, parent.id] })
    const exported = async (who: SignedIn) =>
      (await call(server.origin, 'exportMyData', {}, who)).reply.readingPacks
    const gone = await addArticle(open.database, provider.id)
    await send({ articleIds: [gone] })
    await call(server.origin, 'deleteArticle', { params: { id: gone } }, provider)
    const both = [
      { title, note, articles: [{ _id: articleId, title: 'A quiet evening' }] },
      { title, note, articles: [{ _id: gone, title: null }] },
    ]
    expect(await exported(provider)).toMatchObject({ sent: both, received: [] })
    const ofTeen = await exported(teen)
    expect(ofTeen).toMatchObject({ sent: [], received: both })
    expect(JSON.stringify(ofTeen)).not.toContain(parent.id)
  })

  async function addFreshSession(who: SignedIn): Promise<SignedIn> {
    const token = await addSession(open.database, who.id, { expiresAt: new Date(nowMs + dayMs) })
    return { ...who, token }
  }

  test('is not for superAdmins to send or read', async () => {
    const boss = await addBoss(open.database)
    await send()
    expect((await send({}, boss)).status).toBe(403)
    expect(await packsOf(boss)).toEqual([])
  })
})
