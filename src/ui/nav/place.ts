import type { ReactElement, ReactNode } from 'react'
import type { IconName } from '#src/ui/image/icon-paths.ts'

/** What a place hands to the link that stands for it. */
export interface PlaceLinkProps {
  className: string | undefined
  children: ReactNode
  onClick?: () => void
}

/** A place of the app in its navigation. */
export interface Place {
  id: string
  label: string
  /** One word for the bottom bar, where the label is longer than that. */
  shortLabel?: string
  icon: IconName
  /** A count on its icon, such as unread messages, and what it counts. */
  count?: number
  countLabel?: string
  /** The link (or button) itself: `(props) => <Link to="/chats" {...props} />`; it marks itself with `aria-current`. */
  render: (props: PlaceLinkProps) => ReactElement
}

/** How many fit the bottom bar at 360 px with targets of 44 px and readable labels. */
export const barPlacesMax = 5

/** What the bottom bar shows and what waits behind its 'More'; 'More' takes a place of its own. */
export function splitPlaces(
  places: readonly Place[],
  more: readonly Place[],
): { bar: readonly Place[]; behind: readonly Place[] } {
  const all = [...places, ...more]
  if (all.length <= barPlacesMax) return { bar: all, behind: [] }
  const shown = Math.min(places.length, barPlacesMax - 1)
  return { bar: all.slice(0, shown), behind: all.slice(shown) }
}
