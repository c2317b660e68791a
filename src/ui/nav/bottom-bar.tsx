import { useState } from 'react'
import { ui_main_navigation, ui_more } from '#src/i18n/paraglide/messages.js'
import styles from './bottom-bar.module.css'
import { Icon } from '#src/ui/image/icon.tsx'
import { NavItem } from './nav-item.tsx'
import itemStyles from './nav-item.module.css'
import { type Place, splitPlaces } from './place.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'

/** The phone's navigation: up to five places near the thumb, the rest in a sheet. */
export function BottomBar({ places, more }: { places: readonly Place[]; more: readonly Place[] }) {
  const [open, setOpen] = useState(false)
  const { bar, behind } = splitPlaces(places, more)
  return (
    <nav className={styles.bar} aria-label={ui_main_navigation()}>
      <ul className={styles.places}>
        {bar.map((place) => (
          <NavItem key={place.id} place={place} shape="bar" />
        ))}
        {behind.length > 0 && (
          <li>
            <button
              className={itemStyles.bar}
              type="button"
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(true)}
            >
              <span className={itemStyles.icon}>
                <Icon name="menu" />
              </span>
              <span className={itemStyles.label}>{ui_more()}</span>
            </button>
          </li>
        )}
      </ul>
      <Sheet open={open} onClose={() => setOpen(false)} title={ui_more()}>
        <ul className={styles.behind}>
          {behind.map((place) => (
            <NavItem key={place.id} place={place} shape="row" onPick={() => setOpen(false)} />
          ))}
        </ul>
      </Sheet>
    </nav>
  )
}
