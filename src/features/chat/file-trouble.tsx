import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './message-file.module.css'

/** Stands where a file could not be fetched. */
export function FileTrouble({ onRetry }: { onRetry: () => void }) {
  const online = useOnline()
  if (!online) return <p className={styles.trouble}>{m.chat_file_offline()}</p>
  return (
    <output className={styles.trouble}>
      {m.chat_file_failed()}
      <Button look="secondary" size="small" icon="retry" onClick={onRetry}>
        {m.chat_retry()}
      </Button>
    </output>
  )
}
