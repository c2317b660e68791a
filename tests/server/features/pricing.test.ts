import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Plan } from '#contract/pricing/api.ts'
import { pricingPlans } from '#server/db/schema/payments.ts'
import { planChanges } from '#server/features/pricing/repo.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addSeller } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const bundle = {
  type: 'bundle',
  price: 99.99,
  sessions: 4,
  duration: 50,
  frequency: 'weekly',
} as const
const single = {
  type: 'single',
  price: 30,
  sessions: 1,
  duration: 50,
  frequency: 'single',
} as const

describe.each(databasesUnderTest('both'))('prices, on %s', (kind) => {
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

  type Given = typeof bundle | typeof single | (Omit<typeof bundle, 'price'> & { price: number })
  const save = (
    providerId: string,
    pricingPlans: readonly (Given & { _id?: string })[],
    currency: 'USD' | 'EGP' = 'USD',
  ) => {
    const body = { serviceProviderId: providerId, currency, pricingPlans: [...pricingPlans] }
    return call(server.origin, 'savePricing', { body }, admin)
  }
  const pricingOf = async (providerId: string, viewer = admin) =>
    call(server.origin, 'getPricing', { params: { providerId } }, viewer)
  const ids = (plans: readonly Plan[]) => plans.map(({ _id }) => _id)

  test('are shown with VAT, rounded half up, in both ways of writing', async () => {
    const { id } = await addSeller(open.database)
    expect((await pricingOf(id)).reply).toEqual({
      serviceProviderId: id,
      currency: null,
      pricingPlans: [],
    })
    const { status, reply } = await save(id, [bundle, single], 'EGP')
    expect([status, reply.currency]).toEqual([201, 'EGP'])
    expect(reply.pricingPlans).toEqual([
      {
        _id: expect.any(String),
        type: 'bundle',
        sessions: 4,
        duration: 50,
        frequency: 'weekly',
        price: 99.99,
        finalPrice: 113.99,
        priceMinor: 9_999,
        finalPriceMinor: 11_399,
      },
      expect.objectContaining({ price: 30, finalPrice: 34.2, sessions: 1, frequency: 'single' }),
    ])
    const member = await addPerson(open.database)
    expect((await pricingOf(id, member)).reply).toEqual(reply)
  })

  test('saved twice are the same plans', async () => {
    const { id } = await addSeller(open.database)
    const first = (await save(id, [bundle, single])).reply.pricingPlans
    const again = (await save(id, [bundle, single])).reply.pricingPlans
    expect(again).toEqual(first)
    const turned = (await save(id, [single, bundle])).reply.pricingPlans
    expect(ids(turned)).toEqual(ids(first).toReversed())
  })

  test('that change are sold anew, and what was sold stays as it was', async () => {
    const { id } = await addSeller(open.database)
    const [first] = (await save(id, [bundle])).reply.pricingPlans
    const changed = { ...bundle, price: 120, _id: first?._id ?? '' }
    const { reply } = await save(id, [changed])
    expect(reply.pricingPlans.map(({ finalPriceMinor }) => finalPriceMinor)).toEqual([13_680])
    expect(ids(reply.pricingPlans)).not.toEqual([first?._id])
    const rows = await open.database.orm
      .select()
      .from(pricingPlans)
      .where(eq(pricingPlans.providerId, id))
    expect(rows.find((row) => row.id === first?._id)).toMatchObject({
      priceMinor: 9_999,
      finalPriceMinor: 11_399,
      createdBy: admin.id,
      retiredBy: admin.id,
      retiredAt: expect.any(Date),
    })
    const old = await save(id, [changed])
    expect([old.status, old.problem.code]).toEqual([409, 'plan_retired'])
  })

  test('that are left out are retired, all of them too', async () => {
    const { id } = await addSeller(open.database)
    await save(id, [bundle, single])
    const [remaining] = (await save(id, [single])).reply.pricingPlans
    expect(remaining).toMatchObject({ type: 'single' })
    expect((await save(id, [])).reply).toMatchObject({ currency: null, pricingPlans: [] })
  })

  test('of one provider are not those of another', async () => {
    const [one, other] = [await addSeller(open.database), await addSeller(open.database)]
    const [plan] = (await save(one.id, [bundle])).reply.pricingPlans
    const stolen = await save(other.id, [{ ...bundle, _id: plan?._id ?? '' }])
    expect(stolen.problem.code).toBe('plan_retired')
    expect((await pricingOf(one.id)).reply.pricingPlans).toEqual([plan])
  })

  test('are set for care providers alone', async () => {
    const teen = await addPerson(open.database)
    expect((await save(teen.id, [bundle])).status).toBe(404)
    expect((await save('0190a0a0-0000-7000-8000-000000000001', [bundle])).status).toBe(404)
    const waiting = await addSeller(open.database, { verifiedAt: null })
    expect((await save(waiting.id, [bundle])).status).toBe(201)
    expect((await pricingOf(waiting.id, teen)).status).toBe(404)
    expect((await pricingOf(waiting.id, waiting)).status).toBe(200)
  })

  test('say what is wrong with each plan', async () => {
    const { id } = await addSeller(open.database)
    const empty = { ...bundle, sessions: 0 as unknown as 4 }
    const { status, problem } = await save(id, [single, empty])
    expect([status, problem.fields]).toEqual([
      400,
      { 'pricingPlans.1.sessions': 'A bundle needs at least 1 session' },
    ])
  })

  test('are set by superAdmins together without losing or doubling any', async () => {
    const { id } = await addSeller(open.database)
    await Promise.all([save(id, [bundle]), save(id, [bundle]), save(id, [bundle])])
    expect((await pricingOf(id)).reply.pricingPlans).toHaveLength(1)
  })

  test('that were added elsewhere meanwhile are not taken off sale by a form that never showed them', async () => {
    const { id } = await addSeller(open.database)
    const [first] = (await save(id, [bundle])).reply.pricingPlans
    const known = { ...bundle, _id: first?._id ?? '' }
    const saveSeen = (pricingPlans: (Given & { _id?: string })[]) => {
      const body = { serviceProviderId: id, currency: 'USD', pricingPlans } as const
      const seenPlans = [known._id]
      return call(server.origin, 'savePricing', { body: { ...body, seenPlans } }, admin)
    }
    await save(id, [known, single])
    expect((await saveSeen([{ ...known, price: 12 }])).problem.code).toBe('plan_retired')
    expect((await pricingOf(id)).reply.pricingPlans).toHaveLength(2)
    // What is on sale already in the same words may be of a lost answer.
    expect((await saveSeen([known, single])).status).toBe(201)
    expect((await saveSeen([single])).status).toBe(201)
  })

  test('are chosen from a list of providers, by name and page by page', async () => {
    for (const firstname of ['Zeina', 'zaki', 'Zo%', 'Zu_']) {
      await addSeller(open.database, { firstname, lastname: 'Zayed' })
    }
    const list = (query: { search?: string; limit?: string; after?: string }) =>
      call(server.origin, 'listPricedProviders', { query }, admin)
    const names: string[] = []
    let after: string | null = null
    do {
      const { reply } = await list({ search: 'ZAYED', limit: '2', ...(after ? { after } : {}) })
      names.push(...reply.providers.map(({ firstname }) => firstname))
      after = reply.next
    } while (after !== null)
    expect(names).toEqual(['zaki', 'Zeina', 'Zo%', 'Zu_'])
    const found = await list({ search: 'zo%' })
    expect(found.reply.providers.map(({ firstname }) => firstname)).toEqual(['Zo%'])
    for (const signs of ['%', '_', '\\', '\0', '\u200b']) {
      expect([signs, (await list({ search: signs })).reply.providers]).toEqual([signs, []])
    }
    expect((await list({ search: 'zayed', after: 'nonsense' })).reply.providers).toHaveLength(4)
  })

  test('are counted for each provider of that list, without those that are retired', async () => {
    const lastname = 'Counted'
    const selling = await addSeller(open.database, { firstname: 'Amal', lastname })
    await addSeller(open.database, { firstname: 'Basma', lastname })
    await save(selling.id, [bundle, single])
    await save(selling.id, [single])
    const query = { search: lastname }
    const { reply } = await call(server.origin, 'listPricedProviders', { query }, admin)
    expect(reply.providers.map(({ firstname, plans }) => [firstname, plans])).toEqual([
      ['Amal', 1],
      ['Basma', 0],
    ])
  })
})

