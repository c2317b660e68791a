import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listUnlistedProviders, lookAlikeKey } from '#server/db/provider-listing.ts'
import { users } from '#server/db/schema/account.ts'
import { providers } from '#server/db/schema/providers.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { providerRegistration, registration } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const alikeText =
  'This looks like the name of a care provider who is already here. Please write it as in your papers.'

describe.each(databasesUnderTest())('somebody who passes for a care provider, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let count = 0

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    const known = { firstname: 'Sofia', lastname: 'Rossi', username: 'sofia.rossi' }
    expect.assert((await register(known)).status === 201)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const register = (given: { firstname?: string; lastname?: string; username?: string }) => {
    count += 1
    const own = { email: `p${count}@example.org`, username: `someone-${count}x` }
    return call(
      server.origin,
      'registerServiceProvider',
      providerRegistration({ ...own, ...given }),
    )
  }

  test.each([
    ['Sofla', 'Rossi'],
    ['Ѕоfіа', 'Rоѕѕі'],
    ['S0fia', 'R0ssi'],
    ['SOFIA', 'R0SSI'],
  ])('is refused with the look-alike name %s %s', async (firstname, lastname) => {
    const refused = await register({ firstname, lastname })
    expect(refused.status).toBe(400)
    const [text] = Object.values(refused.problem.fields ?? {})
    expect([alikeText, 'Please write this name in one alphabet']).toContain(text)
  })

  test('is refused with a look-alike username, at its field', async () => {
    const refused = await register({
      firstname: 'Ada',
      lastname: 'Lovelace',
      username: 's0fia-ross1',
    })
    expect(refused.problem.fields).toEqual({ username: alikeText })
  })

  test('is welcome as a namesake', async () => {
    expect((await register({ firstname: 'Sofia', lastname: 'ROSSI' })).status).toBe(201)
  })

  test('keeps no young person from a name of their own', async () => {
    const given = { firstname: 'Sofla', lastname: 'Rossi', email: 'teen@example.org' }
    const made = await call(server.origin, 'registerAdolescent', registration(given))
    expect(made.status).toBe(201)
  })

  test('is found also where the provider was here before look-alikes were refused', async () => {
    const { orm } = open.database
    const [known] = await orm.select().from(users).where(eq(users.username, 'sofia.rossi'))
    const mine = eq(providers.userId, known?.id ?? '')
    await orm.update(providers).set({ nameLook: null, usernameLook: null }).where(mine)
    await listUnlistedProviders(open.database)
    const [listing] = await orm.select().from(providers).where(mine)
    expect(listing).toMatchObject({
      nameLook: lookAlikeKey('Sofia Rossi'),
      usernameLook: lookAlikeKey('sofia.rossi'),
    })
  })
})

test('nobody takes an address of the demo where the server is in production', async () => {
  const open = await openTestDatabase('embedded')
  const server = await startTestServer(open.database, { production: true })
  const given = registration({ email: 'Lina@Zync.example' })
  const refused = await call(server.origin, 'registerAdolescent', given)
  expect(refused.problem.fields).toEqual({ email: 'Invalid email format' })
  await server.close()
  await open.drop()
})
