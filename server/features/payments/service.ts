import type pg from 'pg'
import * as v from 'valibot'
import type { Api } from '#contract/api.ts'
import type { BodyOutput, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { utcDate, hourMs } from '#contract/local-date.ts'
import type { Payment } from '#contract/payments/api.ts'
import { type Orm, lockPeople } from '#server/db/orm.ts'
import type { Payer } from '#server/db/schema/payments.ts'
import { mailTo } from '#server/features/account/index.ts'
import {
  mayDealWith,
  requireSeen,
  sellerFor,
  type PlanRow,
  type PricingRepo,
} from '#server/features/pricing/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { type Verdict, authorize, requireProof } from '#server/http/session/authorize.ts'
import type { Actor, Session } from '#server/http/session/caller.ts'
import type { CheckoutPort, PaymentEvent } from '#server/ports/checkout/port.ts'
import { presentPayment } from './receipts.ts'
import type { Receive } from './receive.ts'
import type { NewPayment, PaymentRow, PaymentsRepo, ShownPayment } from './repo.ts'

/** A checkout is the payer's alone; to everybody else it is not there, the person it is paid for included. */
function isPayer(
  actor: Actor,
  { payer, userId }: { readonly payer: Payer; readonly userId: string | null },
): Verdict {
  return payer === 'self' && userId === actor.userId ? 'allow' : 'not_found'
}

/** Money goes back on a superAdmin's word. */
function mayRefund(actor: Actor, _payment: { readonly userId: string | null }): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}

interface PaymentsDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly repo: PaymentsRepo
  readonly plans: PricingRepo
  /** Undefined where nobody takes money: nothing can be bought. */
  readonly checkout: CheckoutPort | undefined
  readonly receive: Receive
  readonly checkouts: Limiter
  readonly now: () => number
  readonly newId: () => string
}

/** Checkouts that a person begins in an hour. */
export const checkoutsPerHourMax = 30

/** Whoever asks again so soon goes on where they were, so that nobody pays twice for having pressed twice. */
const sameCheckoutMs = hourMs
/** Longer than the time above by what a gateway asks for at least. */
const checkoutOpenMs = 2 * hourMs

export type PaymentsService = ReturnType<typeof createPaymentsService>

/** What people do with payments, over `deps`. Each call throws what the contract says of it. */
export function createPaymentsService(deps: PaymentsDeps) {
  return {
    begin: (actor: Actor, given: BodyOutput<Api['createCheckoutSession']>) =>
      begin(deps, actor, given),
    bySession: (actor: Actor, checkoutId: string) => bySession(deps, actor, checkoutId),
    list: (actor: Actor, page: QueryOf<Api['listPayments']>) => list(deps, actor, page),
    endSandbox: (
      actor: Actor,
      checkoutId: string,
      given: BodyOutput<Api['completeSandboxPayment']>,
    ) => endSandbox(deps, actor, checkoutId, given),
    refund: (session: Session, paymentId: string) => refund(deps, session, paymentId),
  }
}

/** Throws what the contract says of `createCheckoutSession`. The price is that of the stored plan. */
async function begin(
  deps: PaymentsDeps,
  actor: Actor,
  given: BodyOutput<Api['createCheckoutSession']>,
): Promise<ReplyOf<Api['createCheckoutSession']>> {
  const { pool, orm, repo, plans, now } = deps
  const seller = await sellerFor(pool, actor.userId, given.serviceProviderId, utcDate(now()))
  authorize(actor, seller, mayDealWith)
  requireSeen(seller)
  const plan = await plans.planById(given.pricingPlanId)
  if (!plan || plan.providerId !== seller.id) throw new ProblemError('not_found')
  if (plan.retiredAt !== null) throw new ProblemError('plan_retired')
  if (!deps.checkout) throw new ProblemError('not_configured')
  await deps.checkouts.take(actor.userId)
  const payment = await reserve(deps, actor, plan, deps.checkout)
  if (payment.checkoutId !== null && payment.checkoutUrl !== null) {
    return { checkoutUrl: payment.checkoutUrl, sessionId: payment.checkoutId }
  }
  const opened = await deps.checkout.open({
    ...payment,
    paymentId: payment.id,
    description: `${sessionsText(payment)} with ${seller.firstname} ${seller.lastname}`,
    email: (await mailTo(orm, actor.userId))?.to,
  })
  await repo.setCheckout(payment.id, opened)
  return { checkoutUrl: opened.url, sessionId: opened.checkoutId }
}

