import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { Reader } from '#contract/providers/model.ts'
import { cursorAfter } from '#server/http/routing/page-cursor.ts'
import { asCard, storedProvider } from '#src/features/providers/directory/directory-store.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addProvider, loseVerification } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

type Query = NonNullable<CallInput<Api['listProviders']>['query']>

const coach = 'Life Coach'
const people = [
  { firstname: 'Zoë', lastname: 'Ångström', specialization: coach, country: 'Canada' },
  { firstname: 'José', lastname: 'Núñez', specialization: coach, country: 'Portugal' },
  { firstname: 'Ada', lastname: 'Brown', specialization: 'Art Therapist', gender: 'Male' },
  { firstname: 'Yara', lastname: 'Haddad', specialization: 'Parenting Coach' },
  { firstname: 'Lamia', lastname: 'Chahine', specialization: 'Family Constellation Therapist' },
] as const

describe.each(databasesUnderTest('both'))('the directory, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let member: SignedIn
  let parent: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    member = await addPerson(open.database)
    parent = await addPerson(open.database, { userType: 'Parent' })
    for (const [index, person] of people.entries()) {
      const createdAt = new Date(testNoonMs + index * 1_000)
      const languages = index === 1 ? ['Portuguese', 'Spanish'] : ['English']
      await addProvider(
        open.database,
        { ...person, createdAt },
        { languages, seesMinors: index < 3 },
      )
    }
    await addProvider(open.database, { firstname: 'Waiting', verifiedAt: null })
    await addProvider(open.database, { firstname: 'Suspended', suspendedAt: new Date(0) })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const list = async (query: Query = {}, actor = member) =>
    (await call(server.origin, 'listProviders', { query }, actor)).reply
  const names = async (query: Query, actor = member) =>
    (await list(query, actor)).providers.map(({ firstname }) => firstname)

  /** Read one by one. */
  async function pagedNames(query: Query): Promise<string[]> {
    const paged: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const page: Awaited<ReturnType<typeof list>> = await list({
        ...query,
        limit: '1',
        ...(after && { after }),
      })
      paged.push(...page.providers.map(({ firstname }) => firstname))
      after = page.next
    }
    return paged
  }

  test('holds verified providers alone, by name without regard to accents', async () => {
    expect(await names({})).toEqual(['Ada', 'José', 'Lamia', 'Yara', 'Zoë'])
    expect(await names({ sort: 'newest' })).toEqual(['Lamia', 'Yara', 'Ada', 'José', 'Zoë'])
  })

  test.each<[string, Query, string[]]>([
    ['a first name without its accent', { search: 'jose' }, ['José']],
    ['a last name in capitals', { search: 'NUNEZ' }, ['José']],
    ['a middle of a name', { search: 'ngstr' }, ['Zoë']],
    ['a single letter', { search: 'z' }, ['José', 'Zoë']],
    ['a part of a specialty', { search: 'therap' }, ['Ada', 'Lamia']],
    ['words of name and specialty', { search: 'coach yar' }, ['Yara']],
    ['a specialty by its Arabic name', { search: 'مدرّب حياة' }, ['José', 'Zoë']],
    ['the same as others spell it', { search: 'المُدرِّبـة حياه' }, ['José', 'Zoë']],
    ['a name, and its specialty in French', { search: 'ada thérapeute' }, ['Ada']],
    ['the beginning of a specialty in Arabic', { search: 'معال' }, ['Ada', 'Lamia']],
    ['nobody for its middle', { search: 'عالج' }, []],
    ['nobody', { search: 'jose yara' }, []],
    ['nobody for what is a pattern elsewhere', { search: '%' }, []],
    ['nobody for signs alone', { search: ' _ \\ ' }, []],
    ['nobody for what nobody sees', { search: '\u0000' }, []],
    ['everybody for nothing', { search: ' ' }, ['Ada', 'José', 'Lamia', 'Yara', 'Zoë']],
    ['a specialty', { specialty: coach }, ['José', 'Zoë']],
    ['a specialty and a word', { specialty: coach, search: 'zoe' }, ['Zoë']],
    ['a country', { country: 'Portugal' }, ['José']],
    ['a gender', { gender: 'Male' }, ['Ada']],
    ['a language', { language: 'Spanish' }, ['José']],
    ['those who see minors', { seesMinors: 'true' }, ['Ada', 'José', 'Zoë']],
    ['those who do not', { seesMinors: 'false' }, ['Lamia', 'Yara']],
  ])('finds by %s', async (_, query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test.each<[string, Query, string[]]>([
    [
      'a language first, then a country',
      { speaks: 'Spanish', near: 'Canada' },
      ['José', 'Zoë', 'Ada', 'Lamia', 'Yara'],
    ],
    [
      'whoever speaks and is near before whoever speaks',
      { speaks: 'English', near: 'Canada' },
      ['Zoë', 'Ada', 'Lamia', 'Yara', 'José'],
    ],
    ['a name where nothing is known', {}, ['Ada', 'José', 'Lamia', 'Yara', 'Zoë']],
    [
      'one of several languages',
      { speaks: 'Urdu,Portuguese' },
      ['José', 'Ada', 'Lamia', 'Yara', 'Zoë'],
    ],
  ])('is ordered by %s, as the device orders it', async (_, query, expected) => {
    const asked = { ...query, sort: 'fit' } as const
    expect(await names(asked)).toEqual(expected)
    const reader = {
      languages: (query.speaks?.split(',') ?? []) as Reader['languages'],
      country: query.near,
    }
    const { providers } = await list({})
    const cards = providers.map((card) => asCard(card))
    const onDevice = cards
      .map((card) => storedProvider(card, reader))
      .toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : 1))
    expect(onDevice.map(({ firstname }) => firstname)).toEqual(expected)
  })

  test.each<Query>([
    { sort: 'name' },
    { sort: 'newest' },
    { specialty: coach, sort: 'newest' },
    { sort: 'fit', speaks: 'English', near: 'Canada' },
    { sort: 'fit', near: 'Portugal' },
  ])('gives each once, page by page, for %j', async (query) => {
    expect(await pagedNames(query)).toEqual(await names(query))
  })

  test('goes on behind the longest names', async () => {
    const longest = { firstname: '\uac01'.repeat(80), lastname: '\uac01'.repeat(80) }
    for (let count = 0; count < 2; count += 1) await addProvider(open.database, longest)
    const whole = await names({ sort: 'name' })
    expect(whole.slice(-2)).toEqual([longest.firstname, longest.firstname])
    expect(await pagedNames({ sort: 'name' })).toEqual(whole)
    await open.database.pool.query('delete from users where firstname = $1', [longest.firstname])
  })

  test.each<Record<string, string>>([
    { limit: '0' },
    { limit: '101' },
    { limit: 'x' },
    { after: 'nowhere' },
    { specialty: 'Wizard' },
    { country: 'Atlantis' },
    { language: 'Elvish' },
    { gender: 'x' },
    { seesMinors: 'yes' },
    { sort: 'price' },
    { sort: 'fit', speaks: 'Elvish' },
    { sort: 'fit', speaks: 'Arabic,Urdu,Hindi,French' },
    { sort: 'fit', near: 'Atlantis' },
    { sort: 'fit', after: cursorAfter('x', uuidv7()) },
    { search: 'x'.repeat(101) },
    { page: '2' },
  ])('does not take %j', async (query) => {
    const response = await fetch(
      `${server.origin}/api/auth/serviceProviders?${new URLSearchParams(query)}`,
      { headers: { authorization: `Bearer ${member.token}` } },
    )
    expect(response.status).toBe(400)
  })

  test('does not mix up the pages of its two orders', async () => {
    const { next } = await list({ limit: '1' })
    const query = { sort: 'newest', after: next ?? '' } as const
    expect((await call(server.origin, 'listProviders', { query }, member)).status).toBe(400)
  })

  test('shows cards and no more to members, and more to superAdmins', async () => {
    const answer = await call(server.origin, 'listProviders', { query: { search: 'jose' } }, member)
    expect(answer.reply.providers).toMatchObject([
      { view: 'card', languages: ['Portuguese', 'Spanish'], seesMinors: true, reviewedAt: null },
    ])
    for (const secret of ['email', 'phoneNumber', 'birthDate', 'passwordHash', 'nobody logs in']) {
      expect([secret, answer.bytes.toString().includes(secret)]).toEqual([secret, false])
    }
    const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
    const seen = await call(server.origin, 'listProviders', { query: {} }, admin)
    expect(new Set(seen.reply.providers.map(({ view }) => view))).toEqual(new Set(['admin']))
    expect(seen.bytes.toString()).not.toContain('nobody logs in')
  })

  test('has the two lists for parents', async () => {
    const of = async (name: 'listFamilyTherapists' | 'listParentingCoaches', query: Query = {}) =>
      (await call(server.origin, name, { query }, parent)).reply.providers.map((p) => p.firstname)
    expect(await of('listFamilyTherapists')).toEqual(['Lamia'])
    expect(await of('listParentingCoaches')).toEqual(['Yara'])
    expect(await of('listParentingCoaches', { search: 'lamia' })).toEqual([])
  })

  test('counts each specialty', async () => {
    const { reply } = await call(server.origin, 'countProviders', {}, member)
    expect(reply.counts).toEqual({
      'Life Coach': 2,
      'Art Therapist': 1,
      'Parenting Coach': 1,
      'Family Constellation Therapist': 1,
    })
  })

  test('leaves out whoever there is a block with, from either side, in lists, counts and profiles', async () => {
    const viewer = await addPerson(open.database)
    const [mine, theirs] = [await addProvider(open.database), await addProvider(open.database)]
    await addBlock(open.database, viewer.id, mine.id)
    await addBlock(open.database, theirs.id, viewer.id)
    const ids = (await list({}, viewer)).providers.map(({ _id }) => _id)
    expect(ids).not.toContain(mine.id)
    expect(ids).not.toContain(theirs.id)
    const { counts } = (await call(server.origin, 'countProviders', {}, viewer)).reply
    expect(counts['Psychotherapist']).toBeUndefined()
    for (const { id } of [mine, theirs]) {
      expect((await call(server.origin, 'getUser', { params: { id } }, viewer)).status).toBe(404)
      expect((await call(server.origin, 'getUser', { params: { id } }, member)).status).toBe(200)
    }
    await loseVerification(open.database, mine.id)
    await loseVerification(open.database, theirs.id)
  })
})
