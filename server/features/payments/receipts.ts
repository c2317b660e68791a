import type pg from 'pg'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { isolated } from '#contract/language.ts'
import type { Payment } from '#contract/payments/api.ts'
import { majorOf, vatPercent } from '#contract/pricing/money.ts'
import type { Orm, Statements } from '#server/db/orm.ts'
import { mailTo, type MailRecipient } from '#server/features/account/index.ts'
import { addNotice } from '#server/features/notices/index.ts'
import type { CheckoutPort } from '#server/ports/checkout/port.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import { type Mail, plainMail, type MailQueue } from '#server/ports/mail/mail.ts'
import { amountText, wordsIn } from '#server/words/words.ts'
import { giveBack, giveBackJob, receiptJob, type Receive } from './receive.ts'
import type { LostSessions, PaymentRow, ShownPayment, PaymentsRepo } from './repo.ts'

export function presentPayment({ payment, used, provider }: ShownPayment): Payment {
  return {
    _id: payment.id,
    sessionId: payment.payer === 'self' ? payment.checkoutId : null,
    payer: payment.payer,
    amount: majorOf(payment.amountMinor),
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    status: payment.status,
    refundedMinor: payment.refundedMinor,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    // Nothing can be booked with whoever is closed out, as with whoever is gone.
    serviceProviderId: provider?.suspendedAt ? null : payment.providerId,
    provider: provider && { firstname: provider.firstname, lastname: provider.lastname },
    metadata: {
      type: payment.type,
      sessions: payment.sessions,
      duration: payment.durationMinutes,
      frequency: payment.frequency,
    },
    sessionsUsed: used,
    sessionsLeft: payment.creditsLeft,
    receipt: receiptOf(payment),
    sandbox: payment.gateway === 'sandbox',
  }
}

/** The number of a receipt: the day it was paid, and the end of the purchase's id. */
function receiptNumber(payment: { id: string; paidAt: Date }): string {
  const day = payment.paidAt.toISOString().slice(0, 10).replaceAll('-', '')
  return `ZY-${day}-${payment.id.slice(-8).toUpperCase()}`
}

function receiptOf({ id, paidAt, priceMinor, amountMinor }: PaymentRow): Payment['receipt'] {
  if (paidAt === null) return null
  return {
    number: receiptNumber({ id, paidAt }),
    netMinor: priceMinor,
    vatMinor: amountMinor - priceMinor,
    vatPercent,
  }
}

const payloadSchema = v.object({ paymentId: v.pipe(v.string(), v.uuid()) })

/** Sends payers their receipts, which they also find in the app. */
export function handleReceipts(deps: {
  orm: Orm
  jobs: Pick<Jobs, 'handle'>
  repo: PaymentsRepo
  mails: Pick<MailQueue, 'send'>
}): void {
  const { orm, jobs, repo, mails } = deps
  jobs.handle(receiptJob, async (given, job) => {
    const { paymentId } = v.parse(payloadSchema, given)
    const shown = await repo.byId(paymentId)
    const payer = shown?.payment.userId ? await mailTo(orm, shown.payment.userId) : undefined
    const mail = shown && payer ? receiptMail(payer, shown) : undefined
    if (mail) await mails.send(mail, job)
  })
}

/** Gives back what was paid and is not wanted. The gateway does it once, however often it is asked. */
export function handleGivingBack(deps: {
  jobs: Pick<Jobs, 'handle'>
  repo: PaymentsRepo
  checkout: CheckoutPort | undefined
  receive: Receive
}): void {
  const { jobs, repo, checkout, receive } = deps
  jobs.handle(giveBackJob, async (given) => {
    const { paymentId } = v.parse(payloadSchema, given)
    const { payment } = (await repo.byId(paymentId)) ?? {}
    if (payment?.status !== 'review' || checkout?.gateway !== payment.gateway) return
    await giveBack({ checkout, receive }, payment)
  })
}

/** The work that tells somebody that sessions they have left cannot take place. */
const lostSessionsJob = 'payments.lostSessions'

