import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { Banner } from '#src/ui/banner.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { Button } from '#src/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'
import type { LinkSlot } from '#src/ui/link-slot.ts'
import styles from './edit-panel.module.css'

export interface EditPanelProps {
  title: string
  text?: string
  onSubmit: () => void
  busy: boolean
  /** Why the last try to save failed. */
  failure: string | undefined
  /** The way back to the profile; `onCancel` drops what was entered. */
  cancelLink: LinkSlot
  onCancel?: () => void
  children: ReactNode
}

/** One part of the profile as a form: what it is, what stands in the way, its fields, Save Changes and Cancel. */
export function EditPanel(props: EditPanelProps) {
  const { title, text, onSubmit, busy, failure, cancelLink, onCancel, children } = props
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
          {failure && (
            <div role="alert">
              <Banner tone="danger">{failure}</Banner>
            </div>
          )}
          {!online && (
            <Banner tone="offline" announced>
              {m.profile_needs_connection()}
            </Banner>
          )}
          {children}
          <div className={styles.actions}>
            <Button type="submit" busy={busy}>
              {m.profile_save()}
            </Button>
            {cancelLink({
              className: buttonClass({ look: 'secondary' }),
              children: m.profile_cancel(),
              ...(onCancel && { onClick: onCancel }),
            })}
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
