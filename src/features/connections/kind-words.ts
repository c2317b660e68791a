import type { UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'

const kinds: Record<UserType, () => string> = {
  Adolescent: m.connections_kind_adolescent,
  Parent: m.connections_kind_parent,
  ServiceProvider: m.connections_kind_provider,
}

/** What somebody is: a provider's specialty, or the kind of person. */
export function kindWords(person: { userType: UserType; specialization?: string | null }): string {
  return person.specialization ?? kinds[person.userType]()
}
