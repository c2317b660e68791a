import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { BodyOutput, ReplyOf } from '#contract/endpoint.ts'
import { utcDate, minuteMs } from '#contract/local-date.ts'
import { slotHeldMinutes, type Payable } from '#contract/payment-requests/api.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import type { HeldSlots } from '#server/features/booking/index.ts'
import {
  purchaseOf,
  sessionsText,
  type PaymentRow,
  type PaymentsRepo,
  type Receive,
} from '#server/features/payments/index.ts'
import { sellerFor } from '#server/features/pricing/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize, type Verdict } from '#server/http/session/authorize.ts'
import { hashToken } from '#server/http/session/caller.ts'
import type { CheckoutPort } from '#server/ports/checkout/port.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import { presentPayable } from './asking.ts'
import { isOpen, type RequestRow, type RequestsRepo, type ShownRequest } from './repo.ts'
import { closeAs, closeCheckouts } from './work.ts'

export interface PayingDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly repo: RequestsRepo
  readonly payments: PaymentsRepo
  readonly heldSlots: HeldSlots
  readonly receive: Receive
  readonly checkout: CheckoutPort | undefined
  readonly jobs: Pick<Jobs, 'add'>
  readonly events: EventBus
  /** Checkouts that begin with one link, whoever has it. */
  readonly checkouts: Limiter
  readonly changeNoticeHours: number
  readonly now: () => number
  readonly newId: () => string
}

/** Checkouts that begin with one link in an hour. */
export const checkoutsPerLinkMax = 10

/** A gateway opens a checkout for half an hour at least; its clock is another one. */
const gatewayMinMs = 31 * minuteMs
const guestCheckoutMs = 35 * minuteMs

type Asker = NonNullable<Awaited<ReturnType<RequestsRepo['asker']>>>

/** What somebody without an account does with a link, over `deps`. Each call throws what the contract says of it. */
export function createPaying(deps: PayingDeps) {
  return {
    async view({ token }: BodyOutput<Api['viewPayable']>): Promise<Payable> {
      const { shown, asker } = await payable(deps, token)
      return presentPayable(shown, asker, deps.changeNoticeHours)
    },
    begin: (given: BodyOutput<Api['payAsGuest']>) => begin(deps, given),
    endSandbox: (given: BodyOutput<Api['endGuestSandbox']>) => endSandbox(deps, given),
  }
}

/**
 * What a link asks for. Throws `not_found` for one that does not work, whatever the reason, and `plan_retired` where the
 * price is another one since: then the link is over, and the person is told.
 */
async function payable(
  deps: PayingDeps,
  token: string,
): Promise<{ shown: ShownRequest; asker: Asker }> {
  const { repo, pool, now } = deps
  const shown = await repo.byToken(hashToken(token))
  if (!shown) throw new ProblemError('not_found')
  const { request, plan, provider } = shown
  const inTime = request.expiresAt.getTime() > now()
  const asker = await repo.asker(request.userId)
  const seller = await sellerFor(pool, request.userId, provider.id, utcDate(now()))
  const deals = seller.listed && !seller.blocked && !seller.unavailable
  if (!inTime || !asker || !deals) throw new ProblemError('not_found')
  if (request.status === 'changed') throw new ProblemError('plan_retired')
  if (request.status !== 'open') throw new ProblemError('not_found')
  if (plan.retiredAt !== null) {
    await endChanged(deps, request)
    throw new ProblemError('plan_retired')
  }
  return { shown, asker }
}

/** Nobody pays another price than the one that was asked for. */
async function endChanged(deps: PayingDeps, { id }: RequestRow): Promise<void> {
  const { orm, repo } = deps
  await orm.transaction(async (tx) => {
    const request = await repo.lock(tx, id)
    if (request?.status === 'open') await closeAs(deps, tx, { id, status: 'changed' })
  })
}

async function begin(
  deps: PayingDeps,
  { token, email, language }: BodyOutput<Api['payAsGuest']>,
): Promise<ReplyOf<Api['payAsGuest']>> {
  const { checkout, payments } = deps
  const { shown, asker } = await payable(deps, token)
  if (!checkout) throw new ProblemError('not_configured')
  await deps.checkouts.take(shown.request.id)
  const guest = { email: email.toLowerCase(), language }
  const payment = await reserve(deps, shown, guest, checkout)
  await holdSlot(deps, shown, asker)
  if (payment.checkoutUrl !== null) return { checkoutUrl: payment.checkoutUrl }
  const { provider, request } = shown
  const seller = request.showsProvider ? ` with ${provider.firstname} ${provider.lastname}` : ''
  const opened = await checkout.open({
    ...payment,
    paymentId: payment.id,
    description: `${sessionsText(payment)}${seller}`,
    email: guest.email,
  })
  await payments.setCheckout(payment.id, opened)
  // Whatever closed the link meanwhile knew nothing of this checkout.
  const after = await deps.repo.byId(request.id)
  if (after?.request.status === 'open') return { checkoutUrl: opened.url }
  await closeCheckouts(deps, request.id)
  throw new ProblemError('not_found')
}

