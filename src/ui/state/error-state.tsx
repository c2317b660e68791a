import type { ReactNode } from 'react'
import { ui_retry } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { StateMessage } from './state-message.tsx'

export interface ErrorStateProps {
  /** The sentence of the error, as the product words it. */
  title: ReactNode
  text?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Another way on, such as a link back. */
  action?: ReactNode
  compact?: boolean
}

/** Something went wrong; says so at once and offers to try again. */
export function ErrorState({ onRetry, retrying = false, action, ...rest }: ErrorStateProps) {
  const retry = onRetry && (
    <Button look="secondary" icon="retry" busy={retrying} onClick={onRetry}>
      {ui_retry()}
    </Button>
  )
  return (
    <StateMessage
      emoji="🩹"
      tint="rose"
      announced="at-once"
      action={
        (retry || action) && (
          <>
            {retry}
            {action}
          </>
        )
      }
      {...rest}
    />
  )
}
