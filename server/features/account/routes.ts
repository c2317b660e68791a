import type { accountApi } from '#contract/account/api.ts'
import { anybody, anyMember, type Routes } from '#server/http/route.ts'
import type { AccountService } from './service.ts'

export function accountRoutes(service: AccountService): Routes<typeof accountApi> {
  return {
    login: {
      policy: anybody,
      handle: ({ body, address, header }) =>
        service.login(body, { address, userAgent: header('user-agent') }),
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
