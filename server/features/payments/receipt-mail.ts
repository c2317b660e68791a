import { moneyText, vatPercent } from '#contract/pricing/money.ts'
import { plainMail } from '#server/ports/mail/plain-mail.ts'
import type { Mail, MailAddress } from '#server/ports/mail/port.ts'
import { receiptNumber } from './present.ts'
import type { ShownPayment } from './repo.ts'

/** The receipt of a purchase; undefined for one that was not paid. */
export function receiptMail(
  to: MailAddress,
  { payment, provider }: ShownPayment,
): Mail | undefined {
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
