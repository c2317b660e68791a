import * as v from 'valibot'
import type { Jobs } from '#server/ports/jobs/port.ts'
import type { Mail } from '#server/ports/mail/port.ts'
import { receiptMail } from './receipt-mail.ts'
import { receiptJob } from './receive.ts'
import type { PaymentsRepo } from './repo.ts'

const payloadSchema = v.object({ paymentId: v.pipe(v.string(), v.uuid()) })

/** Sends payers their receipts. */
export function handleReceipts(parts: {
  jobs: Pick<Jobs, 'handle'>
  repo: PaymentsRepo
  mails: { add(mail: Mail): void }
}): void {
  const { jobs, repo, mails } = parts
  jobs.handle(receiptJob, async (given) => {
    const { paymentId } = v.parse(payloadSchema, given)
    const shown = await repo.byId(paymentId)
    const to = shown?.payment.userId ? await repo.emailOf(shown.payment.userId) : undefined
    const mail = shown && to ? receiptMail(to, shown) : undefined
    if (mail) mails.add(mail)
  })
}
