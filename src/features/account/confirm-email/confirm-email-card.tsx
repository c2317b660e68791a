import { lazy, Suspense } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import type { CodeFormProps } from './code-form.tsx'
import styles from './confirm-email-card.module.css'

/** A part of its own: most people never see it, and a dashboard is opened every day. */
const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }))

export interface ConfirmEmailCardProps extends CodeFormProps {
  email: string
  /** A care provider, whom nobody finds before. */
  isProvider: boolean
  defaultOpen?: boolean
}

/** Asks for the code that was mailed to a new member, as long as they have not confirmed their email. */
export function ConfirmEmailCard(props: ConfirmEmailCardProps) {
  const { email, isProvider, defaultOpen = false, ...doing } = props
  return (
    <CardCollapsible
      title={m.account_confirm_title()}
      summary={m.account_confirm_summary()}
      start={<Icon name="info" size={24} />}
      defaultOpen={defaultOpen}
    >
      <div className={styles.body}>
        <p>{m.account_confirm_sent({ email })}</p>
        <p className={styles.muted}>
          {isProvider ? m.account_confirm_why_provider() : m.account_confirm_why()}
        </p>
        <Suspense fallback={<Skeleton shape="text" />}>
          <CodeForm {...doing} />
        </Suspense>
      </div>
    </CardCollapsible>
  )
}
