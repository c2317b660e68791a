import { slotsOf } from '#contract/booking/slots.ts'
import {
  defaultWorkingDays,
  defaultWorkingHours,
  type WorkingSchedule,
} from '#contract/calendar/model.ts'
import { addDays, type LocalDate, minuteMs, dayMs } from '#contract/local-date.ts'
import { singleFrequency } from '#contract/pricing/api.ts'
import { withVat } from '#contract/pricing/money.ts'
import type { Transaction } from '#server/db/orm.ts'
import { bookings, workingSchedules } from '#server/db/schema/booking.ts'
import { creditEntries, payments, pricingPlans } from '#server/db/schema/payments.ts'
import type { DemoIds } from './chats.ts'
import type { Demo, DemoPurchase, DemoSeller } from './load.ts'
import { demoRandom, type DemoRandom } from './random.ts'

/** Writes plans, schedules, purchases and sessions of the demo people. */
export async function insertDemoPlans(
  tx: Transaction,
  { sellers, purchases }: Pick<Demo, 'sellers' | 'purchases'>,
  people: People,
): Promise<void> {
  const priced = sellers.map((seller) => ({ seller, plans: planRows(seller, people) }))
  await tx.insert(pricingPlans).values(priced.flatMap(({ plans }) => plans))
  await tx.insert(workingSchedules).values(sellers.map((seller) => scheduleRow(seller, people)))
  for (const purchase of purchases) {
    const rows = purchaseRows(purchase, people, priced)
    await tx.insert(payments).values(rows.payment)
    await tx.insert(bookings).values(rows.sessions)
    await tx.insert(creditEntries).values(rows.entries)
  }
}

type PlanRow = typeof pricingPlans.$inferInsert

interface People {
  readonly ids: DemoIds
  readonly today: LocalDate
}

function planRows({ provider, currency, plans }: DemoSeller, { ids, today }: People): PlanRow[] {
  const random = demoRandom(`plans of ${provider}`)
  const createdAt = momentOn(today, -40)
  return plans.map(({ minutes, priceMinor, ...plan }, position) => ({
    ...plan,
    id: random.idAt(createdAt),
    providerId: ids(provider),
    frequency: plan.type === 'single' ? singleFrequency : 'weekly',
    durationMinutes: minutes,
    currency,
    priceMinor,
    finalPriceMinor: withVat(priceMinor),
    position,
    createdAt,
  }))
}

function scheduleRow(seller: DemoSeller, { ids, today }: People) {
  const { workingHours, workingDays, timeZone } = scheduleOf(seller)
  return {
    userId: ids(seller.provider),
    startTime: workingHours.start,
    endTime: workingHours.end,
    days: workingDays,
    timeZone,
    updatedAt: momentOn(today, -40),
  }
}

function purchaseRows(
  { client, provider, plan: index, daysAgo, sessions: days }: DemoPurchase,
  { ids, today }: People,
  priced: readonly { seller: DemoSeller; plans: PlanRow[] }[],
) {
  const { seller, plans } = priced.find((each) => each.seller.provider === provider) ?? {}
  const plan = plans?.[index]
  if (!seller || !plan) throw new Error(`${provider} sells no such plan`)
  const random = demoRandom(`${client} buys from ${provider}`)
  const paidAt = momentOn(today, -daysAgo)
  const id = random.idAt(paidAt)
  const people = { clientId: ids(client), providerId: ids(provider), paymentId: id }
  const sessions = days.map((day, each) =>
    sessionRow(
      random,
      { ...people, seller, minutes: plan.durationMinutes, paidAt },
      {
        from: addDays(today, day),
        each,
      },
    ),
  )
  const entry = (kind: 'paid' | 'used', amount: number, bookingId: string | null) => ({
    id: random.idAt(paidAt),
    paymentId: id,
    kind,
    amount,
    bookingId,
    at: paidAt,
  })
  return {
    payment: paymentRow({ id, client: ids(client), plan, paidAt }),
    sessions,
    entries: [
      entry('paid', plan.sessions, null),
      ...sessions.map((session) => entry('used', -1, session.id)),
    ],
  }
}

function paymentRow(of: { id: string; client: string; plan: PlanRow; paidAt: Date }) {
  const { id, plan, paidAt } = of
  const { type, sessions, durationMinutes, frequency, currency, priceMinor } = plan
  return {
    id,
    userId: of.client,
    providerId: plan.providerId,
    planId: plan.id,
    type,
    sessions,
    durationMinutes,
    frequency,
    currency,
    priceMinor,
    amountMinor: plan.finalPriceMinor,
    status: 'paid',
    gateway: 'sandbox',
    checkoutId: `sandbox_${id}`,
    checkoutUrl: `/payment/sandbox/sandbox_${id}`,
    createdAt: paidAt,
    expiresAt: new Date(paidAt.getTime() + dayMs / 12),
    paidAt,
  } as const satisfies typeof payments.$inferInsert
}

/** A session in one of the seller's own slots, on the first working day from a day on. */
function sessionRow(
  random: DemoRandom,
  of: {
    clientId: string
    providerId: string
    paymentId: string
    seller: DemoSeller
    minutes: number
    paidAt: Date
  },
  when: { from: LocalDate; each: number },
) {
  const schedule = scheduleOf(of.seller)
  const fromMs = Date.parse(`${when.from}T00:00:00Z`)
  const slots = slotsOf({
    schedule,
    durationMinutes: of.minutes,
    within: { fromMs, toMs: fromMs + 4 * dayMs },
    nowMs: 0,
    taken: [],
  })
  const slot = slots[1 + when.each]
  if (!slot) throw new Error(`${of.seller.provider} works on no day of four`)
  const { clientId, providerId, paymentId, paidAt } = of
  return {
    id: random.idAt(new Date(paidAt.getTime() + when.each * minuteMs)),
    clientId,
    providerId,
    paymentId,
    startsAt: new Date(slot.fromMs),
    endsAt: new Date(slot.toMs),
    timeZone: schedule.timeZone,
    status: 'booked',
    createdAt: paidAt,
    updatedAt: paidAt,
  } as const satisfies typeof bookings.$inferInsert
}

function scheduleOf({ hours, days, timeZone }: DemoSeller): WorkingSchedule {
  return {
    workingHours: hours ?? { ...defaultWorkingHours },
    workingDays: [...(days ?? defaultWorkingDays)],
    timeZone,
  }
}

function momentOn(today: LocalDate, day: number): Date {
  return new Date(`${addDays(today, day)}T09:00:00Z`)
}
