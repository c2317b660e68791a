import type { confirmationApi } from '#contract/account/confirmation.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Confirmation } from './confirmation.ts'

const replies = {
  sent: 'A new code is on its way. It works for 24 hours.',
  confirmed: 'Your email is already confirmed.',
} as const

export function confirmationRoutes(confirmation: Confirmation): Routes<typeof confirmationApi> {
  return {
    confirmEmail: {
      policy: anyMember,
      handle: ({ body, session, address }) =>
        confirmation.confirm(session.actor, body.code, address),
    },
    sendEmailCode: {
      policy: anyMember,
      handle: async ({ session, address }) => ({
        message: replies[await confirmation.send(session.actor, address)],
      }),
    },
  }
}
