import {
  and,
  count,
  desc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import { dayMs } from '#contract/local-date.ts'
import { requestsListedDays } from '#contract/payment-requests/api.ts'
import type { Orm, Statements, Transaction } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { blocks } from '#server/db/schema/connections.ts'
import {
  guestCheckouts,
  paymentRequests,
  payments,
  pricingPlans,
} from '#server/db/schema/payments.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

export type RequestRow = typeof paymentRequests.$inferSelect
type NewRequest = typeof paymentRequests.$inferInsert

/** A request with its plan and its people. */
export interface ShownRequest {
  readonly request: RequestRow
  readonly plan: typeof pricingPlans.$inferSelect
  readonly provider: Pick<
    typeof users.$inferSelect,
    'id' | 'firstname' | 'lastname' | 'specialization'
  >
}

export type RequestsRepo = ReturnType<typeof createRequestsRepo>

/** Reads and writes of requests. What takes a `tx` belongs to the transaction of its caller. */
export function createRequestsRepo(orm: Orm) {
  return { ...reading(orm), ...guests(orm), ...afterwards(orm), ...changes }
}

function reading(orm: Orm) {
  const shown = () =>
    orm
      .select({
        request: paymentRequests,
        plan: pricingPlans,
        provider: {
          id: users.id,
          firstname: users.firstname,
          lastname: users.lastname,
          specialization: users.specialization,
        },
      })
      .from(paymentRequests)
      .innerJoin(pricingPlans, eq(pricingPlans.id, paymentRequests.planId))
      .innerJoin(users, eq(users.id, pricingPlans.providerId))

  return {
    async byId(id: string): Promise<ShownRequest | undefined> {
      return (await shown().where(eq(paymentRequests.id, id)))[0]
    },

    async byToken(tokenHash: string): Promise<ShownRequest | undefined> {
      return (await shown().where(eq(paymentRequests.tokenHash, tokenHash)))[0]
    },

    /** Newest first. */
    async listOf(userId: string): Promise<ShownRequest[]> {
      return shown()
        .where(eq(paymentRequests.userId, userId))
        .orderBy(desc(paymentRequests.createdAt), desc(paymentRequests.id))
        .limit(requestsShownMax)
    },

    /** Who asks, as far as others need to know; undefined where they are suspended. */
    async asker(userId: string) {
      const [row] = await orm
        .select({
          id: users.id,
          firstname: users.firstname,
          lastname: users.lastname,
          userType: users.userType,
        })
        .from(users)
        .where(and(eq(users.id, userId), sql`${users.suspendedAt} is null`))
      return row
    },
  }
}

const requestsShownMax = 100

/** Checkouts that began with a link. */
function guests(orm: Orm) {
  return {
    /** What a checkout is for; held until the transaction ends. */
    async requestOf(tx: Transaction, paymentId: string) {
      const [row] = await tx
        .select({ request: paymentRequests, plan: pricingPlans })
        .from(paymentRequests)
        .innerJoin(pricingPlans, eq(pricingPlans.id, paymentRequests.planId))
        .innerJoin(guestCheckouts, eq(guestCheckouts.requestId, paymentRequests.id))
        .where(eq(guestCheckouts.paymentId, paymentId))
        .for('update', { of: paymentRequests })
      return row
    },

    async areBlocked(tx: Transaction, oneId: string, otherId: string): Promise<boolean> {
      const by = (blockerId: string, blockedId: string) =>
        and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId))
      const either = or(by(oneId, otherId), by(otherId, oneId))
      return (await tx.select().from(blocks).where(either).limit(1)).length > 0
    },

    /** Checkouts of a link that nobody has paid or ended. */
    async unpaid(requestId: string, tx: Pick<Statements, 'select'> = orm) {
      return tx
        .select({ payment: payments, email: guestCheckouts.email })
        .from(guestCheckouts)
        .innerJoin(payments, eq(payments.id, guestCheckouts.paymentId))
        .where(and(eq(guestCheckouts.requestId, requestId), eq(payments.status, 'pending')))
    },

    /** A checkout of the sandbox with the link it began with. */
    async bySandbox(checkoutId: string) {
      const [row] = await orm
        .select({ payment: payments, requestId: guestCheckouts.requestId })
        .from(guestCheckouts)
        .innerJoin(payments, eq(payments.id, guestCheckouts.paymentId))
        .where(and(eq(payments.checkoutId, checkoutId), eq(payments.gateway, 'sandbox')))
      return row
    },

    async guestOf(paymentId: string) {
      const [row] = await orm
        .select({ guest: guestCheckouts, request: paymentRequests })
        .from(guestCheckouts)
        .innerJoin(paymentRequests, eq(paymentRequests.id, guestCheckouts.requestId))
        .where(eq(guestCheckouts.paymentId, paymentId))
      return row
    },

    async forgetEmail(paymentId: string): Promise<void> {
      await orm
        .update(guestCheckouts)
        .set({ email: null })
        .where(eq(guestCheckouts.paymentId, paymentId))
    },
  }
}

