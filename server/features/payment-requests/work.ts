import type pg from 'pg'
import * as v from 'valibot'
import type { Orm, Transaction } from '#server/db/orm.ts'
import type { HeldSlots } from '#server/features/booking/index.ts'
import { addNotice } from '#server/features/notices/index.ts'
import { receiptMail, type PaymentsRepo, type Receive } from '#server/features/payments/index.ts'
import type { CheckoutPort } from '#server/ports/checkout/port.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Jobs, JobTry } from '#server/ports/jobs/port.ts'
import type { MailAddress, MailQueue } from '#server/ports/mail/mail.ts'
import type { RequestsRepo } from './repo.ts'

const uuid = v.pipe(v.string(), v.uuid())
const ofRequest = v.object({ requestId: uuid })
const ofPayment = v.object({ paymentId: uuid })

const paidJob = 'payment-requests.paid'
const closeJob = 'payment-requests.close'
const guestReceiptJob = 'payment-requests.receipt'

interface NotingDeps {
  readonly jobs: Pick<Jobs, 'add'>
  readonly now: () => number
}

/** Ends a link that was not paid. */
export async function closeAs(
  deps: NotingDeps & { repo: RequestsRepo },
  tx: Transaction,
  { id, status }: { readonly id: string; readonly status: 'withdrawn' | 'changed' },
): Promise<void> {
  await deps.repo.setStatus(tx, id, status)
  await noteClosing(deps, tx, id)
}

/** Notes that every checkout of a link that is over has to end. */
async function noteClosing(
  { jobs, now }: NotingDeps,
  tx: Transaction,
  requestId: string,
): Promise<void> {
  const key = `${closeJob}:${requestId}`
  await jobs.add(tx, {
    kind: closeJob,
    key,
    payload: { requestId },
    runAt: new Date(now()),
  })
}

/**
 * Takes what a guest paid for a link that is open, and ends the link; whoever pays later gets it back, like who paid a price
 * that is another one by now, or for sessions of two who block each other. A link that was over by time alone counts: the
 * checkout began while it worked.
 */
export function createOnGuestPaid(deps: NotingDeps & { repo: RequestsRepo }) {
  const { repo, jobs, now } = deps
  return async (tx: Transaction, paymentId: string): Promise<'counts' | 'unwanted'> => {
    const { request, plan } = (await repo.requestOf(tx, paymentId)) ?? {}
    if (request?.status !== 'open' || !plan) return 'unwanted'
    const requestId = request.id
    if (plan.retiredAt !== null) {
      await closeAs(deps, tx, { id: requestId, status: 'changed' })
      return 'unwanted'
    }
    if (await repo.areBlocked(tx, request.userId, plan.providerId)) return 'unwanted'
    await repo.setStatus(tx, requestId, 'paid')
    const runAt = new Date(now())
    await jobs.add(tx, {
      kind: paidJob,
      key: `${paidJob}:${requestId}`,
      payload: { requestId },
      runAt,
    })
    const key = `${guestReceiptJob}:${paymentId}`
    await jobs.add(tx, {
      kind: guestReceiptJob,
      key,
      payload: { paymentId },
      runAt,
    })
    await noteClosing(deps, tx, requestId)
    return 'counts'
  }
}

export interface RequestWorkDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly repo: RequestsRepo
  readonly payments: PaymentsRepo
  readonly heldSlots: HeldSlots
  readonly receive: Receive
  readonly checkout: CheckoutPort | undefined
  readonly jobs: Jobs
  readonly events: EventBus
  readonly mails: Pick<MailQueue, 'send'>
  readonly now: () => number
  readonly newId: () => string
}

/** Does what follows from links that were paid or are over. */
export function handleRequestWork(deps: RequestWorkDeps): void {
  const { jobs } = deps
  jobs.handle(paidJob, (given, { id }) =>
    afterPaying(deps, v.parse(ofRequest, given).requestId, id),
  )
  jobs.handle(closeJob, (given) => afterClosing(deps, v.parse(ofRequest, given).requestId))
  jobs.handle(guestReceiptJob, (given, job) =>
    sendReceipt(deps, v.parse(ofPayment, given).paymentId, job),
  )
}

/** Tells the person, and books the slot that they chose. */
async function afterPaying(deps: RequestWorkDeps, id: string, jobId: string): Promise<void> {
  const { repo, heldSlots } = deps
  const shown = await repo.byId(id)
  if (!shown) return
  const { request, plan } = shown
  await tell(deps, { userId: request.userId, requestId: id, jobId }, 'payment.paid')
  const { slotStartsAt: starts, slotEndsAt: ends } = request
  if (starts === null || ends === null || request.slotOutcome !== null) return
  const slot = { fromMs: starts.getTime(), toMs: ends.getTime() }
  const client = await repo.asker(request.userId)
  const outcome = client
    ? await heldSlots.book({ id, client, providerId: plan.providerId, slot })
    : 'missed'
  await repo.setSlotOutcome(id, outcome)
  await heldSlots.release(id)
}

/** Tells a person of their link, once however often its job is tried; whoever paid is named nowhere. */
async function tell(
  { pool, events, now, newId }: Pick<RequestWorkDeps, 'pool' | 'events' | 'now' | 'newId'>,
  { userId, requestId, jobId }: { userId: string; requestId: string; jobId: string },
  kind: 'payment.paid' | 'payment.changed',
): Promise<void> {
  const about = {
    userId,
    actorId: userId,
    kind,
    aboutId: requestId,
    key: jobId,
    once: true,
  }
  await addNotice(pool, { id: newId(), ...about, at: new Date(now()) })
  events.publish([userId], { type: 'notices' })
}

/** What follows from a link that is over: its person is told of another price, its time is everybody's again. */
async function afterClosing(deps: RequestWorkDeps, requestId: string): Promise<void> {
  const { request } = (await deps.repo.byId(requestId)) ?? {}
  if (request?.status === 'changed') {
    const about = {
      userId: request.userId,
      requestId,
      jobId: `changed:${requestId}`,
    }
    await tell(deps, about, 'payment.changed')
  }
  if (request?.status !== 'paid') await deps.heldSlots.release(requestId)
  await closeCheckouts(deps, requestId)
}

/** Ends the checkouts of a link that are still open, so that nobody pays for nothing. */
export async function closeCheckouts(
  { repo, checkout, receive }: Pick<RequestWorkDeps, 'repo' | 'checkout' | 'receive'>,
  requestId: string,
): Promise<void> {
  for (const { payment } of await repo.unpaid(requestId)) {
    const { id: paymentId, checkoutId, gateway } = payment
    if (checkoutId === null || checkout?.gateway !== gateway) continue
    const event = await checkout.close({ paymentId, checkoutId })
    if (event) await receive(gateway, event)
  }
}

/** Sends a guest the receipt, with no more than the link showed them, and forgets their address. */
async function sendReceipt(deps: RequestWorkDeps, paymentId: string, job: JobTry): Promise<void> {
  const { repo, payments, mails } = deps
  const shown = await payments.byId(paymentId)
  const { guest, request } = (await repo.guestOf(paymentId)) ?? {}
  if (!shown || !guest || !request || guest.email === null) return
  const provider = request.showsProvider ? shown.provider : null
  // They have paid: a receipt is owed to whatever address they typed.
  const to = guest.email as MailAddress
  const mail = receiptMail({ to, language: guest.language }, { ...shown, provider })
  if (mail) await mails.send(mail, job)
  await repo.forgetEmail(paymentId)
}
