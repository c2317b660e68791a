import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { History } from './use-history.ts'
import styles from './window.module.css'

/** What stands above the oldest message on screen. */
export function OlderLine({ older, onRetry }: { older: History['older']; onRetry: () => void }) {
  const online = useOnline()
  if (older === 'none') return <p className={styles.older}>{m.chat_messages_begin()}</p>
  if (older === 'failed') {
    return (
      <output className={styles.older}>
        {online ? m.chat_older_failed() : m.chat_older_offline()}
        {online && (
          <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
            {m.chat_retry()}
          </Button>
        )}
      </output>
    )
  }
  return (
    <div className={styles.older}>
      {older === 'loading' && (
        <>
          <Spinner size={20} />
          <VisuallyHidden>{m.chat_older_loading()}</VisuallyHidden>
        </>
      )}
    </div>
  )
}
