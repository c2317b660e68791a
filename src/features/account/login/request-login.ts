import { accountApi } from '#contract/account/api.ts'
import type { LoginReply, LoginRequest } from '#contract/account/credentials.ts'
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
      return { status: 'code', text: error.problem.message, wrong: code === 'invalid_code' }
    }
    return { status: 'failed', text: loginFailure(error) }
  }
}

function loginFailure(error: unknown): string {
  if (isApiProblem(error)) return m.account_login_failed({ message: error.problem.message })
  if (!isUnreachable(error)) throw error
  if (!navigator.onLine) return m.account_login_offline()
  return m.account_login_failed({ message: m.account_login_unreachable() })
}
