import * as v from 'valibot'
import type { Orm } from '#server/db/orm.ts'
import { mailTo } from '#server/features/account/index.ts'
import type { Jobs } from '#server/ports/jobs/port.ts'
import type { Mail } from '#server/ports/mail/port.ts'
import { receiptMail } from './receipt-mail.ts'
import { receiptJob } from './receive.ts'
import type { PaymentsRepo } from './repo.ts'

const payloadSchema = v.object({ paymentId: v.pipe(v.string(), v.uuid()) })

/** Sends payers their receipts, which they also find in the app. */
export function handleReceipts(parts: {
  orm: Orm
  jobs: Pick<Jobs, 'handle'>
  repo: PaymentsRepo
  mails: { add(mail: Mail): void }
}): void {
  const { orm, jobs, repo, mails } = parts
  jobs.handle(receiptJob, async (given) => {
    const { paymentId } = v.parse(payloadSchema, given)
    const shown = await repo.byId(paymentId)
    const payer = shown?.payment.userId ? await mailTo(orm, shown.payment.userId) : undefined
    const mail = shown && payer ? receiptMail(payer.to, shown) : undefined
    if (mail) mails.add(mail)
  })
}
