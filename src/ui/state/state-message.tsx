import { type ReactNode, Component } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import styles from './state-message.module.css'

interface StateMessageProps {
  /** Decoration above the words. */
  emoji: string
  tint: 'lilac' | 'peach' | 'sky' | 'rose'
  title: ReactNode
  text?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** How assistive technology hears of it; leave out what is no news. */
  announced?: 'at-once' | 'politely'
  /** Less air, for the inside of a card. */
  compact?: boolean
}

/** Shown in place of content: a soft shape, a sentence and at most one thing to do. */
export function StateMessage(props: StateMessageProps) {
  const { emoji, tint, title, text, action, announced, compact = false } = props
  return (
    <div
      className={styles.state}
      role={announced && roles[announced]}
      data-compact={compact || undefined}
    >
      <span className={styles.shape} data-tint={tint} aria-hidden="true">
        <Face emoji={emoji} />
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

const roles = { 'at-once': 'alert', politely: 'status' } as const

interface ErrorStateProps {
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
      {m.ui_retry()}
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

interface OfflineStateProps {
  title?: ReactNode
  text?: ReactNode
  action?: ReactNode
  compact?: boolean
}

/** This needs the network and was never seen on this device before. */
export function OfflineState({ title, text, ...rest }: OfflineStateProps) {
  return (
    <StateMessage
      emoji="⛅"
      tint="sky"
      announced="politely"
      title={title ?? m.ui_offline_title()}
      text={text ?? m.ui_offline_text()}
      {...rest}
    />
  )
}

type EmptyStateProps = Pick<StateMessageProps, 'title' | 'text' | 'action' | 'compact'> & {
  emoji?: string
}

/** Nothing here yet, and that is fine. */
export function EmptyState({ emoji = '🌱', ...rest }: EmptyStateProps) {
  return <StateMessage emoji={emoji} tint="lilac" {...rest} />
}

interface PartBoundaryProps {
  /** What to say in place of the part; nothing at all when null. */
  title?: string | null
  children: ReactNode
}

/** Keeps an error inside one part of a screen: what is beside it, a form above all, stays as it is. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { title = m.shell_error_title(), children } = this.props
    if (!this.state.failed) return children
    if (title === null) return null
    return <ErrorState compact title={title} onRetry={() => this.setState({ failed: false })} />
  }
}
