import * as v from 'valibot'
import type { Orm } from '#server/db/orm.ts'
import { mailTo } from '#server/features/account/index.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import type { Mail, MailAddress } from '#server/ports/mail/port.ts'
import type { MailQueue } from '#server/ports/mail/queue.ts'
import { receiptJob } from './receive.ts'
import type { PaymentsRepo, ShownPayment } from './repo.ts'
import { moneyText, vatPercent } from '#contract/pricing/money.ts'
import { plainMail } from '#server/ports/mail/plain-mail.ts'
import { receiptNumber } from './present.ts'

const payloadSchema = v.object({ paymentId: v.pipe(v.string(), v.uuid()) })

/** Sends payers their receipts, which they also find in the app. */
export function handleReceipts(deps: {
  orm: Orm
  jobs: Pick<Jobs, 'handle'>
  repo: PaymentsRepo
  mails: Pick<MailQueue, 'send'>
}): void {
  const { orm, jobs, repo, mails } = deps
  jobs.handle(receiptJob, async (given) => {
    const { paymentId } = v.parse(payloadSchema, given)
    const shown = await repo.byId(paymentId)
    const payer = shown?.payment.userId ? await mailTo(orm, shown.payment.userId) : undefined
    const mail = shown && payer ? receiptMail(payer.to, shown) : undefined
    if (mail) await mails.send(mail)
  })
}

/** The receipt of a purchase; undefined for one that was not paid. */
function receiptMail(to: MailAddress, { payment, provider }: ShownPayment): Mail | undefined {
  const { id, paidAt, currency, priceMinor, amountMinor } = payment
  if (paidAt === null) return undefined
  const what = payment.sessions === 1 ? '1 session' : `${payment.sessions} sessions`
  const seller = provider ? ` with ${provider.firstname} ${provider.lastname}` : ''
  return plainMail(to, `Your Zync receipt ${receiptNumber({ id, paidAt })}`, [
    `Thank you. You bought ${what} of ${payment.durationMinutes} minutes${seller}.`,
    `Price ${moneyText(priceMinor, currency)}, VAT ${vatPercent}% ${moneyText(amountMinor - priceMinor, currency)}, total ${moneyText(amountMinor, currency)}.`,
    ...(payment.gateway === 'sandbox' ? ['This was the sandbox: no money was taken.'] : []),
    'You find your receipts and the sessions that are left in your profile.',
  ])
}
