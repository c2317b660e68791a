import { StateMessage, type StateMessageProps } from './state-message.tsx'

export type EmptyStateProps = Pick<StateMessageProps, 'title' | 'text' | 'action' | 'compact'> & {
  emoji?: string
}

/** Nothing here yet, and that is fine. */
export function EmptyState({ emoji = '🌱', ...rest }: EmptyStateProps) {
  return <StateMessage emoji={emoji} tint="lilac" {...rest} />
}
