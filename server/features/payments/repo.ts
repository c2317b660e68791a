import { and, desc, eq, gt, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Orm, Statements, Transaction } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { payments, type Gateway } from '#server/db/schema/payments.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { creditsUsed } from './credits.ts'
import { allClosedReasons, closedReasons } from './transition.ts'

export type PaymentRow = typeof payments.$inferSelect

export type NewPayment = typeof payments.$inferInsert

/** A purchase with what is shown beside it. */
export interface ShownPayment {
  readonly payment: PaymentRow
  readonly used: number
  readonly provider: Pick<
    typeof users.$inferSelect,
    'firstname' | 'lastname' | 'suspendedAt'
  > | null
}

export type PaymentsRepo = ReturnType<typeof createPaymentsRepo>

/** Reads and writes of payments. What takes a `tx` belongs to the transaction of its caller. */
export function createPaymentsRepo(orm: Orm) {
  return { ...showing(orm), ...checkouts(orm), ...reconciling(orm) }
}

/** Payments with their provider and what was used of them. */
function showing(orm: Orm) {
  const shown = (tx: Pick<Orm, 'select'> = orm) =>
    tx
      .select({
        payment: payments,
        used: creditsUsed,
        provider: {
          firstname: users.firstname,
          lastname: users.lastname,
          suspendedAt: users.suspendedAt,
        },
      })
      .from(payments)
      .leftJoin(users, eq(users.id, payments.providerId))

  /** Who of others only looked at a checkout is not the person's to know. */
  const bought = isNotNull(payments.paidAt)

  return {
    async byCheckout(checkoutId: string): Promise<ShownPayment | undefined> {
      return (await shown().where(eq(payments.checkoutId, checkoutId)))[0]
    },

    async byId(id: string): Promise<ShownPayment | undefined> {
      return (await shown().where(eq(payments.id, id)))[0]
    },

    /** Newest first; ids are made in the order of time. */
    async listOf(userId: string, page: { limit: number; after: string | undefined }) {
      const older = page.after === undefined ? undefined : lt(payments.id, page.after)
      return shown()
        .where(and(eq(payments.userId, userId), older, or(eq(payments.payer, 'self'), bought)))
        .orderBy(desc(payments.id))
        .limit(page.limit)
    },
  }
}

/** Payments on their way. */
function checkouts(orm: Orm) {
  return {
    /**
     * A checkout of the same plan that was begun after `since` and can still be paid, or whose money is on its way: that
     * one ends after `openUntil`, by which every other one has ended.
     */
    async unpaid(
      tx: Transaction,
      begun: { userId: string; planId: string; gateway: Gateway; since: Date; openUntil: Date },
    ): Promise<PaymentRow | undefined> {
      const [row] = await tx
        .select()
        .from(payments)
        .where(
          and(
            eq(payments.userId, begun.userId),
            eq(payments.planId, begun.planId),
            eq(payments.gateway, begun.gateway),
            eq(payments.status, 'pending'),
            eq(payments.payer, 'self'),
            or(gt(payments.createdAt, begun.since), gt(payments.expiresAt, begun.openUntil)),
          ),
        )
        .orderBy(desc(payments.expiresAt))
        .limit(1)
      return row
    },

    async insert(tx: Transaction, payment: Authorized<NewPayment>): Promise<PaymentRow> {
      const [row] = await tx.insert(payments).values(payment).returning()
      if (!row) throw new Error('The payment was not stored')
      return row
    },

    /** Keeps where a checkout is; the gateway may have said the same before. */
    async setCheckout(
      id: string,
      { checkoutId, url }: { checkoutId: string; url: string },
    ): Promise<void> {
      await orm
        .update(payments)
        .set({ checkoutId, checkoutUrl: url })
        .where(
          and(
            eq(payments.id, id),
            or(isNull(payments.checkoutId), eq(payments.checkoutId, checkoutId)),
          ),
        )
    },
  }
}

