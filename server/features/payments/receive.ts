import { and, asc, eq, or, type SQL } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { KIB } from '#contract/endpoint.ts'
import { hourMs, dayMs } from '#contract/local-date.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { paymentEvents, payments, type Gateway } from '#server/db/schema/payments.ts'
import type { Hooks } from '#server/feature.ts'
import { answering, type ChainDeps } from '#server/http/routing/mount.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { jsonResponse } from '#server/http/routing/response.ts'
import type { ApiContext, ApiEnv } from '#server/http/routing/route.ts'
import { readText } from '#server/http/uploads/receive-body.ts'
import {
  type PaymentEvent,
  type CheckoutPort,
  ForgedEventError,
} from '#server/ports/checkout/port.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import { grantCredits, takeBackCredits } from './credits.ts'
import type { PaymentRow, PaymentsRepo } from './repo.ts'
import { isPaid, transitionOf, unwanted, type Transition } from './transition.ts'

export interface ReceiveDeps {
  readonly orm: Orm
  readonly jobs: Pick<Jobs, 'add'>
  readonly hooks: Pick<Hooks, 'onGuestPaid'>
  readonly log: Logger
  readonly now: () => number
  readonly newId: () => string
}

/** `repeated`: this was said before; `unknown`: of a payment that is not ours. */
export type Received = Transition['outcome'] | 'repeated' | 'unknown'

export type Receive = (gateway: Gateway, event: PaymentEvent) => Promise<Received>

interface Taken {
  readonly received: Received
  readonly paymentId?: string | null
}

/** The work that tells a payer that their payment has come. */
export const receiptJob = 'payments.receipt'

/** The work that gives back what was paid and is not wanted. */
export const giveBackJob = 'payments.giveBack'

/** Makes the one door by which everything that gateways say comes in: webhooks, the hourly look and the sandbox. */
export function createReceive(deps: ReceiveDeps): Receive {
  const { orm, log } = deps

  return async (gateway, event) => {
    const { received, paymentId } = await orm.transaction(async (tx): Promise<Taken> => {
      const closedOut = event.kind === 'paid' && (await isClosedOut(tx, gateway, event))
      // Who says the same at the same time waits here, and then finds it said.
      const [payment] = await tx
        .select()
        .from(payments)
        .where(and(namedBy(event), eq(payments.gateway, gateway)))
        .for('update')
      const transition = payment ? transitionOf(payment, event) : undefined
      const outcome = transition?.outcome ?? 'unknown'
      // A bank names a charge, which we know once it is paid: then the same will be heard again.
      if (!payment && !('paymentId' in event)) return { received: outcome }
      const paymentId = payment?.id ?? null
      const { eventId, kind } = event
      const receivedAt = new Date(deps.now())
      const entry = { gateway, eventId, kind, paymentId, outcome, receivedAt }
      if (!(await isNew(tx, entry))) return { received: 'repeated', paymentId }
      if (payment && transition) {
        const wanted = await asWanted(tx, { ...payment, closedOut }, transition, deps)
        await apply(tx, payment, wanted, deps)
      }
      return { received: outcome, paymentId }
    })
    const { kind } = event
    if (received === 'mismatch' || received === 'unknown' || isForOperator(received, event)) {
      log.error({ gateway, kind, received, paymentId }, 'a payment needs to be looked at')
    }
    return received
  }
}

/**
 * Whether one of the two is closed out whom a payment is for. Holds their rows before that of the payment, as whoever closes
 * or deletes an account does: what is paid beside it counts before, and is looked at with it, or is not wanted.
 */
async function isClosedOut(
  tx: Transaction,
  gateway: Gateway,
  event: PaymentEvent,
): Promise<boolean> {
  const theirs = or(eq(users.id, payments.userId), eq(users.id, payments.providerId))
  const people = await tx
    .select({ suspendedAt: users.suspendedAt })
    .from(payments)
    .innerJoin(users, theirs)
    .where(and(namedBy(event), eq(payments.gateway, gateway)))
    .orderBy(asc(users.id))
    .for('share', { of: users })
  return people.some(({ suspendedAt }) => suspendedAt !== null)
}

/**
 * What is paid counts while both are here whom it is for. What a guest paid counts while it is asked for, and once: whoever
 * pays second gets it back.
 */
async function asWanted(
  tx: Transaction,
  payment: typeof payments.$inferSelect & { readonly closedOut: boolean },
  transition: Transition,
  { hooks }: ReceiveDeps,
): Promise<Transition> {
  if (!isPaid(transition)) return transition
  const { id, payer, userId, providerId, closedOut } = payment
  if (userId === null || providerId === null || closedOut) return unwanted(transition)
  if (payer === 'self') return transition
  if (transition.status === 'refunded') return unwanted(transition)
  return (await hooks.onGuestPaid(tx, id)) === 'counts' ? transition : unwanted(transition)
}

async function isNew(tx: Transaction, entry: typeof paymentEvents.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(paymentEvents)
    .values(entry)
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return rows.length > 0
}

