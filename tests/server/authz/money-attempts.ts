import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { busySlots } from '#server/db/schema/booking.ts'
import { payments } from '#server/db/schema/payments.ts'
import { call } from '#tests/support/call.ts'
import { addBooking, addPaid, addPlan, addSeller, hourFrom } from '#tests/support/money.ts'
import { addPerson } from '#tests/support/people.ts'
import { testNoonMs } from '#tests/support/server.ts'
import type { Attempt, Outcome, Stage } from './stage.ts'

/** A Tuesday morning, by the clock of the provider's Egypt. */
const tuesday = '2026-06-16T06:00:00.000Z'

const proposal = {
  proposedStartsAt: new Date(tuesday),
  proposedEndsAt: new Date('2026-06-16T07:00:00.000Z'),
  proposedUntil: new Date(tuesday),
}

export const pricingAttempts = {
  async listPricedProviders({ origin, actor }) {
    return call(origin, 'listPricedProviders', { query: {} }, { token: actor?.token })
  },
  async getPricing({ origin, database, row, actor }) {
    const sells = row.actor === 'provider' || row.actor === 'providerUnverified'
    const own = row.relation === 'own' && sells && actor
    const providerId = own ? actor.id : (await addSeller(database)).id
    await addPlan(database, providerId)
    return call(origin, 'getPricing', { params: { providerId } }, { token: actor?.token })
  },
  async savePricing({ origin, database, row, actor }) {
    const own = row.relation === 'own' && actor
    const serviceProviderId = own ? actor.id : (await addSeller(database)).id
    const body = { serviceProviderId, currency: 'EGP' as const, pricingPlans: [] }
    return call(origin, 'savePricing', { body }, { token: actor?.token })
  },
} satisfies Record<string, Attempt>

export const paymentAttempts = {
  createCheckoutSession: tryCheckout,
  async getPaymentSession(stage) {
    const params = { sessionId: await checkoutOf(stage) }
    return call(stage.origin, 'getPaymentSession', { params }, { token: stage.actor?.token })
  },
  async listPayments({ origin, actor }) {
    return call(origin, 'listPayments', { query: {} }, { token: actor?.token })
  },
  async completeSandboxPayment(stage) {
    const input = {
      params: { sessionId: await checkoutOf(stage) },
      body: { outcome: 'paid' as const },
    }
    return call(stage.origin, 'completeSandboxPayment', input, { token: stage.actor?.token })
  },
  async refundPayment({ origin, database, actor }) {
    const [client, seller] = [await addPerson(database), await addSeller(database)]
    const paid = await addPaid(database, { userId: client.id, providerId: seller.id })
    return call(
      origin,
      'refundPayment',
      { params: { paymentId: paid.id } },
      { token: actor?.token },
    )
  },
} satisfies Record<string, Attempt>

export const calendarAttempts = {
  async googleConnect({ origin, actor }) {
    return call(origin, 'googleConnect', {}, { token: actor?.token })
  },
  async googleFinish({ origin, actor }) {
    const begun = await call(origin, 'googleConnect', {}, { token: actor?.token })
    const authUrl = begun.status === 200 ? begun.reply.authUrl : 'https://nowhere.example/?state=x'
    const state = new URL(authUrl).searchParams.get('state') ?? ''
    return call(origin, 'googleFinish', { body: { code: 'c', state } }, { token: actor?.token })
  },
  async googleDisconnect({ origin, actor }) {
    return call(origin, 'googleDisconnect', {}, { token: actor?.token })
  },
  async getSchedule({ origin, actor }) {
    return call(origin, 'getSchedule', {}, { token: actor?.token })
  },
  async putSchedule({ origin, actor }) {
    const body = {
      workingHours: { start: '08:00', end: '12:00' },
      workingDays: [1],
      timeZone: 'Asia/Beirut',
    }
    return call(origin, 'putSchedule', { body }, { token: actor?.token })
  },
  async getRoom({ origin, actor }) {
    return call(origin, 'getRoom', {}, { token: actor?.token })
  },
  async putRoom({ origin, actor }) {
    const body = { room: { kind: 'place', text: 'Practice, second floor' } } as const
    return call(origin, 'putRoom', { body }, { token: actor?.token })
  },
  async getMode({ origin, actor }) {
    return call(origin, 'getMode', {}, { token: actor?.token })
  },
  async getBusy({ origin, actor }) {
    return call(origin, 'getBusy', {}, { token: actor?.token })
  },
  async postBusy({ origin, actor }) {
    return call(origin, 'postBusy', { body: hourFrom(tuesday) }, { token: actor?.token })
  },
  async deleteBusy({ origin, database, row, actor }) {
    const own = row.relation === 'own' && actor
    const userId = own ? actor.id : (await addSeller(database)).id
    const id = uuidv7()
    const [startsAt, endsAt] = [new Date(testNoonMs), new Date(testNoonMs + 1_000)]
    const slot = { id, userId, startsAt, endsAt, reason: 'Mine', createdAt: startsAt }
    await database.orm.insert(busySlots).values(slot)
    return call(origin, 'deleteBusy', { params: { id } }, { token: actor?.token })
  },
} satisfies Record<string, Attempt>

