import { settingsApi } from '#contract/account/settings.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { forgetMember } from '#src/session/log-out.ts'
import { showToast } from '#src/ui/message/toast-store.ts'

/** How a try to delete the account went; `field` is what was wrong in the form. */
export type DeleteAttempt =
  | { status: 'deleted' }
  | { status: 'failed'; text: string; field?: 'password' }

/** Deletes the account first and what this device has after it: a refusal must cost nothing here. */
export async function deleteEverywhere(
  db: UserDatabase,
  token: string,
  password: string,
): Promise<DeleteAttempt> {
  const attempt = await deleteAccount(token, password)
  if (attempt.status !== 'deleted') return attempt
  try {
    await forgetMember(db)
    showToast({ text: m.settings_delete_done(), tone: 'success' })
  } catch {
    showToast({ text: m.settings_delete_device_failed(), tone: 'danger' })
  }
  return attempt
}

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