interface Guest {
  readonly email: string
  readonly language: BodyOutput<Api['payAsGuest']>['language']
}

/** The purchase is in the books before the gateway hears of it. Whoever presses twice is led to the same checkout. */
async function reserve(
  deps: PayingDeps,
  { request: { id }, plan }: ShownRequest,
  { email, language }: Guest,
  { gateway }: CheckoutPort,
): Promise<PaymentRow> {
  const { orm, repo, now, newId } = deps
  return orm.transaction(async (tx) => {
    const request = await lockOpen(deps, tx, id)
    const begun = await repo.unpaid(id, tx)
    const same = begun.find(
      ({ payment, ...other }) =>
        other.email === email &&
        payment.gateway === gateway &&
        payment.expiresAt.getTime() > now() + (payment.checkoutUrl ? sameCheckoutMs : gatewayMinMs),
    )
    if (same) return same.payment
    const at = new Date(now())
    const payment = {
      ...purchaseOf(plan),
      id: newId(),
      userId: request.userId,
      status: 'pending',
      payer: 'guest',
      gateway,
      createdAt: at,
      expiresAt: new Date(now() + guestCheckoutMs),
    } as const
    const allowed = authorize(undefined, payment, () => whileOpen(request, now()))
    return repo.insertGuest(tx, allowed, { requestId: id, email, language, createdAt: at })
  })
}

/** So much of a checkout is left for whoever is led back to it. */
const sameCheckoutMs = 5 * minuteMs

async function lockOpen(deps: PayingDeps, tx: Transaction, id: string): Promise<RequestRow> {
  const request = await deps.repo.lock(tx, id)
  if (!request || !isOpen(request, deps.now())) throw new ProblemError('not_found')
  return request
}

/** Whoever has a link that works may pay with it. */
function whileOpen(request: RequestRow, nowMs: number): Verdict {
  return isOpen(request, nowMs) ? 'allow' : 'not_found'
}

/** Once a link: whoever opens it again and again holds nothing for longer. */
async function holdSlot(deps: PayingDeps, shown: ShownRequest, client: Asker): Promise<void> {
  const { repo, heldSlots, now } = deps
  const { id, slotStartsAt: starts, slotEndsAt: ends, heldAt } = shown.request
  if (starts === null || ends === null || heldAt !== null) return
  const slot = { fromMs: starts.getTime(), toMs: ends.getTime() }
  const until = new Date(now() + slotHeldMinutes * minuteMs)
  await heldSlots.hold(
    { id, client, providerId: shown.plan.providerId, slot },
    until,
    async (tx) => {
      const request = await repo.lock(tx, id)
      if (!request || !isOpen(request, now()) || request.heldAt !== null) return false
      await repo.setHeld(tx, id, new Date(now()))
      return true
    },
  )
}

/** What a guest did on the sandbox's page, which knows the checkout by an id that nobody guesses. Once it has ended, it stays as it is. */
async function endSandbox(
  deps: PayingDeps,
  { sessionId, outcome }: BodyOutput<Api['endGuestSandbox']>,
): Promise<ReplyOf<Api['endGuestSandbox']>> {
  const { repo, checkout, payments, receive, now } = deps
  const { payment } = (await repo.bySandbox(sessionId)) ?? {}
  if (!payment || checkout?.gateway !== 'sandbox') throw new ProblemError('not_found')
  if (payment.status !== 'pending') return { paid: payment.paidAt !== null }
  if (payment.expiresAt.getTime() <= now()) throw new ProblemError('not_found')
  const { id: paymentId, amountMinor, currency } = payment
  const said = { eventId: `${sessionId}_${outcome}`, paymentId, checkoutId: sessionId }
  const received =
    outcome === 'paid'
      ? ({ ...said, kind: 'paid', chargeId: sessionId, amountMinor, currency } as const)
      : ({ ...said, kind: 'expired' } as const)
  await receive('sandbox', received)
  const after = await payments.byId(paymentId)
  return { paid: after !== undefined && after.payment.paidAt !== null }
}