describe('what has to change', () => {
  const plan = { ...bundle, priceMinor: 9_999 }
  const { price: _price, ...input } = plan
  const onSale = (id: string) => ({ ...input, id, currency: 'USD' as const })

  test('is nothing for what is on sale already', () => {
    expect(planChanges([onSale('a')], [input], 'USD')).toEqual({
      remaining: [{ id: 'a', position: 0 }],
      retired: [],
      added: [],
    })
  })

  test('is everything in another currency', () => {
    expect(planChanges([onSale('a')], [{ ...input, _id: 'a' }], 'EGP')).toEqual({
      remaining: [],
      retired: ['a'],
      added: [{ plan: { ...input, _id: 'a' }, position: 0 }],
    })
  })

  test('keeps two plans that say the same apart', () => {
    expect(planChanges([onSale('a')], [input, input], 'USD')).toMatchObject({
      remaining: [{ id: 'a' }],
      added: [{ position: 1 }],
    })
    expect(
      planChanges([onSale('a'), onSale('b')], [{ ...input, _id: 'b' }, input], 'USD'),
    ).toMatchObject({
      remaining: [
        { id: 'b', position: 0 },
        { id: 'a', position: 1 },
      ],
    })
  })

  test('is refused for a plan that is named twice or not on sale', () => {
    const named = { ...input, _id: 'a' }
    expect(planChanges([onSale('a')], [named, named], 'USD')).toBe('unknown_plan')
    expect(planChanges([], [named], 'USD')).toBe('unknown_plan')
  })
})
