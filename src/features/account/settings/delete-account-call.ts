import { settingsApi } from '#contract/account/settings.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'

/** How a try to delete the account went; `field` is what was wrong in the form. */
export type DeleteAttempt =
  | { status: 'deleted' }
  | { status: 'failed'; text: string; field?: 'password' }

/** Deletes the account on the server; a refusal or a missing answer becomes the text to show. */
export async function deleteAccount(token: string, password: string): Promise<DeleteAttempt> {
  try {
    await callApi(settingsApi.deleteAccount, { body: { password } }, { token })
    return { status: 'deleted' }
  } catch (error) {
    return failed(error)
  }
}

/** A lost reply may hide a deletion that worked: the texts say so rather than guess. */
function failed(error: unknown): DeleteAttempt {
  if (isUnreachable(error)) return { status: 'failed', text: m.settings_delete_unanswered() }
  if (!isApiProblem(error)) return { status: 'failed', text: m.settings_delete_failed() }
  const { code, message, fields } = error.problem
  if (code === 'unauthenticated') {
    return { status: 'failed', text: m.settings_delete_unknown_login() }
  }
  const wrong = code === 'wrong_password' || fields?.['password'] !== undefined
  const text = fields?.['password'] ?? message
  return wrong ? { status: 'failed', text, field: 'password' } : { status: 'failed', text }
}
