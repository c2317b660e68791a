import { defineFeature } from '#server/feature.ts'
import { createPricingRepo } from '#server/features/pricing/index.ts'
import { createLimiter } from '#server/http/limits/limiter.ts'
import { creditsExport, paymentsExport } from './export.ts'
import { leaveBooks } from './leaving.ts'
import { handleReceipts } from './receipt-work.ts'
import { createReceive } from './receive.ts'
import { createReconcile, reconcileEveryMs } from './reconcile.ts'
import { createPaymentsRepo } from './repo.ts'
import { paymentsRoutes } from './routes.ts'
import { checkoutsPerHourMax, createPaymentsService } from './service.ts'
import { mountPaymentWebhook } from './webhook.ts'

export { creditsLeft, returnCredit, takeCredit } from './credits.ts'

const hourSeconds = 3_600

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
  exportData: ({ database: { orm } }) => ({
    payments: paymentsExport(orm),
    credits: creditsExport(orm),
  }),
  accountDeletion:
    () =>
    async (tx, { userId }) => {
      await leaveBooks(tx, userId)
      return []
    },
  jobs: (deps) => {
    const { orm } = deps.database
    const repo = createPaymentsRepo(orm)
    const receive = createReceive({ ...deps, orm })
    handleReceipts({ ...deps, orm, repo })
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
