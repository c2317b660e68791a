import { Component, type ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { ErrorState } from './state-message.tsx'

export interface PartBoundaryProps {
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
