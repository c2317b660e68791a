import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { Badge } from '#src/ui/message/badge.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { useQueueStatus, useUnsent } from './queue-status.ts'
import styles from './unsent-badge.module.css'

/** How many items wait on this device, and the way to them; nothing while everything is sent. */
export function UnsentBadge() {
  const { refused } = useQueueStatus()
  const unsent = useUnsent()
  if (unsent === 0) return null
  const words = m.shell_unsent_badge({ count: unsent })
  return (
    <Link className={styles.link} to="/not-sent" aria-label={words} title={words}>
      <Icon name={refused > 0 ? 'alert' : 'sync'} size={22} />
      <span className={styles.count} aria-hidden="true">
        <Badge count={unsent} />
      </span>
    </Link>
  )
}
