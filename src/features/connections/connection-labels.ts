import type { UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { serverWords } from '#src/offline/api/api-error.ts'

/** Spec 8: the server's message is preferred; otherwise the fallback text applies. */
export function sendFailure(error: unknown): string {
  const message = serverWords(error)
  return message === undefined
    ? m.connections_send_failed()
    : m.connections_send_failed_why({ message })
}

export function removeFailure(error: unknown): string {
  return m.connections_remove_failed({ message: reason(error) })
}

export function acceptFailure(error: unknown): string {
  return m.connections_accept_failed({ message: reason(error) })
}

export function rejectFailure(error: unknown): string {
  return m.connections_reject_failed({ message: reason(error) })
}

export function endFailure(error: unknown): string {
  return m.connections_end_failed({ message: reason(error) })
}

function reason(error: unknown): string {
  return serverWords(error) ?? m.connections_no_answer()
}

/** What a person is: a provider's specialty, or the kind of person. */
export function kindLabel(person: { userType: UserType; specialization?: string | null }): string {
  return person.specialization ?? kinds[person.userType]()
}

const kinds: Record<UserType, () => string> = {
  Adolescent: m.connections_kind_adolescent,
  Parent: m.connections_kind_parent,
  ServiceProvider: m.connections_kind_provider,
}
