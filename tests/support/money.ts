import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/booking.ts'
import { creditEntries, payments, pricingPlans } from '#server/db/schema/payments.ts'
import { addPerson, type SignedIn, type UserRow } from './people.ts'
import { testNoonMs } from './server.ts'

type PlanRow = typeof pricingPlans.$inferSelect
type PaymentRow = typeof payments.$inferSelect
type BookingRow = typeof bookings.$inferSelect

/** A listed care provider in Egypt, who sees people of every age. */
export function addSeller(database: Database, given: Partial<UserRow> = {}): Promise<SignedIn> {
  return addPerson(database, {
    userType: 'ServiceProvider',
    verifiedAt: new Date(0),
    specialization: 'Psychotherapist',
    firstname: 'Sofia',
    ...given,
  })
}

/** A plan on sale: four sessions of an hour for 100.00 and its VAT. */
export async function addPlan(
  database: Database,
  providerId: string,
  given: Partial<PlanRow> = {},
): Promise<PlanRow> {
  const [plan] = await database.orm
    .insert(pricingPlans)
    .values({
      id: uuidv7(),
      providerId,
      type: 'bundle',
      sessions: 4,
      durationMinutes: 60,
      frequency: 'weekly',
      currency: 'USD',
      priceMinor: 10_000,
      finalPriceMinor: 11_400,
      position: 0,
      createdAt: new Date(testNoonMs),
      ...given,
    })
    .returning()
  if (!plan) throw new Error('The plan was not stored')
  return plan
}

/** Sessions that were bought and paid: four of an hour, unless something else is given. */
export async function addPaid(
  database: Database,
  holder: { userId: string; providerId: string },
  given: Partial<PaymentRow> = {},
): Promise<PaymentRow> {
  const id = uuidv7()
  const [payment] = await database.orm
    .insert(payments)
    .values({
      id,
      ...holder,
      type: 'bundle',
      sessions: 4,
      durationMinutes: 60,
      frequency: 'weekly',
      currency: 'USD',
      priceMinor: 10_000,
      amountMinor: 11_400,
      status: 'paid',
      gateway: 'sandbox',
      checkoutId: `sandbox_${id}`,
      createdAt: new Date(testNoonMs),
      expiresAt: new Date(testNoonMs + 7_200_000),
      paidAt: new Date(testNoonMs),
      ...given,
    })
    .returning()
  if (!payment) throw new Error('The payment was not stored')
  if (payment.status === 'paid') {
    await database.orm.insert(creditEntries).values({
      id: uuidv7(),
      paymentId: id,
      kind: 'paid',
      amount: payment.sessions,
      at: new Date(testNoonMs),
    })
  }
  return payment
}

/** A session of an hour that is booked, with the purchase it was booked with. */
export async function addBooking(
  database: Database,
  people: { clientId: string; providerId: string },
  given: Partial<BookingRow> & Pick<BookingRow, 'startsAt'>,
): Promise<BookingRow> {
  const { clientId, providerId } = people
  const payment = await addPaid(database, { userId: clientId, providerId }, { sessions: 1 })
  const id = uuidv7()
  const entry = { id: uuidv7(), paymentId: payment.id, bookingId: id, at: new Date(testNoonMs) }
  await database.orm.insert(creditEntries).values({ ...entry, kind: 'used', amount: -1 })
  const [booking] = await database.orm
    .insert(bookings)
    .values({
      id,
      clientId,
      providerId,
      paymentId: payment.id,
      endsAt: new Date(given.startsAt.getTime() + 3_600_000),
      timeZone: 'Africa/Cairo',
      status: 'booked',
      createdAt: new Date(testNoonMs),
      updatedAt: new Date(testNoonMs),
      ...given,
    })
    .returning()
  if (!booking) throw new Error('The session was not stored')
  return booking
}

/** An hour from then on, as a call asks for it. */
export function hourFrom(startTime: string): { startTime: string; endTime: string } {
  return { startTime, endTime: new Date(Date.parse(startTime) + 3_600_000).toISOString() }
}
