import type { paymentsApi } from '#contract/payments/api.ts'
import { onlyClients } from '#server/features/pricing/index.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Actor } from '#server/http/session/actor.ts'
import type { Verdict } from '#server/http/session/authorize.ts'
import type { PaymentsService } from './service.ts'

export function paymentsRoutes(payments: PaymentsService): Routes<typeof paymentsApi> {
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
