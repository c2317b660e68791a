import { Badge } from '#src/ui/message/badge.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './nav-item.module.css'
import type { Place } from './place.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

export interface NavItemProps {
  place: Place
  /** `bar` puts the icon over the label, `row` before it. */
  shape: 'bar' | 'row'
  onPick?: () => void
}

/** One place in a navigation list. */
export function NavItem({ place, shape, onPick }: NavItemProps) {
  return (
    <li className={styles.item}>
      {place.render({
        className: styles[shape],
        ...(onPick && { onClick: onPick }),
        children: (
          <>
            <span className={styles.icon}>
              <Icon name={place.icon} />
            </span>
            <span className={styles.label}>
              {shape === 'bar' && place.shortLabel ? (
                <>
                  <span aria-hidden>{place.shortLabel}</span>
                  <VisuallyHidden>{place.label}</VisuallyHidden>
                </>
              ) : (
                place.label
              )}
            </span>
            {place.count ? (
              <span className={styles.count}>
                <Badge count={place.count} {...(place.countLabel && { label: place.countLabel })} />
              </span>
            ) : null}
          </>
        ),
      })}
    </li>
  )
}
