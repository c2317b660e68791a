import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactElement } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/database.ts'
import { unsentOps } from '#src/offline/outbox.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './notifications-box.module.css'

export interface NotificationsBoxProps {
  db: UserDatabase
  /** Draws the link to the not-sent screen. */
  link: (props: { className: string | undefined; children: string }) => ReactElement
}

/** Spec 2: the NOTIFICATIONS box; what waits on this device, or that nothing does. */
export function NotificationsBox({ db, link }: NotificationsBoxProps) {
  const rows = useLiveQuery(() => unsentOps(db), [db]) ?? []
  const refused = rows.filter((row) => row.state === 'dead').length
  const waiting = rows.length - refused
  return (
    <Card>
      <CardHeader title={m.sync_notifications_title()} />
      <CardBody>
        {rows.length === 0 && (
          <EmptyState compact emoji="🍃" title={m.sync_notifications_empty()} />
        )}
        {refused > 0 && (
          <p className={styles.line} data-tone="danger">
            <Icon name="alert" size={20} />
            {link({
              className: styles.link,
              children: m.sync_notifications_refused({ count: refused }),
            })}
          </p>
        )}
        {waiting > 0 && (
          <p className={styles.line}>
            <Icon name="clock" size={20} />
            {link({
              className: styles.link,
              children: m.sync_notifications_unsent({ count: waiting }),
            })}
          </p>
        )}
      </CardBody>
    </Card>
  )
}
