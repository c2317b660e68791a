import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

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
