import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offersMax } from '#contract/booking/api.ts'
import type { LocalDate } from '#contract/local-date.ts'
import {
  busySlots,
  googleCalendars,
  slotHolds,
  workingSchedules,
} from '#server/db/schema/booking.ts'
import { pricingPlans } from '#server/db/schema/payments.ts'
import { offerReadsPerMinuteMax } from '#server/features/booking/offers.ts'
import { call } from '#tests/support/call.ts'
import { addBlock, addProvider, loseVerification } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addBooking, addPlan, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

/** The tests' noon is a Monday, three in the afternoon in Cairo: one slot is left until five. */
const today = '2026-06-15T13:00:00.000Z'
const tomorrow = '2026-06-16T06:00:00.000Z'

describe.each(databasesUnderTest('both'))('what several care providers offer, on %s', (kind) => {
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

  async function seller(plan: Parameters<typeof addPlan>[2] = {}) {
    const provider = await addSeller(open.database)
    await addPlan(open.database, provider.id, plan)
    return provider
  }
  const asked = (client: SignedIn, ids: readonly string[]) =>
    call(server.origin, 'listOffers', { query: { providers: ids.join(',') } }, client)
  const offers = async (client: SignedIn, ...providers: SignedIn[]) =>
    (
      await asked(
        client,
        providers.map(({ id }) => id),
      )
    ).reply.offers

  test('is the lowest price with its VAT and the next free slot of the first plan', async () => {
    const client = await addPerson(open.database)
    const provider = await seller()
    const cheap = { position: 1, priceMinor: 4_000, finalPriceMinor: 4_560, durationMinutes: 30 }
    await addPlan(open.database, provider.id, cheap)
    expect(await offers(client, provider)).toEqual([
      {
        providerId: provider.id,
        from: { currency: 'USD', finalPriceMinor: 4_560 },
        nextFree: today,
      },
    ])
  })

  test('counts busy times and the sessions of both, and of nobody else', async () => {
    const [client, other] = [await addPerson(open.database), await addPerson(open.database)]
    const [busy, booked, meeting] = [await seller(), await seller(), await seller()]
    const { startTime, endTime } = hourFrom(today)
    const times = { startsAt: new Date(startTime), endsAt: new Date(endTime) }
    const slot = { id: uuidv7(), userId: busy.id, reason: '', createdAt: new Date(testNoonMs) }
    await open.database.orm.insert(busySlots).values({ ...slot, ...times })
    await addBooking(open.database, { clientId: other.id, providerId: booked.id }, times)
    const free = async (reader: SignedIn, provider: SignedIn) =>
      (await offers(reader, provider))[0]?.nextFree
    expect(await free(client, busy)).toBe(tomorrow)
    expect(await free(client, booked)).toBe(tomorrow)
    expect(await free(client, meeting)).toBe(today)
    // Whoever has a session then is not free themself.
    expect(await free(other, meeting)).toBe(tomorrow)
  })

  test('counts a time that is held for somebody, for as long as it is', async () => {
    const [client, other] = [await addPerson(open.database), await addPerson(open.database)]
    const [held, outlived] = [await seller(), await seller()]
    const { startTime, endTime } = hourFrom(today)
    const slot = { clientId: other.id, startsAt: new Date(startTime), endsAt: new Date(endTime) }
    await open.database.orm.insert(slotHolds).values([
      { ...slot, id: uuidv7(), providerId: held.id, until: new Date(testNoonMs + 60_000) },
      { ...slot, id: uuidv7(), providerId: outlived.id, until: new Date(testNoonMs) },
    ])
    const shown = await offers(client, held, outlived)
    expect(shown.map(({ nextFree }) => nextFree)).toEqual([tomorrow, today])
  })

  test('leaves the provider’s buffer free around their sessions, and heeds how early they want to know', async () => {
    const [client, other] = [await addPerson(open.database), await addPerson(open.database)]
    const provider = await seller()
    const hours = { startTime: '09:00', endTime: '17:00', days: [1, 2, 3, 4, 5] }
    await open.database.orm.insert(workingSchedules).values({
      userId: provider.id,
      ...hours,
      timeZone: 'UTC',
      bufferMinutes: 60,
      noticeHours: 2,
      updatedAt: new Date(testNoonMs),
    })
    const free = async () => (await offers(client, provider))[0]?.nextFree
    // Sessions of an hour begin every other one: nine, eleven, one, three.
    expect(await free()).toBe('2026-06-15T15:00:00.000Z')
    const { startTime, endTime } = hourFrom('2026-06-15T13:30:00.000Z')
    const times = { startsAt: new Date(startTime), endsAt: new Date(endTime) }
    await addBooking(open.database, { clientId: other.id, providerId: provider.id }, times)
    expect(await free()).toBe('2026-06-16T09:00:00.000Z')
  })

  test('says nothing of what it does not know: no plans, retired ones, a calendar at Google', async () => {
    const client = await addPerson(open.database)
    const [without, retired, google] = [
      await addSeller(open.database),
      await seller(),
      await seller(),
    ]
    await open.database.orm
      .update(pricingPlans)
      .set({ retiredAt: new Date(testNoonMs) })
      .where(eq(pricingPlans.providerId, retired.id))
    await open.database.orm
      .insert(googleCalendars)
      .values({ userId: google.id, sealedTokens: 'x', connectedAt: new Date(testNoonMs) })
    expect(
      (await offers(client, without, retired, google)).map(({ from, nextFree }) => [
        from === null,
        nextFree,
      ]),
    ).toEqual([
      [true, null],
      [true, null],
      [false, null],
    ])
  })

  test('leaves out who is not listed, who is blocked, who does not see minors, and who is no provider', async () => {
    const teen = await addPerson(open.database, { birthDate: '2011-03-01' as LocalDate })
    const adult = await addPerson(open.database, { birthDate: '2000-01-01' as LocalDate })
    const waiting = await seller()
    await loseVerification(open.database, waiting.id)
    const blocked = await seller()
    await addBlock(open.database, blocked.id, teen.id)
    const adultsOnly = await addProvider(open.database, {}, { seesMinors: false })
    await addPlan(open.database, adultsOnly.id)
    const all = [waiting, blocked, adultsOnly, adult, { ...adult, id: uuidv7() }]
    expect(await offers(teen, ...all)).toEqual([])
    expect((await offers(adult, adultsOnly)).map(({ providerId }) => providerId)).toEqual([
      adultsOnly.id,
    ])
  })

  test('is asked of a few at once and not without end', async () => {
    const client = await addPerson(open.database)
    const many = Array.from({ length: offersMax + 1 }, () => uuidv7())
    expect((await asked(client, many)).status).toBe(400)
    expect((await asked(client, ['nobody'])).status).toBe(400)
    for (let n = 0; n < offerReadsPerMinuteMax; n += 1) await asked(client, [client.id])
    const { status, problem } = await asked(client, [client.id])
    expect([status, problem.code]).toEqual([429, 'rate_limited'])
  })
})
