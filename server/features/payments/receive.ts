import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { paymentEvents, payments, type Gateway } from '#server/db/schema/payments.ts'
import type { PaymentEvent } from '#server/ports/checkout/port.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import { consequenceOf, type Consequence } from './consequence.ts'
import { grantCredits, takeBackCredits } from './credits.ts'

export interface ReceiveParts {
  readonly orm: Orm
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Logger
  readonly now: () => number
  readonly newId: () => string
}

/** `repeated`: this was said before; `unknown`: of a payment that is not ours. */
export type Received = Consequence['outcome'] | 'repeated' | 'unknown'

export type Receive = (gateway: Gateway, event: PaymentEvent) => Promise<Received>

/** The work that tells a payer that their payment has come. */
export const receiptJob = 'payments.receipt'

/** Makes the one door by which everything that gateways say comes in: webhooks, the hourly look and the sandbox. */
export function createReceive(parts: ReceiveParts): Receive {
  const { orm, log } = parts

  return async (gateway, event) => {
    const received = await orm.transaction(async (tx) => {
      // Who says the same at the same time waits here, and then finds it said.
      const [payment] = await tx
        .select()
        .from(payments)
        .where(and(eq(payments.id, event.paymentId), eq(payments.gateway, gateway)))
        .for('update')
      const consequence = payment ? consequenceOf(payment, event) : undefined
      const outcome = consequence?.outcome ?? 'unknown'
      if (!(await noted(tx, gateway, event, outcome))) return 'repeated'
      if (payment && consequence) await apply(tx, payment, consequence)
      return outcome
    })
    if (received === 'mismatch' || received === 'unknown') {
      log.error({ gateway, kind: event.kind, received }, 'a payment needs to be looked at')
    }
    return received
  }

  async function noted(
    tx: Transaction,
    gateway: Gateway,
    { eventId, kind, paymentId }: PaymentEvent,
    outcome: Received,
  ): Promise<boolean> {
    const rows = await tx
      .insert(paymentEvents)
      .values({
        gateway,
        eventId,
        kind,
        paymentId: outcome === 'unknown' ? null : paymentId,
        outcome,
        receivedAt: new Date(parts.now()),
      })
      .onConflictDoNothing()
      .returning({ eventId: paymentEvents.eventId })
    return rows.length > 0
  }

  async function apply(
    tx: Transaction,
    payment: typeof payments.$inferSelect,
    consequence: Consequence,
  ): Promise<void> {
    const mine = eq(payments.id, payment.id)
    const at = new Date(parts.now())
    const made = { at, newId: parts.newId }
    if (consequence.outcome === 'mismatch') {
      const status = payment.paidAt === null ? 'review' : payment.status
      await tx.update(payments).set({ status, reviewReason: consequence.reason }).where(mine)
    }
    if (consequence.outcome !== 'applied') return
    const { status, refundedMinor, credits, paid } = consequence
    await tx
      .update(payments)
      .set({ status, refundedMinor, ...(paid ? { ...paid, paidAt: at } : {}) })
      .where(mine)
    if (credits === 'grant' || credits === 'grant_and_take_back') {
      await grantCredits(tx, { paymentId: payment.id, sessions: payment.sessions }, made)
      const key = `${receiptJob}:${payment.id}`
      await parts.jobs.add(tx, {
        kind: receiptJob,
        key,
        payload: { paymentId: payment.id },
        runAt: at,
      })
    }
    if (credits === 'take_back' || credits === 'grant_and_take_back') {
      await takeBackCredits(tx, payment.id, made)
    }
  }
}
