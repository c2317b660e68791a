import { lazy, Suspense } from 'react'
import { confirmationApi } from '#contract/account/api.ts'
import type { FullUser } from '#contract/account/profile.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { asMember } from '#src/session/as-member.ts'
import { putProfile } from '#src/session/own-profile.ts'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import type { CodeFormProps } from './code-form.tsx'
import styles from './confirm-email-card.module.css'

export interface ConfirmEmailPartProps {
  db: UserDatabase
  defaultOpen?: boolean
}

/** The way to confirm one's email, for as long as it is not; nothing before this device knows. */
export function ConfirmEmailPart({ db, defaultOpen = false }: ConfirmEmailPartProps) {
  const profile = useStored(db, profileResource)
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
      onChangeEmail={(given) => asMember(db, (token) => changeEmail(db, token, given))}
    />
  )
}

/** Confirms one's email, and stores the profile as it is from then on. Rejects as the call does. */
async function confirmEmail(
  db: UserDatabase,
  token: string,
  code: string,
): Promise<FullUser | undefined> {
  const user = await callApi(confirmationApi.confirmEmail, { body: { code } }, { token })
  await userTransaction(db, [], () => putProfile(db, user))
  return user.view === 'full' ? user : undefined
}

/** Takes another address in the place of one's own, and stores the profile with it. Rejects as the call does. */
async function changeEmail(
  db: UserDatabase,
  token: string,
  body: { email: string; password: string },
): Promise<void> {
  const input = { params: { id: db.userId }, body }
  const user = await callApi(confirmationApi.changeEmail, input, { token })
  await userTransaction(db, [], () => putProfile(db, user))
}

/** Asks for a new code, and gives what the server says of it. Rejects as the call does. */
async function sendEmailCode(token: string): Promise<string> {
  return (await callApi(confirmationApi.sendEmailCode, {}, { token })).message
}

/** A part of its own: most people never see it, and a dashboard is opened every day. */
const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }))

interface ConfirmEmailCardProps extends CodeFormProps {
  /** A care provider, whom nobody finds before. */
  isProvider: boolean
  defaultOpen?: boolean
}

/** Asks for the code that was mailed to a new member, as long as they have not confirmed their email. */
function ConfirmEmailCard(props: ConfirmEmailCardProps) {
  const { isProvider, defaultOpen = false, ...code } = props
  return (
    <CardCollapsible
      title={m.account_confirm_title()}
      summary={m.account_confirm_summary()}
      start={<Icon name="info" size={24} />}
      defaultOpen={defaultOpen}
    >
      <div className={styles.body}>
        <p>{m.account_confirm_sent({ email: code.email })}</p>
        <p className={styles.muted}>
          {isProvider ? m.account_confirm_why_provider() : m.account_confirm_why()}
        </p>
        <Suspense fallback={<Skeleton shape="text" />}>
          <CodeForm {...code} />
        </Suspense>
      </div>
    </CardCollapsible>
  )
}