async function apply(
  tx: Transaction,
  payment: typeof payments.$inferSelect,
  transition: Transition,
  { jobs, now, newId }: ReceiveDeps,
): Promise<void> {
  const mine = eq(payments.id, payment.id)
  const at = new Date(now())
  const made = { at, newId }
  const note = (kind: typeof receiptJob | typeof giveBackJob) =>
    jobs.add(tx, {
      kind,
      key: `${kind}:${payment.id}`,
      payload: { paymentId: payment.id },
      runAt: at,
    })
  if (transition.outcome === 'mismatch') {
    const status = payment.paidAt === null ? 'review' : payment.status
    await tx.update(payments).set({ status, reviewReason: transition.reason }).where(mine)
  }
  if (transition.outcome !== 'applied') return
  const { status, refundedMinor, credits, paid, disputeId, processingIn } = transition
  await tx
    .update(payments)
    .set({
      status,
      refundedMinor,
      ...(paid ? { ...paid, paidAt: at } : {}),
      ...(processingIn === undefined ? {} : whileProcessing(payment, processingIn, at)),
      ...(transition.unwanted && { ...transition.unwanted, reviewReason: 'not wanted anymore' }),
      ...(disputeId === undefined ? {} : { disputeId }),
    })
    .where(mine)
  if (credits === 'grant' || credits === 'grant_and_take_back') {
    await grantCredits(tx, { paymentId: payment.id, sessions: payment.sessions }, made)
    if (payment.payer === 'self') await note(receiptJob)
  }
  if (transition.unwanted && status !== 'refunded') await note(giveBackJob)
  if (credits === 'take_back' || credits === 'grant_and_take_back') {
    await takeBackCredits(tx, payment.id, made)
  }
}

/** A bank takes 14 of its days at the longest, which are three weeks, and more around holidays. */
const processingMs = 28 * dayMs

/** Whoever would pay again is led to where it says that the money is on its way. */
function whileProcessing({ payer }: Pick<PaymentRow, 'payer'>, checkoutId: string, at: Date) {
  const checkoutUrl =
    payer === 'guest' ? '/pay/thanks' : `/payment/success?session_id=${checkoutId}`
  return { checkoutId, checkoutUrl, expiresAt: new Date(at.getTime() + processingMs) }
}

/** A gateway names a payment as we do, a bank by its charge. */
function namedBy(event: PaymentEvent): SQL {
  return 'paymentId' in event
    ? eq(payments.id, event.paymentId)
    : eq(payments.chargeId, event.chargeId)
}

/** A dispute and a refund that failed are an operator's, each once. */
function isForOperator(received: Received, { kind }: PaymentEvent): boolean {
  if (kind === 'refund_failed') return received === 'already'
  return received === 'applied' && (kind === 'disputed' || kind === 'dispute_lost')
}

export const reconcileEveryMs = hourMs

/** Each look goes back so far, so that a message that was lost by us or by them is found. */
const readBackMs = 3 * dayMs

/** Gateways remember for thirty days. */
const readBackMsMax = 29 * dayMs

/** A checkout of which nobody said anything so long after its end was not paid. */
const silenceMs = 2 * dayMs

/** Gives all of a payment back; the gateway does it once, however often it is asked. */
export async function giveBack(
  { checkout, receive }: { checkout: CheckoutPort; receive: Receive },
  payment: typeof payments.$inferSelect,
): Promise<void> {
  await receive(payment.gateway, await checkout.refund({ ...payment, paymentId: payment.id }))
}

/**
 * Asks the gateway what was said, and takes in what we missed; then ends checkouts that nobody spoke of, and gives back what
 * its own job could not. Throws the last of what went wrong with those.
 */
export function createReconcile(deps: {
  checkout: CheckoutPort | undefined
  receive: Receive
  repo: PaymentsRepo
  now: () => number
}): () => Promise<void> {
  const { checkout, receive, repo, now } = deps
  return async () => {
    if (checkout) {
      const pendingSince = await repo.oldestPending(checkout.gateway)
      const wishedMs = Math.min(now() - readBackMs, pendingSince?.getTime() ?? Infinity)
      const since = new Date(Math.max(wishedMs, now() - readBackMsMax))
      for await (const event of checkout.eventsSince(since)) await receive(checkout.gateway, event)
    }
    await repo.expireBefore(new Date(now() - silenceMs))
    let failure: unknown
    for (const payment of checkout ? await repo.unreturned(checkout.gateway) : []) {
      if (checkout)
        await giveBack({ checkout, receive }, payment).catch((error) => (failure = error))
    }
    if (failure) throw failure
  }
}

/** A gateway's messages are a few kilobytes. */
const bytesMax = 256 * KIB

/**
 * Where the gateway tells us what became of payments. No person calls it, so it is no call of the contract: what lets a
 * message in is the gateway's signature over its very bytes.
 */
export function mountPaymentWebhook(
  app: Hono<ApiEnv>,
  chain: ChainDeps,
  deps: { checkout: CheckoutPort | undefined; receive: Receive },
): void {
  const { checkout, receive } = deps
  app.post(
    '/api/payment/webhook',
    answering('/payment/webhook', chain, async (context, exchange) => {
      checkLength(context)
      if (!checkout) throw new ProblemError('not_found')
      const signature = exchange.incoming.headers['stripe-signature']
      const event = readSigned(checkout, await readText(context, chain.pace), signature)
      const received = event ? await receive(checkout.gateway, event) : 'ignored'
      return jsonResponse({ status: 200, body: { received } }, exchange)
    }),
  )
}

function readSigned(
  checkout: CheckoutPort,
  body: string,
  signature: string | readonly string[] | undefined,
): PaymentEvent | undefined {
  try {
    return checkout.readEvent(body, typeof signature === 'string' ? signature : undefined)
  } catch (error) {
    if (!(error instanceof ForgedEventError)) throw error
    throw new ProblemError('invalid_input', { message: 'This was not signed for us.' })
  }
}

function checkLength(context: ApiContext): void {
  const announced = context.env.incoming.headers['content-length']
  if (announced === undefined) throw new ProblemError('length_required')
  if (Number(announced) > bytesMax) throw new ProblemError('body_too_large')
}
