import type { ReactElement, ReactNode } from 'react'
import type { IconName } from '#src/ui/image/icon-paths.ts'

/** What the navigation hands to the link of an item. */
export interface NavItemLinkProps {
  className: string | undefined
  children: ReactNode
  onClick?: () => void
}

/** An item of the navigation: the way to one page of the app. */
export interface NavItem {
  id: string
  label: string
  /** One word for the bottom bar, where the label is longer than that. */
  shortLabel?: string
  icon: IconName
  /** True where the page on show belongs to it. */
  current?: boolean
  /** The one round button of the bar, which stands out of the row. */
  round?: boolean
  /** A count on its icon, such as unread messages, and what it counts. */
  count?: number
  countLabel?: string
  /** The link (or button) itself: `(props) => <Link to="/chats" {...props} />`; it marks itself with `aria-current`. */
  render: (props: NavItemLinkProps) => ReactElement
}

/** What waits behind the bottom bar's 'More': all that is not in the bar itself. */
export function behindMore(bar: readonly NavItem[], all: readonly NavItem[]): readonly NavItem[] {
  const shown = new Set(bar.map(({ id }) => id))
  return all.filter(({ id }) => !shown.has(id))
}
