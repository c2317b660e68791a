import type { accountApi } from '#contract/account/api.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import { createDeviceCookie } from './login-limits.ts'
import { alsoBeforeEnrolment, anybody, anyMember, type Routes } from '#server/http/routing/route.ts'
import type { AccountService } from '../service.ts'

/** Devices behind one address and hour that come back with a logout: a school fits. */
export const revocationsPerHourMax = 120

export function accountRoutes(
  service: AccountService,
  { production, revocations }: { production: boolean; revocations: Limiter },
): Routes<typeof accountApi> {
  const deviceCookie = createDeviceCookie({ production })
  return {
    login: {
      policy: anybody,
      handle: async ({ body, address, header, setHeader }) => {
        const deviceTokens = deviceCookie.read(header('cookie'))
        const userAgent = header('user-agent')
        const opened = await service.login(body, { address, deviceTokens, userAgent })
        setHeader('set-cookie', deviceCookie.set(opened.deviceToken, deviceTokens))
        return opened.reply
      },
    },
    logout: {
      beforeEnrolment: alsoBeforeEnrolment,
      policy: anyMember,
      handle: async ({ session }) => {
        await service.logout(session)
        return undefined
      },
      // A shared device: the back button shows nothing of the person who left. Storage is the client's to clear,
      // since it also holds what other people on the device have not sent yet.
      headers: { 'clear-site-data': '"cache"' },
    },
    revokeSessions: {
      limit: (address) => revocations.take(address),
      policy: anybody,
      handle: async ({ body }) => {
        await service.revoke(body)
        return undefined
      },
    },
    getUser: {
      beforeEnrolment: ({ actor }, { id }) => id === actor.userId,
      policy: anyMember,
      handle: ({ params, session }) => service.getUser(session.actor, params.id),
    },
  }
}
