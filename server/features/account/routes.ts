import type { accountApi } from '#contract/account/api.ts'
import type { Limiter } from '#server/http/limiter.ts'
import { anybody, anyMember, type Routes } from '#server/http/route.ts'
import type { AccountService } from './service.ts'

/** Registrations per address and hour: a class behind one address gets in, a machine that fills the table does not. */
export const registrationsPerHourMax = 120

export function accountRoutes(
  service: AccountService,
  registrations: Limiter,
): Routes<typeof accountApi> {
  return {
    login: {
      policy: anybody,
      handle: ({ body, address, header }) =>
        service.login(body, { address, userAgent: header('user-agent') }),
    },
    registerAdolescent: {
      limit: (address) => registrations.take(address),
      policy: anybody,
      handle: async ({ body }) => ({ userPayload: await service.register('Adolescent', body) }),
    },
    logout: {
      policy: anyMember,
      handle: async ({ session }) => {
        await service.logout(session)
        return undefined
      },
      // A shared device: the back button shows nothing of the person who left. Storage is the client's to clear,
      // since it also holds what other people on the device have not sent yet.
      headers: { 'clear-site-data': '"cache"' },
    },
    getUser: {
      policy: anyMember,
      handle: ({ params, session }) => service.getUser(session.actor, params.id),
    },
  }
}
