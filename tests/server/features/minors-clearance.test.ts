import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Practice } from '#contract/providers/model.ts'
import { users } from '#server/db/schema/account.ts'
import { revokeUnreviewed } from '#server/features/account/profile/profile-repo.ts'
import { call } from '#tests/support/call.ts'
import { addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { providerRegistration } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('seeing people under 18, on %s', (kind) => {
  let open: TestDatabase
  /** Where superAdmins review care providers, as in production. */
  let reviewing: TestServer
  /** Where nobody does. */
  let trusting: TestServer
  let admin: SignedIn
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    const now = () => nowMs
    reviewing = await startTestServer(open.database, { production: true, now })
    trusting = await startTestServer(open.database, { reviewProviders: false, now })
    admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    // Their proof and their session last for as long as the clock of this file goes on.
    const later = new Date(testNoonMs + 10 * 86_400_000)
    const token = await addSession(open.database, admin.id, { lastUsedAt: later, provedAt: later })
    admin = { ...admin, token }
  })
  afterAll(async () => {
    await reviewing.close()
    await trusting.close()
    await open.drop()
  })

  let registered = 0
  /** Registers a care provider, who sees people under 18 or leaves that out; gives them with a session. */
  async function register(server: TestServer, seesMinors?: 'true' | 'false'): Promise<Newcomer> {
    registered += 1
    const name = `newcomer-${registered}`
    const made = providerRegistration({ email: `${name}@example.org`, username: name })
    const body = seesMinors === undefined ? made.body : { ...made.body, seesMinors }
    await call(server.origin, 'registerServiceProvider', { ...made, body })
    const [user] = await open.database.orm.select().from(users).where(eq(users.username, name))
    if (!user) throw new Error('The newcomer is not there')
    return { id: user.id, token: await addSession(open.database, user.id) }
  }

  const say = (server: TestServer, provider: Newcomer, body: Practice) =>
    call(server.origin, 'updatePractice', { params: { id: provider.id }, body }, provider)
  const approve = (id: string, clearedForMinors: boolean) => {
    const body = { decision: 'approve', clearedForMinors } as const
    return call(reviewing.origin, 'reviewProvider', { params: { id }, body }, admin)
  }
  async function practiceOf(provider: Newcomer) {
    const { reply } = await call(reviewing.origin, 'getUser', { params: provider }, provider)
    if (reply.view !== 'full' || !reply.practice) throw new Error('They see themself otherwise')
    return reply.practice
  }
  async function waiting(limit = '100'): Promise<string[]> {
    const ids: string[] = []
    let after: string | undefined
    do {
      const query = { state: 'waiting', limit, ...(after && { after }) } as const
      const { reply } = await call(reviewing.origin, 'listReviews', { query }, admin)
      ids.push(...reply.providers.map(({ _id }) => _id))
      after = reply.next ?? undefined
    } while (after)
    return ids
  }
  /** The answers to a young person who looks at the provider, and to one who asks them. */
  async function asTeen(id: string) {
    const teen = await addPerson(open.database)
    const seen = await call(reviewing.origin, 'getUser', { params: { id } }, teen)
    const body = { requestedServiceProvider: id }
    const asked = await call(reviewing.origin, 'requestConnection', { body }, teen)
    return { card: seen.reply, asked: asked.status }
  }
  const hour = () => (nowMs += 3_600_000)

  test('is not what a registration says that leaves it out, or says no', async () => {
    for (const server of [reviewing, trusting]) {
      for (const said of [undefined, 'false'] as const) {
        const provider = await register(server, said)
        expect(await practiceOf(provider)).toMatchObject({
          seesMinors: false,
          clearedForMinors: false,
          minorsAskedAt: null,
        })
      }
    }
  })

  test('is enough to say where nobody reviews, at the registration and later', async () => {
    const [early, late] = [await register(trusting, 'true'), await register(trusting)]
    expect(await asTeen(early.id)).toMatchObject({ card: { seesMinors: true }, asked: 201 })
    expect(await asTeen(late.id)).toMatchObject({ card: { seesMinors: false }, asked: 403 })
    await say(trusting, late, { seesMinors: true })
    expect(await asTeen(late.id)).toMatchObject({ card: { seesMinors: true }, asked: 201 })
    await say(trusting, late, { seesMinors: false })
    expect(await practiceOf(late)).toMatchObject({ seesMinors: false, clearedForMinors: false })
    expect(await waiting()).not.toContain(late.id)
  })

  test('waits for the review where there is one, which clears or does not', async () => {
    const [yes, no] = [await register(reviewing, 'true'), await register(reviewing, 'true')]
    const before = { seesMinors: true, clearedForMinors: false, minorsAskedAt: expect.any(String) }
    expect(await practiceOf(yes)).toMatchObject(before)
    expect(await waiting()).toEqual(expect.arrayContaining([yes.id, no.id]))
    await approve(yes.id, true)
    await approve(no.id, false)
    expect(await asTeen(yes.id)).toMatchObject({ card: { seesMinors: true }, asked: 201 })
    expect(await asTeen(no.id)).toMatchObject({ card: { seesMinors: false }, asked: 403 })
    for (const { id } of [yes, no]) expect(await waiting()).not.toContain(id)
  })

  test('asked for later puts a listed provider into the waiting list again, and a refusal out of it', async () => {
    const provider = await register(reviewing)
    await approve(provider.id, false)
    expect(await waiting()).not.toContain(provider.id)
    hour()
    await say(reviewing, provider, { seesMinors: true })
    const asked = { clearedForMinors: false, minorsAskedAt: new Date(nowMs).toISOString() }
    expect(await practiceOf(provider)).toMatchObject(asked)
    expect(await waiting()).toContain(provider.id)
    expect(await asTeen(provider.id)).toMatchObject({ card: { view: 'card' }, asked: 403 })
    const refused = await approve(provider.id, false)
    expect(refused.reply).toMatchObject({ practice: { seesMinors: true, minorsAskedAt: null } })
    expect(await waiting()).not.toContain(provider.id)
    expect(await asTeen(provider.id)).toMatchObject({ card: { seesMinors: false }, asked: 403 })
    await say(reviewing, provider, { seesMinors: true, languages: ['Arabic'] })
    expect(await waiting()).not.toContain(provider.id)
  })

  test('asked for and taken back, or asked for again, stands in the list as it is meant now', async () => {
    const provider = await register(reviewing)
    await approve(provider.id, false)
    await say(reviewing, provider, { seesMinors: true })
    await say(reviewing, provider, { seesMinors: false })
    expect(await waiting()).not.toContain(provider.id)
    hour()
    await say(reviewing, provider, { seesMinors: true })
    expect(await waiting()).toContain(provider.id)
    await approve(provider.id, true)
    expect(await asTeen(provider.id)).toMatchObject({ asked: 201 })
    await say(reviewing, provider, { seesMinors: false })
    await say(reviewing, provider, { seesMinors: true })
    expect(await waiting()).not.toContain(provider.id)
    expect(await practiceOf(provider)).toMatchObject({ clearedForMinors: true })
  })

  test('waits in the order in which it was asked for, whoever registered first', async () => {
    const [first, second] = [await register(reviewing), await register(reviewing)]
    for (const { id } of [first, second]) await approve(id, false)
    hour()
    await say(reviewing, second, { seesMinors: true })
    hour()
    const newcomer = await register(reviewing)
    hour()
    await say(reviewing, first, { seesMinors: true })
    const expected = [second.id, newcomer.id, first.id]
    expect((await waiting('1')).filter((id) => expected.includes(id))).toEqual(expected)
  })

  test('leaves the waiting list with a rejection, and comes back with none of it', async () => {
    const provider = await register(reviewing)
    await approve(provider.id, false)
    await say(reviewing, provider, { seesMinors: true })
    const body = { decision: 'reject', reason: 'Not true.' } as const
    await call(reviewing.origin, 'reviewProvider', { params: provider, body }, admin)
    expect(await waiting()).not.toContain(provider.id)
    expect(await practiceOf(provider)).toMatchObject({ minorsAskedAt: null })
  })

  test('cleared by no review ends where a review begins, and waits for one', async () => {
    const said = await register(trusting, 'true')
    const reviewed = await addProvider(open.database, {}, { reviewedAt: new Date(nowMs) })
    await revokeUnreviewed(open.database.orm, new Date(nowMs))
    expect(await asTeen(said.id)).toMatchObject({ card: { seesMinors: false }, asked: 403 })
    expect(await asTeen(reviewed.id)).toMatchObject({ card: { seesMinors: true }, asked: 201 })
    expect(await waiting()).toContain(said.id)
    expect(await waiting()).not.toContain(reviewed.id)
  })

  test('said in another word is refused with the name of the field, and makes no account', async () => {
    const made = providerRegistration({ email: 'odd@example.org', username: 'odd' })
    for (const seesMinors of ['', 'yes', '1', 'TRUE']) {
      const body = { ...made.body, seesMinors: seesMinors as 'true' }
      const answer = await call(reviewing.origin, 'registerServiceProvider', { ...made, body })
      expect([answer.status, answer.problem]).toMatchObject([
        400,
        { code: 'invalid_input', fields: { seesMinors: 'seesMinors is not valid' } },
      ])
    }
  })
})

type Newcomer = Pick<SignedIn, 'id' | 'token'>