/** What follows from a link later on. */
function afterwards(orm: Orm) {
  return {
    /**
     * Deletes what has been over for long enough, and the addresses of those who did not pay. A time that nobody could book
     * since the calendar did not answer is missed once its job has given up.
     */
    async sweep(now: Date): Promise<void> {
      const before = (days: number) => new Date(now.getTime() - days * dayMs)
      await orm
        .delete(paymentRequests)
        .where(lt(paymentRequests.expiresAt, before(requestsListedDays)))
      await orm
        .update(paymentRequests)
        .set({ slotOutcome: 'missed' })
        .where(
          and(
            eq(paymentRequests.status, 'paid'),
            isNull(paymentRequests.slotOutcome),
            exists(
              orm
                .select({ one: sql`1` })
                .from(guestCheckouts)
                .innerJoin(payments, eq(payments.id, guestCheckouts.paymentId))
                .where(
                  and(
                    eq(guestCheckouts.requestId, paymentRequests.id),
                    lt(payments.paidAt, new Date(now.getTime() - bookingTriedMs)),
                  ),
                ),
            ),
          ),
        )
      await orm
        .update(guestCheckouts)
        .set({ email: null })
        .where(
          and(
            lte(guestCheckouts.createdAt, before(emailDays)),
            isNotNull(guestCheckouts.email),
            notExists(
              orm
                .select({ one: sql`1` })
                .from(payments)
                .where(and(eq(payments.id, guestCheckouts.paymentId), isAwaited(now))),
            ),
          ),
        )
    },

    /** A session that is there was not missed, whoever says so. */
    async setSlotOutcome(id: string, slotOutcome: 'booked' | 'missed'): Promise<void> {
      const isOpen = slotOutcome === 'missed' ? isNull(paymentRequests.slotOutcome) : undefined
      await orm
        .update(paymentRequests)
        .set({ slotOutcome })
        .where(and(eq(paymentRequests.id, id), isOpen))
    },
  }
}

/** A job is tried for about an hour. */
const bookingTriedMs = 2 * 3_600_000

/** A checkout of a guest is over after half an hour; a gateway that did not reach us is asked for two days more. */
const emailDays = 3

/** A payment that can come yet: a bank may take weeks. */
function isAwaited(now: Date) {
  return and(eq(payments.status, 'pending'), gt(payments.expiresAt, now))
}

const changes = {
  /** How many links of somebody work; one for a plan that was changed does not. */
  async countOpen(tx: Statements, userId: string, now: Date): Promise<number> {
    const [row] = await tx
      .select({ open: count() })
      .from(paymentRequests)
      .innerJoin(pricingPlans, eq(pricingPlans.id, paymentRequests.planId))
      .where(
        and(
          eq(paymentRequests.userId, userId),
          eq(paymentRequests.status, 'open'),
          gt(paymentRequests.expiresAt, now),
          isNull(pricingPlans.retiredAt),
        ),
      )
    return row?.open ?? 0
  },

  async insert(tx: Statements, request: Authorized<NewRequest>): Promise<void> {
    await tx.insert(paymentRequests).values(request)
  },

  /** Held until the transaction ends. */
  async lock(tx: Statements, id: string): Promise<RequestRow | undefined> {
    const rows = tx.select().from(paymentRequests).where(eq(paymentRequests.id, id))
    return (await rows.for('update'))[0]
  },

  async setStatus(tx: Statements, id: string, status: RequestRow['status']): Promise<void> {
    await tx.update(paymentRequests).set({ status }).where(eq(paymentRequests.id, id))
  },

  async setHeld(tx: Statements, id: string, heldAt: Date): Promise<void> {
    await tx.update(paymentRequests).set({ heldAt }).where(eq(paymentRequests.id, id))
  },

  async insertGuest(
    tx: Statements,
    payment: Authorized<typeof payments.$inferInsert>,
    guest: Omit<typeof guestCheckouts.$inferInsert, 'paymentId'>,
  ) {
    const [row] = await tx.insert(payments).values(payment).returning()
    if (!row) throw new Error('The payment was not stored')
    await tx.insert(guestCheckouts).values({ ...guest, paymentId: row.id })
    return row
  },
}

/** A link that still works. */
export function isOpen({ status, expiresAt }: RequestRow, nowMs: number): boolean {
  return status === 'open' && expiresAt.getTime() > nowMs
}
