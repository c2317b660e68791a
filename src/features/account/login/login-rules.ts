import * as v from 'valibot'
import { loginRequestSchema, type LoginRequest } from '#contract/account/credentials.ts'

/** The text under each field that holds a mistake. */
export type LoginErrors = { [Field in keyof LoginRequest]?: string }

/** What the form holds as a request, or the first mistake of each field by the contract's rules. */
export function checkLogin(typed: LoginRequest): { body: LoginRequest } | { errors: LoginErrors } {
  const parsed = v.safeParse(loginRequestSchema, typed)
  if (parsed.success) return { body: parsed.output }
  const { nested = {} } = v.flatten<typeof loginRequestSchema>(parsed.issues)
  const errors: LoginErrors = {}
  if (nested.email) errors.email = nested.email[0]
  if (nested.password) errors.password = nested.password[0]
  if (nested.code) errors.code = nested.code[0]
  return { errors }
}
