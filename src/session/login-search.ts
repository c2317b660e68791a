import * as v from 'valibot'

/** Why the login page is shown in place of another one. */
export const loginReasons = ['login', 'role', 'expired'] as const

export type LoginReason = (typeof loginReasons)[number]

/** What the address of the login page holds. A wrong value is dropped, never an error page. */
export const loginSearchSchema = v.object({
  redirect: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.check(isOwnPath))), undefined)),
  reason: v.optional(v.fallback(v.optional(v.picklist(loginReasons)), undefined)),
})

export type LoginSearch = v.InferOutput<typeof loginSearchSchema>

/** True for an address inside the app: a foreign link must not lead out of it after the login. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/login')
}
