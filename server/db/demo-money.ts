import { slotsOf } from '#contract/booking/slots.ts'
import {
  defaultWorkingDays,
  defaultWorkingHours,
  type WorkingSchedule,
} from '#contract/calendar/model.ts'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { PlanType } from '#contract/pricing/model.ts'
import { withVat, type Currency } from '#contract/pricing/money.ts'
import type { DemoIds } from './demo-network.ts'
import { demoRandom, type DemoRandom } from './demo-random.ts'
import type { Transaction } from './orm.ts'
import { bookings } from './schema/booking.ts'
import { workingSchedules } from './schema/calendar.ts'
import { creditEntries, payments } from './schema/payments.ts'
import { pricingPlans } from './schema/pricing.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

interface DemoPlan {
  readonly type: PlanType
  readonly sessions: number
  readonly minutes: number
  readonly frequency: string
  readonly priceMinor: number
}

const single = { type: 'single', sessions: 1, frequency: 'single' } as const
const bundle = { type: 'bundle', frequency: 'weekly' } as const

const one = (minutes: number, priceMinor: number): DemoPlan => ({ ...single, minutes, priceMinor })
const several = (sessions: number, minutes: number, priceMinor: number): DemoPlan => ({
  ...bundle,
  sessions,
  minutes,
  priceMinor,
})

/** Who sells what, and works when; the others sell nothing yet. */
const sellers: readonly {
  name: string
  currency: Currency
  timeZone: string
  hours?: WorkingSchedule['workingHours']
  days?: readonly number[]
  plans: readonly DemoPlan[]
}[] = [
  {
    name: 'sofia',
    currency: 'USD',
    timeZone: 'Europe/Lisbon',
    plans: [one(50, 4_500), several(4, 50, 16_000), several(8, 50, 29_990)],
  },
  {
    name: 'daniel',
    currency: 'USD',
    timeZone: 'America/Toronto',
    hours: { start: '10:00', end: '18:30' },
    plans: [one(30, 3_000), several(5, 30, 12_500)],
  },
  {
    name: 'priya',
    currency: 'USD',
    timeZone: 'Asia/Kolkata',
    days: [1, 2, 3, 4, 5, 6],
    plans: [one(45, 2_500), several(6, 45, 12_000)],
  },
  {
    name: 'joana.pires',
    currency: 'USD',
    timeZone: 'Europe/Lisbon',
    plans: [one(60, 5_000), several(3, 60, 13_500)],
  },
  {
    name: 'lamia.chahine',
    currency: 'USD',
    timeZone: 'Asia/Beirut',
    plans: [one(60, 4_000)],
  },
  {
    name: 'salma.el.masry',
    currency: 'EGP',
    timeZone: 'Africa/Cairo',
    days: [0, 1, 2, 3, 4],
    plans: [one(45, 60_000), several(10, 45, 500_000)],
  },
]

/** Who bought which of a seller's plans how long ago, and on which days from today they have sessions of it. */
const purchases = [
  { client: 'lina', seller: 'sofia', plan: 1, daysAgo: 20, sessions: [-14, -7, 4] },
  { client: 'mona', seller: 'joana.pires', plan: 1, daysAgo: 12, sessions: [-5, 2] },
  { client: 'omar', seller: 'daniel', plan: 0, daysAgo: 16, sessions: [-9] },
] as const

/** Puts prices, schedules, purchases and sessions of the invented people into an empty database. */
export async function insertDemoMoney(
  tx: Transaction,
  people: { ids: DemoIds; today: LocalDate },
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

type Seller = (typeof sellers)[number]
type PlanRow = typeof pricingPlans.$inferInsert
type People = Parameters<typeof insertDemoMoney>[1]

function planRows({ name, currency, plans }: Seller, { ids, today }: People): PlanRow[] {
  const random = demoRandom(`plans of ${name}`)
  const createdAt = momentOn(today, -40)
  return plans.map(({ minutes, priceMinor, ...plan }, position) => ({
    ...plan,
    id: random.idAt(createdAt),
    providerId: ids(name),
    durationMinutes: minutes,
    currency,
    priceMinor,
    finalPriceMinor: withVat(priceMinor),
    position,
    createdAt,
  }))
}

function scheduleRow(seller: Seller, { ids, today }: People) {
  const { workingHours, workingDays, timeZone } = scheduleOf(seller)
  return {
    userId: ids(seller.name),
    startTime: workingHours.start,
    endTime: workingHours.end,
    days: workingDays,
    timeZone,
    updatedAt: momentOn(today, -40),
  }
}

function purchaseRows(
  { client, seller: name, plan: index, daysAgo, sessions: days }: (typeof purchases)[number],
  { ids, today }: People,
  priced: readonly { seller: Seller; plans: PlanRow[] }[],
) {
  const { seller, plans } = priced.find((each) => each.seller.name === name) ?? {}
  const plan = plans?.[index]
  if (!seller || !plan) throw new Error(`${name} sells no such plan`)
  const random = demoRandom(`${client} buys from ${name}`)
  const paidAt = momentOn(today, -daysAgo)
  const id = random.idAt(paidAt)
  const people = { clientId: ids(client), providerId: ids(name), paymentId: id }
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
    seller: Seller
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
  if (!slot) throw new Error(`${of.seller.name} works on no day of four`)
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

function scheduleOf({ hours, days, timeZone }: Seller): WorkingSchedule {
  return {
    workingHours: hours ?? { ...defaultWorkingHours },
    workingDays: [...(days ?? defaultWorkingDays)],
    timeZone,
  }
}

function momentOn(today: LocalDate, day: number): Date {
  return new Date(`${addDays(today, day)}T09:00:00Z`)
}
