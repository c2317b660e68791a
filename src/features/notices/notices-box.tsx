import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import styles from './notices-box.module.css'

export interface NoticesBoxProps {
  /** True where there is no line at all. */
  empty: boolean
  /** Lines of every feature that has something to say, each a `NoticeLine`. */
  children: ReactNode
  /** Marks what happened as read; absent where nothing did. */
  onRead: (() => void) | undefined
  /** Says that the newest could not be read; false while they could. */
  failed: ReactNode
}

/** Spec 2: the NOTIFICATIONS box; decisions: with real events, or in one line that there are none. */
export function NoticesBox({ empty, children, onRead, failed }: NoticesBoxProps) {
  if (empty && !failed) {
    return (
      <Card className={styles.quiet}>
        <h2 className={styles.title}>{m.sync_notifications_title()}</h2>
        <p className={styles.note}>{m.sync_notifications_empty()}</p>
      </Card>
    )
  }
  return (
    <Card>
      <CardHeader title={m.sync_notifications_title()} />
      <CardBody>
        {!empty && <ul className={styles.lines}>{children}</ul>}
        {failed}
        {onRead && (
          <div>
            <Button look="secondary" size="small" icon="check" onClick={onRead}>
              {m.notices_mark_read()}
            </Button>
          </div>
        )}
      </CardBody>
    </Card>
  )
}
