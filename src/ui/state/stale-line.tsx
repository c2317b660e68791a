import type { ReactNode } from 'react'
import { ui_retry, ui_stale } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import styles from './stale-line.module.css'

export interface StaleLineProps {
  /** The product's words for what could not be fetched; absent without a network, which the shell says already. */
  failed: string | undefined
  /** From when it is, in words. */
  asOf?: ReactNode
  onRetry: () => void
}

/** The server could not be asked: what is shown below is what this device had. */
export function StaleLine({ failed, asOf = ui_stale(), onRetry }: StaleLineProps) {
  return (
    <output className={styles.stale}>
      {failed && <span>{failed}</span>} <span>{asOf}</span>
      {failed && (
        <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
          {ui_retry()}
        </Button>
      )}
    </output>
  )
}
