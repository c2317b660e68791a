import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/lib/use-refresh.ts'
import { failureText } from '#src/offline/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './booking.module.css'

/** The server could not be asked: the sessions are what this device knew. */
export function StaleSessions({ refresh, onRetry }: { refresh: Refresh; onRetry: () => void }) {
  const online = useOnline()
  return (
    <output className={styles.stale}>
      {online && failureText(refresh.error, m.booking_sessions_failed())}{' '}
      {m.booking_sessions_stale()}
      {online && (
        <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      )}
    </output>
  )
}