export const bookingAttempts = {
  async validateAccess({ origin, database, actor }) {
    const params = { providerId: (await addSeller(database)).id }
    return call(origin, 'validateAccess', { params }, { token: actor?.token })
  },
  async availableSlots({ origin, database, actor }) {
    const params = { providerId: (await addSeller(database)).id }
    const query = { startDate: '2026-06-15', endDate: '2026-06-22' }
    return call(origin, 'availableSlots', { params, query }, { token: actor?.token })
  },
  async listOffers({ origin, database, actor }) {
    const query = { providers: (await addSeller(database)).id }
    return call(origin, 'listOffers', { query }, { token: actor?.token })
  },
  book: tryBook,
  async listBookings({ origin, actor }) {
    return call(origin, 'listBookings', { query: {} }, { token: actor?.token })
  },
  async cancelBooking(stage) {
    const params = { id: await bookingOf(stage) }
    return call(stage.origin, 'cancelBooking', { params }, { token: stage.actor?.token })
  },
  async rescheduleBooking(stage) {
    const input = { params: { id: await bookingOf(stage) }, body: hourFrom(tuesday) }
    return call(stage.origin, 'rescheduleBooking', input, { token: stage.actor?.token })
  },
  async openSlots(stage) {
    const params = { id: await sessionOf(stage) }
    const query = { startDate: '2026-06-15', endDate: '2026-06-22' }
    return call(stage.origin, 'openSlots', { params, query }, { token: stage.actor?.token })
  },
  async proposeTime(stage) {
    const input = { params: { id: await sessionOf(stage) }, body: hourFrom(tuesday) }
    return call(stage.origin, 'proposeTime', input, { token: stage.actor?.token })
  },
  async acceptProposal(stage) {
    const input = { params: { id: await sessionOf(stage, proposal) }, body: hourFrom(tuesday) }
    return call(stage.origin, 'acceptProposal', input, { token: stage.actor?.token })
  },
  async endProposal(stage) {
    const params = { id: await sessionOf(stage, proposal) }
    return call(stage.origin, 'endProposal', { params }, { token: stage.actor?.token })
  },
  async providerWeek({ origin, actor }) {
    return call(origin, 'providerWeek', { query: { day: '2026-06-14' } }, { token: actor?.token })
  },
  async bookingIcs(stage) {
    const params = { id: await bookingOf(stage) }
    return call(stage.origin, 'bookingIcs', { params }, { token: stage.actor?.token })
  },
} satisfies Record<string, Attempt>

/** A price that a client sends along changes nothing: what is asked for is the stored one. */
async function tryCheckout({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const hidden = row.relation === 'providerUnverified' ? { verifiedAt: null } : {}
  const seller = await addSeller(database, hidden)
  const owner = row.relation === 'planOfOtherProvider' ? await addSeller(database) : seller
  const plan = await addPlan(database, owner.id)
  const asked = { serviceProviderId: seller.id, pricingPlanId: plan.id }
  const priced = row.relation === 'bodyCarriesPrice' ? { price: 1, finalPrice: 1 } : {}
  const body = { ...asked, ...priced }
  const answer = await call(origin, 'createCheckoutSession', { body }, { token: actor?.token })
  const made = await database.orm.select().from(payments).where(eq(payments.planId, plan.id))
  const right = made.every(({ amountMinor }) => amountMinor === plan.finalPriceMinor)
  return right && made.length === (answer.status === 201 ? 1 : 0) ? answer : { status: 500 }
}

async function tryBook({ origin, database, row, actor }: Stage): Promise<Outcome> {
  const seller = await addSeller(database)
  const people = { userId: actor?.id ?? '', providerId: seller.id }
  if (actor && row.relation !== 'noSessionsLeft') await addPaid(database, people)
  if (row.relation === 'slotTaken') {
    const other = await addPerson(database)
    const between = { clientId: other.id, providerId: seller.id }
    await addBooking(database, between, { startsAt: new Date(tuesday) })
  }
  const starts: Readonly<Record<string, string>> = {
    slotInPast: '2026-06-15T06:00:00.000Z',
    slotOutsideWorkingHours: '2026-06-16T18:00:00.000Z',
  }
  const other = row.relation === 'bookForOtherUser' ? await addPerson(database) : undefined
  const body = {
    serviceProviderId: seller.id,
    ...hourFrom(starts[row.relation] ?? tuesday),
    ...(other && { userId: other.id }),
  }
  return call(origin, 'book', { body }, { token: actor?.token })
}

/** A purchase of the caller where it is their own, of somebody else otherwise. */
async function checkoutOf({ database, row, actor }: Stage): Promise<string> {
  const seller = await addSeller(database)
  const buys = row.actor === 'adolescent' || row.actor === 'parent'
  const own = row.relation === 'own' && buys && actor
  const userId = own ? actor.id : (await addPerson(database)).id
  const paid = await addPaid(database, { userId, providerId: seller.id }, { status: 'pending' })
  return paid.checkoutId ?? ''
}

/** The same of a session. */
async function bookingOf({ database, row, actor }: Stage): Promise<string> {
  const seller = await addSeller(database)
  const books = row.actor === 'adolescent' || row.actor === 'parent'
  const own = row.relation === 'own' && books && actor
  const clientId = own ? actor.id : (await addPerson(database)).id
  const startsAt = new Date('2026-06-18T06:00:00Z')
  return (await addBooking(database, { clientId, providerId: seller.id }, { startsAt })).id
}

/** A session that the caller books or gives where it is their own, of others otherwise. */
async function sessionOf(stage: Stage, given: Partial<typeof proposal> = {}): Promise<string> {
  const { database, row, actor } = stage
  const gives = row.actor === 'provider' || row.actor === 'providerUnverified'
  const own = row.relation === 'own' && actor
  const clientId = own && !gives ? actor.id : (await addPerson(database)).id
  const providerId = own && gives ? actor.id : (await addSeller(database)).id
  const startsAt = new Date('2026-06-18T06:00:00Z')
  return (await addBooking(database, { clientId, providerId }, { startsAt, ...given })).id
}
