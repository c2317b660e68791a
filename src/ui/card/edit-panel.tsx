import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { Card, CardBody, CardHeader } from './card.tsx'
import styles from './edit-panel.module.css'

export interface EditPanelProps {
  title: string
  text?: string
  onSubmit: () => void
  busy: boolean
  /** Why the last try to save failed. */
  failure: string | undefined
  /** Drops what was entered; the way back to the profile is a link. */
  onCancel?: () => void
  children: ReactNode
}

/** One part of the profile as a form: what it is, what went wrong, its fields, Save Changes and Cancel. */
export function EditPanel(props: EditPanelProps) {
  const { title, text, onSubmit, busy, failure, onCancel, children } = props
  const online = useOnline()
  return (
    <Card>
      <CardHeader title={title} subtitle={text} />
      <CardBody>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
        >
          {!online && (
            <Banner tone="offline" announced>
              {m.profile_needs_connection()}
            </Banner>
          )}
          {children}
          <FailureBanner text={failure} />
          <div className={styles.actions}>
            <Button type="submit" busy={busy}>
              {m.profile_save()}
            </Button>
            <Link
              className={buttonClass({ look: 'secondary' })}
              to="/profile"
              {...(onCancel && { onClick: onCancel })}
            >
              {m.profile_cancel()}
            </Link>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
