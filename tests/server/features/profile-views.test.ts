import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerPapers } from '#server/db/schema/providers.ts'
import { call } from '#tests/support/call.ts'
import { addConnection } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addImage } from '#tests/support/stored-files.ts'

type NewPaper = typeof providerPapers.$inferInsert

const privateFields = ['email', 'phoneNumber', 'birthDate', 'username', 'age', 'score', 'role']

describe.each(databasesUnderTest())('the fields of a person, on %s', (kind) => {
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

  const see = async (viewer: SignedIn, id: string) =>
    call(server.origin, 'getUser', { params: { id } }, { token: viewer.token })
  const provider = (given: Parameters<typeof addPerson>[1] = {}) =>
    addPerson(open.database, {
      userType: 'ServiceProvider',
      specialization: 'Psychotherapist',
      verifiedAt: new Date(0),
      ...given,
    })

  test('are all there for the person themself, without the hash of their password', async () => {
    const person = await addPerson(open.database, { score: 40, bio: 'Hello', profileImg: null })
    const { reply } = await see(person, person.id.toUpperCase())
    expect(reply).toMatchObject({
      _id: person.id,
      view: 'full',
      name: 'Nour Test',
      email: person.user.email,
      age: 17,
      score: 40,
    })
    expect(JSON.stringify(reply)).not.toContain(person.user.passwordHash)
  })

  test('are a card for members who look at a verified provider', async () => {
    const [member, listed] = [
      await addPerson(open.database),
      await provider({ role: 'superAdmin' }),
    ]
    const { reply } = await see(member, listed.id)
    expect(reply).toMatchObject({ view: 'card', specialization: 'Psychotherapist' })
    for (const field of privateFields) expect(reply).not.toHaveProperty(field)
  })

  test('are all there for a superAdmin who looks at a provider, and at nobody else', async () => {
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'SUPERADMIN' })
    const waiting = await provider({ verifiedAt: null })
    expect((await see(admin, waiting.id)).reply).toMatchObject({
      view: 'admin',
      email: waiting.user.email,
      verifiedAt: null,
    })
    const young = await addPerson(open.database)
    expect((await see(admin, young.id)).status).toBe(404)
  })

  test('name their papers to a provider themself and a superAdmin, and to nobody else', async () => {
    const own = await provider()
    const paper = { userId: own.id, paper: 'resume', blobKey: 'papers/1', kind: 'jpeg', bytes: 9 }
    await open.database.orm.insert(providerPapers).values(paper as NewPaper)
    const named = { resume: 'resume.jpg', workLicense: null, city: null }
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    expect((await see(own, own.id)).reply).toMatchObject(named)
    expect((await see(admin, own.id)).reply).toMatchObject(named)
    const young = await addPerson(open.database)
    await addConnection(open.database, { clientId: young.id, providerId: own.id })
    expect((await see(young, young.id)).reply).toMatchObject({ ...named, resume: null })
    for (const [viewer, id] of [
      [young, own.id],
      [own, young.id],
      [await provider(), own.id],
    ] as const) {
      const body = (await see(viewer, id)).bytes.toString()
      expect(body).not.toMatch(/resume|workLicense|city/)
    }
  })

  test('of a client are some of them for the provider who accepted, and each look at the score is noted', async () => {
    const client = await addPerson(open.database, { score: 40, shareScore: true, bio: 'I draw.' })
    const [mine, waiting] = [await provider(), await provider()]
    await addConnection(open.database, { clientId: client.id, providerId: mine.id })
    await addConnection(open.database, { clientId: client.id, providerId: waiting.id }, 'pending')
    const { reply, bytes } = await see(mine, client.id)
    const facts = { view: 'client', age: 17, score: 40, state: 'Giza', bio: 'I draw.' }
    expect(reply).toMatchObject(facts)
    for (const secret of [client.user.email, client.user.phoneNumber, '2009-03-14']) {
      expect([secret, bytes.toString().includes(secret)]).toEqual([secret, false])
    }
    await call(server.origin, 'getScore', { params: { userId: client.id } }, mine)
    const log = async () =>
      (await call(server.origin, 'accessLog', { query: {} }, client)).reply.entries
    expect(await log()).toMatchObject([{ what: 'score', who: 'Nour Test' }])
    expect((await see(waiting, client.id)).status).toBe(404)
    await call(server.origin, 'getScore', { params: { userId: client.id } }, client)
    expect(await log()).toHaveLength(1)
  })

  test('keep the score back from providers while a person does not share it', async () => {
    const client = await addPerson(open.database, { score: 40 })
    const mine = await provider()
    await addConnection(open.database, { clientId: client.id, providerId: mine.id })
    const share = (shareScore: boolean, actor = client) => {
      const input = { params: { id: client.id }, body: { shareScore } }
      return call(server.origin, 'updateSharing', input, actor)
    }
    const score = async (actor: SignedIn) =>
      (await call(server.origin, 'getScore', { params: { userId: client.id } }, actor)).status
    expect((await see(mine, client.id)).reply).toMatchObject({ view: 'client', score: null })
    expect([await score(mine), await score(client)]).toEqual([404, 200])
    expect((await share(false, mine)).status).toBe(404)
    expect((await share(false)).reply).toMatchObject({ view: 'full', shareScore: false, score: 40 })
    expect((await see(mine, client.id)).reply).toMatchObject({ view: 'client', score: null })
    expect([await score(mine), await score(client)]).toEqual([404, 200])
    await share(true)
    expect((await see(mine, client.id)).reply).toMatchObject({ score: 40 })
    expect(await score(mine)).toBe(200)
  })

  test('tell a person alone what they are spoken to in, which nobody else chooses', async () => {
    const client = await addPerson(open.database)
    const mine = await provider()
    await addConnection(open.database, { clientId: client.id, providerId: mine.id })
    const choose = (language: 'ar' | 'en', actor: SignedIn) =>
      call(
        server.origin,
        'updateLanguage',
        { params: { id: client.id }, body: { language } },
        actor,
      )
    expect((await see(client, client.id)).reply).toMatchObject({ language: 'en' })
    expect((await choose('ar', client)).reply).toMatchObject({ view: 'full', language: 'ar' })
    expect((await choose('en', mine)).status).toBe(404)
    expect((await see(mine, client.id)).reply).not.toHaveProperty('language')
    expect((await see(client, client.id)).reply).toMatchObject({ language: 'ar' })
    expect((await call(server.origin, 'exportMyData', {}, client)).reply).toMatchObject({
      account: { language: 'ar' },
    })
  })

  test('have no language that the app does not speak', async () => {
    const client = await addPerson(open.database)
    for (const language of ['tlh', 'AR', 'ar-EG', '', null, undefined]) {
      const input = { params: { id: client.id }, body: { language: language as 'ar' } }
      const { problem } = await call(server.origin, 'updateLanguage', input, client)
      expect(problem.code).toBe('invalid_input')
      expect(problem.fields).toEqual({ language: 'Please select a language of the app' })
    }
    // A build from before, or one that comes later, wrote it.
    await open.database.pool.query("update users set language = 'tlh' where id = $1", [client.id])
    expect((await see(client, client.id)).reply).toMatchObject({ language: 'en' })
  })

  test('bring an image to the provider who is asked, as the request does, and to no other', async () => {
    const client = await addPerson(open.database)
    const file = await addImage(server, open.database, client.id)
    const [asked, stranger] = [await provider(), await provider()]
    await addConnection(open.database, { clientId: client.id, providerId: asked.id }, 'pending')
    await addConnection(open.database, { clientId: client.id, providerId: stranger.id }, 'rejected')
    const read = async (viewer: SignedIn) =>
      (await call(server.origin, 'getProfileImage', { params: { file } }, viewer)).status
    expect([await read(asked), await read(stranger)]).toEqual([200, 404])
  })

  test('of everybody else cannot be told from nobody', async () => {
    const viewer = await addPerson(open.database)
    const hidden = [
      await addPerson(open.database),
      await addPerson(open.database, { userType: 'Parent' }),
      await provider({ verifiedAt: null }),
      await provider({ suspendedAt: new Date(0) }),
    ]
    const nobody = await see(viewer, uuidv7())
    for (const { id } of hidden) {
      const answer = await see(viewer, id)
      expect([answer.status, answer.problem]).toEqual([404, nobody.problem])
    }
  })

  test('have no address that is no id', async () => {
    const viewer = await addPerson(open.database)
    for (const id of ['me', '1', `${viewer.id}'--`, '../login', '%00', '💚']) {
      expect([id, (await see(viewer, id)).status]).toEqual([id, 404])
    }
  })
})
