import { accountApi } from '#contract/account/api.ts'
import type { LoginReply, LoginRequest } from '#contract/account/credentials.ts'
import { recoveryApi } from '#contract/account/recovery.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'

export type LoginAttempt =
  | { status: 'accepted'; reply: LoginReply }
  /** The password is right; `wrong` says that the code that came with it was not. */
  | { status: 'code'; text: string; wrong: boolean }
  | { status: 'failed'; text: string }

/** Asks the server for a session; a refusal or a missing answer becomes the text to show. */
export async function requestLogin(body: LoginRequest): Promise<LoginAttempt> {
  try {
    return { status: 'accepted', reply: await callApi(accountApi.login, { body }) }
  } catch (error) {
    const code = isApiProblem(error) ? error.problem.code : undefined
    if (isApiProblem(error) && (code === 'second_factor_required' || code === 'invalid_code')) {
      return { status: 'code', text: error.shown.message, wrong: code === 'invalid_code' }
    }
    return { status: 'failed', text: loginFailure(error) }
  }
}

function loginFailure(error: unknown): string {
  if (isApiProblem(error)) return m.account_login_failed({ message: error.shown.message })
  if (!isUnreachable(error)) throw error
  if (!navigator.onLine) return m.account_login_offline()
  return m.account_login_failed({ message: m.account_login_unreachable() })
}

export type RecoveryAttempt =
  | { status: 'done'; message: string }
  /** `text` is for the popup; `fields` are the server's texts by field. */
  | { status: 'failed'; text: string; fields: Readonly<Record<string, string>> }

/** Asks the server to send a code. */
export async function requestResetCode(email: string): Promise<RecoveryAttempt> {
  return await attempt(
    () => callApi(recoveryApi.forgotPassword, { body: { email } }),
    m.recovery_forgot_failed(),
  )
}

/** Sets the new password with the code of this browser. */
export async function setNewPassword(otp: string, newPassword: string): Promise<RecoveryAttempt> {
  return await attempt(
    () => callApi(recoveryApi.resetPassword, { body: { otp, newPassword } }),
    m.recovery_reset_failed(),
  )
}

/** Spec 8: the server's message is preferred, else `fallback`; without a network it says so, and blames no code. */
async function attempt(
  call: () => Promise<{ message: string }>,
  fallback: string,
): Promise<RecoveryAttempt> {
  try {
    return { status: 'done', message: (await call()).message }
  } catch (error) {
    if (isApiProblem(error)) {
      const { message, fields = {} } = error.shown
      const text = Object.values(fields)[0] ?? (message || fallback)
      return { status: 'failed', text, fields }
    }
    if (!isUnreachable(error)) throw error
    const text = navigator.onLine ? fallback : m.recovery_offline()
    return { status: 'failed', text, fields: {} }
  }
}