/** What the hourly look asks for. */
function reconciling(orm: Orm) {
  return {
    /** When the oldest checkout began that has not ended. */
    async oldestPending(gateway: Gateway): Promise<Date | undefined> {
      const [row] = await orm
        .select({ createdAt: payments.createdAt })
        .from(payments)
        .where(and(eq(payments.status, 'pending'), eq(payments.gateway, gateway)))
        .orderBy(payments.createdAt)
        .limit(1)
      return row?.createdAt
    },

    /** What was paid, is not wanted and has not gone back. */
    async unreturned(gateway: Gateway): Promise<PaymentRow[]> {
      return orm
        .select()
        .from(payments)
        .where(
          and(
            eq(payments.status, 'review'),
            eq(payments.gateway, gateway),
            isNotNull(payments.chargeId),
            isNull(payments.paidAt),
          ),
        )
    },

    /** Ends checkouts that nobody can have paid any more; says how many. */
    async expireBefore(moment: Date): Promise<number> {
      const { rowCount } = await orm
        .update(payments)
        .set({ status: sql`'expired'` })
        .where(and(eq(payments.status, 'pending'), lt(payments.expiresAt, moment)))
      return rowCount ?? 0
    },
  }
}

/** A purchase of which sessions are left that cannot take place. */
export interface LostSessions {
  readonly paymentId: string
  readonly userId: string
  readonly sessions: number
}

/**
 * Takes a seller and their plans out of the books, in the transaction that deletes their account. The database would do
 * so by itself, plan by plan, but refuses a purchase that this transaction changed already: a credit that goes back. Gives
 * what is left of their sessions, which an operator has to look at: the money goes back by hand, often a part of it.
 */
export async function leaveBooks(tx: Transaction, sellerId: string): Promise<LostSessions[]> {
  const left = and(gt(payments.creditsLeft, 0), isNotNull(payments.userId))
  const rows = await tx
    .update(payments)
    .set({
      providerId: null,
      planId: null,
      reviewReason: sql`case when ${left} then 'its provider is gone' else ${payments.reviewReason} end`,
    })
    .where(eq(payments.providerId, sellerId))
    .returning(lostColumns)
  return lostIn(rows)
}

const personIn = { provider: payments.providerId, client: payments.userId } as const

/**
 * Notes what is left of the purchases from or of somebody whose account is closed, and gives those that are noted for the
 * first time: an account that is closed once more, or the other one's, asks for nothing again.
 */
export async function closeBooks(
  tx: Statements,
  personId: string,
  role: 'provider' | 'client',
): Promise<LostSessions[]> {
  const reviewReason = closedReasons[role]
  const rows = await tx
    .update(payments)
    .set({ reviewReason })
    .where(
      and(
        eq(personIn[role], personId),
        isNotNull(payments.userId),
        gt(payments.creditsLeft, 0),
        or(isNull(payments.reviewReason), notInArray(payments.reviewReason, allClosedReasons)),
      ),
    )
    .returning(lostColumns)
  return lostIn(rows)
}

/** What is left counts again once the account is open, unless that of the other one is closed. */
export async function reopenBooks(tx: Statements, personId: string): Promise<void> {
  for (const [role, other] of [
    ['provider', 'client'],
    ['client', 'provider'],
  ] as const) {
    const isClosed = sql`exists (select from ${users}
      where ${users.id} = ${personIn[other]} and ${users.suspendedAt} is not null)`
    await tx
      .update(payments)
      .set({ reviewReason: sql`case when ${isClosed} then ${closedReasons[other]}::text end` })
      .where(and(eq(personIn[role], personId), eq(payments.reviewReason, closedReasons[role])))
  }
}

const lostColumns = {
  paymentId: payments.id,
  userId: payments.userId,
  sessions: payments.creditsLeft,
}

function lostIn(
  rows: readonly (Omit<LostSessions, 'userId'> & { readonly userId: string | null })[],
): LostSessions[] {
  return rows.flatMap(({ userId, ...row }) =>
    userId !== null && row.sessions > 0 ? [{ ...row, userId }] : [],
  )
}