/** The purchase is in the books before the gateway hears of it. */
async function reserve(
  deps: PaymentsDeps,
  actor: Actor,
  plan: PlanRow,
  { gateway }: CheckoutPort,
): Promise<PaymentRow> {
  const { orm, repo, now } = deps
  const payment = newPayment(deps, actor, plan)
  return orm.transaction(async (tx) => {
    await lockPeople(tx, actor.userId)
    const since = new Date(now() - sameCheckoutMs)
    const openUntil = new Date(now() + checkoutOpenMs)
    const begun = { userId: actor.userId, planId: plan.id, gateway, since, openUntil }
    const unpaid = await repo.unpaid(tx, begun)
    return unpaid ?? repo.insert(tx, authorize(actor, { ...payment, gateway }, isPayer))
  })
}

function newPayment({ newId, now }: PaymentsDeps, actor: Actor, plan: PlanRow) {
  return {
    ...purchaseOf(plan),
    id: newId(),
    userId: actor.userId,
    status: 'pending',
    payer: 'self',
    createdAt: new Date(now()),
    expiresAt: new Date(now() + checkoutOpenMs),
  } as const satisfies Omit<NewPayment, 'gateway'>
}

/** The plan as it is bought, whatever becomes of it. */
export function purchaseOf(plan: PlanRow) {
  return {
    providerId: plan.providerId,
    planId: plan.id,
    type: plan.type,
    sessions: plan.sessions,
    durationMinutes: plan.durationMinutes,
    frequency: plan.frequency,
    currency: plan.currency,
    priceMinor: plan.priceMinor,
    amountMinor: plan.finalPriceMinor,
  }
}

async function bySession(deps: PaymentsDeps, actor: Actor, checkoutId: string): Promise<Payment> {
  return presentPayment(await own(deps, actor, checkoutId))
}

async function list(
  deps: PaymentsDeps,
  actor: Actor,
  { limit, after }: QueryOf<Api['listPayments']>,
): Promise<ReplyOf<Api['listPayments']>> {
  const rows = await deps.repo.listOf(actor.userId, { limit: limit + 1, after: idIn(after) })
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? (page.at(-1)?.payment.id ?? null) : null
  return { payments: page.map(presentPayment), next }
}

/** What the payer did on the sandbox's page. Once it has ended, it stays as it is. */
async function endSandbox(
  deps: PaymentsDeps,
  actor: Actor,
  checkoutId: string,
  { outcome }: BodyOutput<Api['completeSandboxPayment']>,
): Promise<Payment> {
  const { payment } = await own(deps, actor, checkoutId)
  if (deps.checkout?.gateway !== 'sandbox' || payment.gateway !== 'sandbox') {
    throw new ProblemError('not_found')
  }
  const said = { eventId: `${checkoutId}_${outcome}`, paymentId: payment.id, checkoutId }
  const inTime = payment.expiresAt.getTime() > deps.now()
  const { amountMinor, currency } = payment
  const event: PaymentEvent =
    outcome === 'paid' && inTime
      ? { ...said, kind: 'paid', chargeId: checkoutId, amountMinor, currency }
      : { ...said, kind: 'expired' }
  if (payment.status === 'pending') await deps.receive('sandbox', event)
  return bySession(deps, actor, checkoutId)
}

/** Gives everything back. Throws `wrong_state` for what was not paid or is back already, and `proof_required`. */
async function refund(deps: PaymentsDeps, session: Session, paymentId: string): Promise<Payment> {
  const { repo, receive, now } = deps
  const actor = requireProof(session, now())
  const { payment } = found(await repo.byId(paymentId))
  authorize(actor, payment, mayRefund)
  if (payment.status !== 'paid') throw new ProblemError('wrong_state')
  if (deps.checkout?.gateway !== payment.gateway) throw new ProblemError('not_configured')
  const event = await deps.checkout.refund({ ...payment, paymentId })
  await receive(payment.gateway, event)
  return presentPayment(found(await repo.byId(paymentId)))
}

async function own(deps: PaymentsDeps, actor: Actor, checkoutId: string): Promise<ShownPayment> {
  const shown = found(await deps.repo.byCheckout(checkoutId))
  authorize(actor, shown.payment, isPayer)
  return shown
}

/** What is bought, as the gateway shows it. */
export function sessionsText(bought: Pick<PaymentRow, 'sessions' | 'durationMinutes'>): string {
  const count = bought.sessions === 1 ? '1 session' : `${bought.sessions} sessions`
  return `${count} of ${bought.durationMinutes} minutes`
}

const idSchema = v.pipe(v.string(), v.uuid())

/** What is no id begins anew. */
function idIn(after: string | undefined): string | undefined {
  return v.is(idSchema, after) ? after : undefined
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ProblemError('not_found')
  return record
}
