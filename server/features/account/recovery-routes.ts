import { resetCodeLifeMs, type recoveryApi } from '#contract/account/recovery.ts'
import { readCookie, setCookie } from '#server/http/cookie.ts'
import { anybody, type Routes } from '#server/http/route.ts'
import type { Recovery } from './recovery.ts'

/** Binds a code to the browser that asked for it: sent to the reset call alone, and read by no script. */
const cookie = { name: 'zync-reset', path: '/api/auth/reset-password' } as const

const sentText = 'If an account uses this email, a code is on its way. It expires in 10 minutes.'
const resetText = 'Your password was changed. Please log in.'

export function recoveryRoutes(
  recovery: Recovery,
  { production }: { production: boolean },
): Routes<typeof recoveryApi> {
  const resetCookie = (value: string, maxAgeSeconds: number) =>
    setCookie({ ...cookie, value, maxAgeSeconds, secure: production })
  return {
    forgotPassword: {
      policy: anybody,
      handle: async ({ body, address, setHeader }) => {
        const { token } = await recovery.ask(body.email, address)
        setHeader('set-cookie', resetCookie(token, resetCodeLifeMs / 1_000))
        return { message: sentText }
      },
    },
    resetPassword: {
      policy: anybody,
      handle: async ({ body, address, header, setHeader }) => {
        await recovery.reset(readCookie(header('cookie'), cookie.name), body, address)
        setHeader('set-cookie', resetCookie('', 0))
        return { message: resetText }
      },
    },
  }
}
