import { useLiveQuery } from 'dexie-react-hooks'
import type { FullUser } from '#contract/account/model.ts'
import { confirmEmail, sendEmailCode } from './confirm-calls.ts'
import { ConfirmEmailCard } from './confirm-email-card.tsx'
import { readProfile } from '#src/session/own-profile.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { showToast } from '#src/ui/message/toast-store.ts'
import { asMember } from '#src/session/as-member.ts'

export interface ConfirmEmailPartProps {
  db: UserDatabase
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known?: FullUser | undefined
  defaultOpen?: boolean
}

/** The way to confirm one's email, for as long as it is not; nothing before this device knows. */
export function ConfirmEmailPart({ db, known, defaultOpen = false }: ConfirmEmailPartProps) {
  const profile = useLiveQuery(() => readProfile(db), [db], known)
  if (profile?.emailConfirmedAt !== null) return null

  async function confirm(code: string) {
    const user = await asMember(db, (token) => confirmEmail(db, token, code))
    const listed = user?.userT === 'ServiceProvider' && user.verifiedAt !== null
    const text = listed ? m.account_confirm_listed() : m.account_confirm_done()
    showToast({ text, tone: 'success' })
  }

  return (
    <ConfirmEmailCard
      email={profile.email}
      isProvider={profile.userT === 'ServiceProvider'}
      defaultOpen={defaultOpen}
      onConfirm={confirm}
      onSendAgain={() => asMember(db, sendEmailCode)}
    />
  )
}
