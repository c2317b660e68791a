import type { ReactNode } from 'react'
import { ui_main_navigation, ui_skip_to_content } from '#src/i18n/paraglide/messages.js'
import styles from './app-frame.module.css'
import { BottomBar } from './bottom-bar.tsx'
import { NavItem } from './nav-item.tsx'
import type { Place } from './place.ts'

export interface AppFrameProps {
  /** The wordmark inside a link home. */
  brand: ReactNode
  /** The main places of the role, most used first: the first go into the bottom bar. */
  places: readonly Place[]
  /** Profile, about, logout and the like: behind 'More' on a phone, at the side bar's end on a wide screen. */
  more: readonly Place[]
  /** Buttons at the end of the header. */
  actions?: ReactNode
  /** Lines above the content: offline, an update, a notice. */
  banners?: ReactNode
  children: ReactNode
}

/** The id of the main area: where the skip link and a change of page put the focus. */
export const contentId = 'content'

/** The frame around every screen: header, bottom bar up to 900 px, side bar from there on. Draws only what it is given. */
export function AppFrame({ brand, places, more, actions, banners, children }: AppFrameProps) {
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href={`#${contentId}`}>
        {ui_skip_to_content()}
      </a>
      <header className={styles.header}>
        <div className={styles.brand}>{brand}</div>
        <div className={styles.actions}>{actions}</div>
      </header>
      <nav className={styles.side} aria-label={ui_main_navigation()}>
        <PlaceList places={places} />
        <PlaceList places={more} />
      </nav>
      <main className={styles.main} id={contentId} tabIndex={-1}>
        {banners && <div className={styles.banners}>{banners}</div>}
        {children}
      </main>
      <BottomBar places={places} more={more} />
    </div>
  )
}

function PlaceList({ places }: { places: readonly Place[] }) {
  if (places.length === 0) return null
  return (
    <ul className={styles.list}>
      {places.map((place) => (
        <NavItem key={place.id} place={place} shape="row" />
      ))}
    </ul>
  )
}
