import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Orm, Statements } from '#server/db/orm.ts'
import { creditEntries, payments } from '#server/db/schema/payments.ts'

/** Whose credits with whom. */
export interface CreditHolder {
  readonly userId: string
  readonly providerId: string
}

interface EntryMade {
  readonly at: Date
  readonly newId: () => string
}

/** What a bank disputes buys nothing until the bank has decided. */
const onHold = eq(payments.status, 'disputed')
const notOnHold = ne(payments.status, 'disputed')

/** The purchases of which a holder has sessions left, on hold or not. */
function withSomeLeft({ userId, providerId }: CreditHolder) {
  return and(
    eq(payments.userId, userId),
    eq(payments.providerId, providerId),
    gt(payments.creditsLeft, 0),
  )
}

/** Sessions that are left, by the minutes of one, the oldest purchase first. */
export async function creditsLeft(
  orm: Pick<Orm, 'select'>,
  holder: CreditHolder,
): Promise<{ duration: number; sessions: number }[]> {
  const rows = await orm
    .select({ duration: payments.durationMinutes, sessions: payments.creditsLeft })
    .from(payments)
    .where(and(withSomeLeft(holder), notOnHold))
    .orderBy(asc(payments.paidAt), asc(payments.id))
  const byDuration = new Map<number, number>()
  for (const { duration, sessions } of rows) {
    byDuration.set(duration, (byDuration.get(duration) ?? 0) + sessions)
  }
  return [...byDuration].map(([duration, sessions]) => ({ duration, sessions }))
}

/** Sessions that are left and on hold. */
export async function creditsOnHold(
  orm: Pick<Orm, 'select'>,
  holder: CreditHolder,
): Promise<number> {
  const [row] = await orm
    .select({ sessions: sql`coalesce(sum(${payments.creditsLeft}), 0)::int`.mapWith(Number) })
    .from(payments)
    .where(and(withSomeLeft(holder), onHold))
  return row?.sessions ?? 0
}

/**
 * Takes one credit for a session of so many minutes, from the oldest purchase that has one; undefined when there is
 * none. Gives the purchase that it came from. The caller holds the lock of the client.
 */
export async function takeCredit(
  tx: Statements,
  holder: CreditHolder,
  session: { bookingId: string; durationMinutes: number },
  { at, newId }: EntryMade,
): Promise<string | undefined> {
  const [oldest] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(withSomeLeft(holder), eq(payments.durationMinutes, session.durationMinutes), notOnHold),
    )
    .orderBy(asc(payments.paidAt), asc(payments.id))
    .limit(1)
    .for('update')
  if (!oldest) return undefined
  const { bookingId } = session
  await tx
    .insert(creditEntries)
    .values({ id: newId(), paymentId: oldest.id, kind: 'used', amount: -1, bookingId, at })
  return oldest.id
}

/** Gives the credit of a session back; where the purchase was refunded meanwhile, it goes the same way. */
export async function returnCredit(
  tx: Statements,
  { paymentId, bookingId }: { paymentId: string; bookingId: string },
  made: EntryMade,
): Promise<void> {
  const [payment] = await tx
    .select({ status: payments.status })
    .from(payments)
    .where(eq(payments.id, paymentId))
    .for('update')
  const { at, newId } = made
  await tx
    .insert(creditEntries)
    .values({ id: newId(), paymentId, kind: 'returned', amount: 1, bookingId, at })
  if (payment?.status === 'refunded') await takeBackCredits(tx, paymentId, made)
}

/** Enters what a purchase bought. The database refuses a second time. */
export async function grantCredits(
  tx: Statements,
  { paymentId, sessions }: { paymentId: string; sessions: number },
  { at, newId }: EntryMade,
): Promise<void> {
  await tx
    .insert(creditEntries)
    .values({ id: newId(), paymentId, kind: 'paid', amount: sessions, at })
}

/** Takes what is left of a refunded purchase; sessions that were booked with it stay booked. */
export async function takeBackCredits(
  tx: Statements,
  paymentId: string,
  { at, newId }: EntryMade,
): Promise<void> {
  const [left] = await tx
    .select({ credits: payments.creditsLeft })
    .from(payments)
    .where(eq(payments.id, paymentId))
  if (!left || left.credits === 0) return
  await tx
    .insert(creditEntries)
    .values({ id: newId(), paymentId, kind: 'refunded', amount: -left.credits, at })
}

/** How many sessions of a purchase were had or are booked. */
export const creditsUsed = sql`(select -coalesce(sum(amount), 0)::int from credit_entries
  where ${and(eq(creditEntries.paymentId, payments.id), inArray(creditEntries.kind, ['used', 'returned']))})`.mapWith(
  Number,
)