/** Of a client who is closed out the operator alone is told: a kind of its own, since an older server would tell the client. */
const closedClientJob = 'payments.clientClosed'

const lostSchema = v.object({
  paymentIds: v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.minLength(1)),
  sessions: v.number(),
  // Jobs of an older server are of accounts that are gone.
  why: v.optional(v.picklist(['provider_gone', 'provider_closed']), 'provider_gone'),
})
const closedClientSchema = v.pick(lostSchema, ['paymentIds'])

type WhyLost = v.InferOutput<typeof lostSchema>['why'] | 'client_closed'

/** Notes one message for each person of whom sessions are lost, however many purchases they are of. */
export async function noteLostSessions(
  tx: Statements,
  { jobs, now }: { jobs: Pick<Jobs, 'add'>; now: () => number },
  lost: readonly LostSessions[],
  why: WhyLost,
): Promise<void> {
  for (const purchases of Map.groupBy(lost, ({ userId }) => userId).values()) {
    const paymentIds = purchases.map(({ paymentId }) => paymentId)
    const sessions = purchases.reduce((sum, purchase) => sum + purchase.sessions, 0)
    const job =
      why === 'client_closed'
        ? ({ kind: closedClientJob, payload: { paymentIds } } as const)
        : ({ kind: lostSessionsJob, payload: { paymentIds, sessions, why } } as const)
    await jobs.add(tx, { ...job, runAt: new Date(now()) })
  }
}

/**
 * Tells people whose provider is gone or closed out, in the app and by mail, and the operator, who gives the money back. A
 * client who is closed out themself is told nothing: what is due to them the operator decides.
 */
export function handleLostSessions(deps: {
  pool: pg.Pool
  orm: Orm
  jobs: Pick<Jobs, 'handle'>
  repo: PaymentsRepo
  mails: Pick<MailQueue, 'send'>
  events: Pick<EventBus, 'publish'>
  log: Logger
  now: () => number
  newId: () => string
}): void {
  const { pool, orm, jobs, repo, mails, events, log, now, newId } = deps
  const tellOperator = (paymentIds: readonly string[], received: WhyLost) =>
    log.error({ paymentIds, received }, 'a payment needs to be looked at')
  jobs.handle(closedClientJob, async (given) => {
    tellOperator(v.parse(closedClientSchema, given).paymentIds, 'client_closed')
  })
  jobs.handle(lostSessionsJob, async (given, job) => {
    const { paymentIds, sessions, why } = v.parse(lostSchema, given)
    tellOperator(paymentIds, why)
    const [aboutId = ''] = paymentIds
    const userId = (await repo.byId(aboutId))?.payment.userId
    if (!userId) return
    const about = { userId, actorId: userId, aboutId, key: job.id, once: true }
    const at = new Date(now())
    await addNotice(pool, { id: newId(), kind: 'payment.provider_left', ...about, at })
    events.publish([userId], { type: 'notices' })
    const reader = await mailTo(orm, userId)
    if (!reader || reader.suspended) return
    const { to, language } = reader
    await mails.send(plainMail(to, wordsIn(language).sessionsLost(sessions), language), job)
  })
}

/** The receipt of a purchase; undefined for one that was not paid. */
export function receiptMail(
  { to, language }: Pick<MailRecipient, 'to' | 'language'>,
  { payment, provider }: ShownPayment,
): Mail | undefined {
  const { id, paidAt, currency, priceMinor, amountMinor, payer } = payment
  if (paidAt === null) return undefined
  const money = (minor: number) => amountText(minor, currency, language)
  const words = wordsIn(language).receipt({
    number: isolated(receiptNumber({ id, paidAt }), language),
    sessions: payment.sessions,
    minutes: payment.durationMinutes,
    seller: provider && isolated(`${provider.firstname} ${provider.lastname}`, language),
    price: money(priceMinor),
    vatPercent,
    vat: money(amountMinor - priceMinor),
    total: money(amountMinor),
    payer,
    sandbox: payment.gateway === 'sandbox',
  })
  return plainMail(to, words, language)
}
