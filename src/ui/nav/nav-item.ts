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
  /** A count on its icon, such as unread messages, and what it counts. */
  count?: number
  countLabel?: string
  /** The link (or button) itself: `(props) => <Link to="/chats" {...props} />`; it marks itself with `aria-current`. */
  render: (props: NavItemLinkProps) => ReactElement
}

/** How many fit the bottom bar at 360 px with targets of 44 px and readable labels. */
export const barItemsMax = 5

/** What the bottom bar shows and what waits behind its 'More'; 'More' is an item of its own. */
export function splitNavItems(
  items: readonly NavItem[],
  more: readonly NavItem[],
): { bar: readonly NavItem[]; behind: readonly NavItem[] } {
  const all = [...items, ...more]
  if (all.length <= barItemsMax) return { bar: all, behind: [] }
  const shown = Math.min(items.length, barItemsMax - 1)
  return { bar: all.slice(0, shown), behind: all.slice(shown) }
}
