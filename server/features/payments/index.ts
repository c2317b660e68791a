import { and, asc, eq, isNotNull, or } from 'drizzle-orm'
import type { paymentsApi } from '#contract/payments/api.ts'
import { ormOn, type Orm } from '#server/db/orm.ts'
import { creditEntries, payments as purchases } from '#server/db/schema/payments.ts'
import { defineFeature, type HookDeps, type Hooks } from '#server/feature.ts'
import { createPricingRepo, onlyClients } from '#server/features/pricing/index.ts'
import { createLimiter, hourSeconds } from '#server/http/limits/limits.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Authorized, Verdict } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import {
  handleGivingBack,
  handleLostSessions,
  handleReceipts,
  noteLostSessions,
} from './receipts.ts'
import { createReceive, createReconcile, reconcileEveryMs, mountPaymentWebhook } from './receive.ts'
import { closeBooks, createPaymentsRepo, leaveBooks, reopenBooks } from './repo.ts'
import { checkoutsPerHourMax, createPaymentsService, type PaymentsService } from './service.ts'

export { creditsLeft, creditsOnHold, returnCredit, takeCredit } from './credits.ts'
export { receiptMail } from './receipts.ts'
export { createReceive, type Receive } from './receive.ts'
export { createPaymentsRepo, type PaymentRow, type PaymentsRepo } from './repo.ts'
export { purchaseOf, sessionsText } from './service.ts'

export const payments = defineFeature({
  routes: (deps) => {
    const { pool, orm } = deps.database
    const service = createPaymentsService({
      ...deps,
      pool,
      orm,
      repo: createPaymentsRepo(orm),
      plans: createPricingRepo(orm),
      receive: createReceive({ ...deps, orm }),
      checkouts: createLimiter(pool, 'checkout', checkoutsPerHourMax, hourSeconds),
    })
    return paymentsRoutes(service)
  },
  hooks: ({ jobs, now }: HookDeps): Pick<Hooks, 'onAccountClosed'> => ({
    async onAccountClosed(client, personId, state) {
      const tx = ormOn(client)
      if (state === 'open') return reopenBooks(tx, personId)
      for (const role of ['provider', 'client'] as const) {
        const lost = await closeBooks(tx, personId, role)
        await noteLostSessions(tx, { jobs, now }, lost, `${role}_closed`)
      }
    },
  }),
  exportData: ({ database: { orm } }) => ({
    payments: paymentsExport(orm),
    credits: creditsExport(orm),
  }),
  accountDeletion:
    ({ jobs, now }) =>
    async (tx, { userId }) => {
      const lost = await leaveBooks(tx, userId)
      await noteLostSessions(tx, { jobs, now }, lost, 'provider_gone')
      return []
    },
  jobs: (deps) => {
    const { orm } = deps.database
    const repo = createPaymentsRepo(orm)
    const receive = createReceive({ ...deps, orm })
    handleReceipts({ ...deps, orm, repo })
    handleGivingBack({ ...deps, repo, receive })
    handleLostSessions({ ...deps, orm, pool: deps.database.pool, repo })
    deps.jobs.repeat(
      'payments.reconcile',
      reconcileEveryMs,
      createReconcile({ ...deps, receive, repo }),
    )
  },
  mount: (app, chain, deps) =>
    mountPaymentWebhook(app, chain, {
      checkout: deps.checkout,
      receive: createReceive({ ...deps, orm: deps.database.orm }),
    }),
})

type Own = Authorized<{ readonly userId: string }>

/**
 * Every purchase of a person and every one from them, oldest first, without saying with whom: that is the other's. Who
 * began to pay for somebody else and did not is nobody's to know.
 */
function paymentsExport(orm: Orm) {
  return async ({ userId }: Own) => {
    const rows = await orm
      .select()
      .from(purchases)
      .where(
        and(
          or(eq(purchases.userId, userId), eq(purchases.providerId, userId)),
          or(eq(purchases.payer, 'self'), isNotNull(purchases.paidAt)),
        ),
      )
      .orderBy(asc(purchases.id))
    return rows.map((row) => ({
      boughtByMe: row.userId === userId && row.payer === 'self',
      boughtForMe: row.userId === userId && row.payer === 'guest',
      type: row.type,
      sessions: row.sessions,
      durationMinutes: row.durationMinutes,
      frequency: row.frequency,
      currency: row.currency,
      priceMinor: row.priceMinor,
      amountMinor: row.amountMinor,
      refundedMinor: row.refundedMinor,
      status: row.status,
      createdAt: row.createdAt,
      paidAt: row.paidAt,
      sessionsLeft: row.creditsLeft,
    }))
  }
}

/** Every entry of a person's sessions: bought, used, given back. */
function creditsExport(orm: Orm) {
  return async ({ userId }: Own) =>
    orm
      .select({ kind: creditEntries.kind, amount: creditEntries.amount, at: creditEntries.at })
      .from(creditEntries)
      .innerJoin(purchases, eq(purchases.id, creditEntries.paymentId))
      .where(eq(purchases.userId, userId))
      .orderBy(asc(creditEntries.at), asc(creditEntries.id))
}

function paymentsRoutes(payments: PaymentsService): Routes<typeof paymentsApi> {
  return {
    createCheckoutSession: {
      policy: onlyClients,
      handle: ({ body, session }) => payments.begin(session.actor, body),
    },
    getPaymentSession: {
      policy: anyMember,
      handle: ({ params, session }) => payments.bySession(session.actor, params.sessionId),
    },
    listPayments: {
      policy: anyMember,
      handle: ({ query, session }) => payments.list(session.actor, query),
    },
    completeSandboxPayment: {
      policy: anyMember,
      handle: ({ params, body, session }) =>
        payments.endSandbox(session.actor, params.sessionId, body),
    },
    refundPayment: {
      policy: onlySuperAdmins,
      handle: ({ params, session }) => payments.refund(session, params.paymentId),
    },
  }
}

function onlySuperAdmins(actor: Actor): Verdict {
  return actor.superAdmin ? 'allow' : 'forbidden'
}
