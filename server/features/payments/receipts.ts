import * as v from 'valibot'
import type { Payment } from '#contract/payments/api.ts'
import { majorOf, vatPercent } from '#contract/pricing/money.ts'
import { isolated } from '#contract/language.ts'
import type { Orm } from '#server/db/orm.ts'
import { mailTo, type MailRecipient } from '#server/features/account/index.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import { type Mail, plainMail, type MailQueue } from '#server/ports/mail/mail.ts'
import type { CheckoutPort } from '#server/ports/checkout/port.ts'
import { amountText, wordsIn } from '#server/words/words.ts'
import type { PaymentRow, ShownPayment, PaymentsRepo } from './repo.ts'
import { giveBack, giveBackJob, receiptJob, type Receive } from './receive.ts'

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
    serviceProviderId: payment.providerId,
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
