import { createCookie } from '#server/http/session/cookie.ts'

/** A year, which a login prolongs. */
export const deviceLifeMs = 365 * 24 * 3_600_000

/** People who share a browser each have a token in its cookie; of more than so many the last ones count. */
export const deviceTokensMax = 5

const tokenShape = /^[\w-]{43}$/

/** The tokens by which a browser shows whose devices it is. */
export interface DeviceCookie {
  read(header: string | undefined): string[]
  /** The `Set-Cookie` header for a browser that showed `before` and is now the device of `token`. */
  set(token: string, before: readonly string[]): string
}

/** Sent to the login and to what leads back in, and to nothing else. */
export function createDeviceCookie({ production }: { production: boolean }): DeviceCookie {
  const cookie = createCookie({ name: 'zync-device', path: '/api/auth', secure: production })
  return {
    read: (header) => readTokens(cookie.read(header)),
    set(token, before) {
      const tokens = [token, ...before.filter((other) => other !== token)]
      return cookie.set(tokens.slice(0, deviceTokensMax).join('.'), deviceLifeMs / 1_000)
    },
  }
}

function readTokens(value: string | undefined): string[] {
  const tokens = (value ?? '').split('.').filter((token) => tokenShape.test(token))
  return tokens.slice(0, deviceTokensMax)
}
