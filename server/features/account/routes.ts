import type { accountApi, confirmationApi } from '#contract/account/api.ts'
import { resetCodeLifeMs, type recoveryApi } from '#contract/account/recovery.ts'
import type { profileApi, settingsApi } from '#contract/account/settings.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { alsoBeforeEnrolment, anybody, anyMember, type Routes } from '#server/http/routing/route.ts'
import { createCookie } from '#server/http/session/caller.ts'
import type { Profile, Settings } from './profile/profile.ts'
import { confirmedText, type Confirmation } from './recovery/email-codes.ts'
import type { Recovery } from './recovery/recovery.ts'
import type { AccountService } from './service.ts'
import { createDeviceCookie } from './sign-in/login-limits.ts'

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

const sentText = 'If an account uses this email, a code is on its way. It expires in 10 minutes.'
const resetText = 'Your password was changed. Please log in.'

export function recoveryRoutes(
  recovery: Recovery,
  { production }: { production: boolean },
): Routes<typeof recoveryApi> {
  // Binds a code to the browser that asked for it: sent to the reset call alone, and read by no script.
  const facts = { name: 'zync-reset', path: '/api/auth/reset-password', secure: production }
  const resetCookie = createCookie(facts)
  const deviceCookie = createDeviceCookie({ production })
  return {
    forgotPassword: {
      policy: anybody,
      handle: async ({ body, address, header, setHeader }) => {
        const deviceTokens = deviceCookie.read(header('cookie'))
        const { token } = await recovery.ask(body.email, { address, deviceTokens })
        setHeader('set-cookie', resetCookie.set(token, resetCodeLifeMs / 1_000))
        return { message: sentText }
      },
    },
    resetPassword: {
      policy: anybody,
      handle: async ({ body, address, header, setHeader, concerns }) => {
        const deviceTokens = deviceCookie.read(header('cookie'))
        const token = resetCookie.read(header('cookie'))
        const { userId } = await recovery.reset(token, body, { address, deviceTokens })
        concerns(userId)
        setHeader('set-cookie', resetCookie.clear())
        return { message: resetText }
      },
    },
  }
}

const replies = {
  sent: 'A new code is on its way. It works for 24 hours.',
  confirmed: confirmedText,
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
    changeEmail: {
      policy: anyMember,
      handle: ({ params, body, session, address }) =>
        confirmation.change(session.actor, params.id, body, address),
    },
  }
}

export function profileRoutes(profile: Profile): Routes<typeof profileApi> {
  return {
    updateProfileImage: {
      policy: anyMember,
      handle: ({ params, files, session }) =>
        profile.setImage(session.actor, params.id, files.profileImg),
    },
    updateBio: {
      policy: anyMember,
      handle: ({ params, body, session }) => profile.setBio(session.actor, params.id, body.bio),
    },
    updateSharing: {
      policy: anyMember,
      handle: ({ params, body, session }) => profile.setSharing(session.actor, params.id, body),
    },
    updateLanguage: {
      policy: anyMember,
      handle: ({ params, body, session }) =>
        profile.setLanguage(session.actor, params.id, body.language),
    },
    updatePassword: {
      policy: anyMember,
      handle: async ({ params, body, session }) => {
        await profile.setPassword(session, params.id, body)
        return undefined
      },
    },
    getScore: {
      policy: anyMember,
      handle: ({ params, session }) => profile.score(session.actor, params.userId),
    },
    getProfileImage: {
      policy: anyMember,
      handle: ({ params, session }) => profile.image(session.actor, params.file),
    },
    getPaper: {
      policy: anyMember,
      handle: ({ params, session }) => profile.paper(session.actor, params.id, params.paper),
    },
  }
}

export function settingsRoutes(settings: Settings): Routes<typeof settingsApi> {
  return {
    listSessions: {
      policy: anyMember,
      handle: ({ session }) => settings.listSessions(session),
    },
    endSession: {
      policy: anyMember,
      handle: async ({ params, session }) => {
        await settings.endSession(session, params.id)
        return undefined
      },
    },
    endOtherSessions: {
      policy: anyMember,
      handle: async ({ session }) => {
        await settings.endOtherSessions(session)
        return undefined
      },
    },
    exportMyData: {
      policy: anyMember,
      handle: ({ session }) => settings.exportAll(session),
    },
    deleteAccount: {
      policy: anyMember,
      handle: async ({ body, session }) => {
        await settings.deleteAccount(session, body.password)
        return undefined
      },
      headers: { 'clear-site-data': '"cache"' },
    },
  }
}
