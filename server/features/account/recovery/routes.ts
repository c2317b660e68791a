import { resetCodeLifeMs, type recoveryApi } from '#contract/account/recovery.ts'
import type { confirmationApi } from '#contract/account/confirmation.ts'
import { createCookie } from '#server/http/session/cookie.ts'
import { anybody, type Routes, anyMember } from '#server/http/routing/route.ts'
import { createDeviceCookie } from '../sign-in/login-limits.ts'
import type { Recovery } from './recovery.ts'
import type { Confirmation } from './confirmation.ts'

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
      handle: async ({ body, address, header, setHeader }) => {
        const deviceTokens = deviceCookie.read(header('cookie'))
        const token = resetCookie.read(header('cookie'))
        await recovery.reset(token, body, { address, deviceTokens })
        setHeader('set-cookie', resetCookie.clear())
        return { message: resetText }
      },
    },
  }
}

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
