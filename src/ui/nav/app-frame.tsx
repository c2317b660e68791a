import { type ReactNode, useState, type ReactElement } from 'react'
import { ui_main_navigation, ui_skip_to_content, ui_more } from '#src/i18n/paraglide/messages.js'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { Badge } from '#src/ui/message/badge.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './app-frame.module.css'
import itemStyles from './nav-item.module.css'

export interface AppFrameProps {
  /** The wordmark inside a link home. */
  brand: ReactNode
  /** The bottom bar of a phone: at most five, or four and a 'More'. */
  bar: readonly NavItem[]
  /** The main pages of the role. */
  items: readonly NavItem[]
  /** Profile, about, logout and the like: behind 'More' on a phone, at the side bar's end on a wide screen. */
  more: readonly NavItem[]
  /** The page on show: 'More' does not stay over another one. */
  here: string
  /** Buttons at the end of the header. */
  actions?: ReactNode
  /** Lines above the content: offline, an update, a notice. */
  banners?: ReactNode
  children: ReactNode
}

/** The id of the main area: where the skip link and a change of page put the focus. */
export const contentId = 'content'

/** The frame around every screen: header, bottom bar up to 900 px, side bar from there on. Draws only what it is given. */
export function AppFrame(props: AppFrameProps) {
  const { brand, bar, items, more, here, actions, banners, children } = props
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
        <NavList items={items} />
        <NavList items={more} />
      </nav>
      <main className={styles.main} id={contentId} tabIndex={-1}>
        <div className={styles.banners} aria-live="polite">
          {banners}
        </div>
        {children}
      </main>
      <BottomBar bar={bar} behind={behindMore(bar, [...items, ...more])} here={here} />
    </div>
  )
}

function NavList({ items }: { items: readonly NavItem[] }) {
  if (items.length === 0) return null
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <NavEntry key={item.id} item={item} shape="row" />
      ))}
    </ul>
  )
}

interface BottomBarProps {
  bar: readonly NavItem[]
  behind: readonly NavItem[]
  here: string
}

/** The phone's navigation: up to five items near the thumb, the rest in a sheet. */
function BottomBar({ bar, behind, here }: BottomBarProps) {
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt !== undefined
  const close = () => setOpenAt(undefined)
  if (open && openAt !== here) close()
  return (
    <nav className={styles.bar} aria-label={ui_main_navigation()}>
      <ul className={styles.items}>
        {bar.map((item) => (
          <NavEntry key={item.id} item={item} shape="bar" />
        ))}
        {behind.length > 0 && (
          <li>
            <button
              className={itemStyles.bar}
              type="button"
              aria-haspopup="dialog"
              aria-expanded={open}
              aria-current={behind.some(({ current }) => current) || undefined}
              onClick={() => setOpenAt(here)}
            >
              <span className={itemStyles.icon}>
                <Icon name="menu" />
              </span>
              <span className={itemStyles.label}>{ui_more()}</span>
            </button>
          </li>
        )}
      </ul>
      <Sheet open={open} onClose={close} title={ui_more()}>
        <ul className={styles.behind}>
          {behind.map((item) => (
            <NavEntry key={item.id} item={item} shape="tile" onPick={close} />
          ))}
        </ul>
      </Sheet>
    </nav>
  )
}

interface NavEntryProps {
  item: NavItem
  /** `bar` and `tile` put the icon over the label, `row` before it. */
  shape: 'bar' | 'row' | 'tile'
  onPick?: () => void
}

/** One item in a navigation list. */
function NavEntry({ item, shape, onPick }: NavEntryProps) {
  return (
    <li className={itemStyles.item} data-round={item.round}>
      {item.render({
        className: itemStyles[shape],
        ...(onPick && { onClick: onPick }),
        children: (
          <>
            <span className={itemStyles.icon}>
              <Icon name={item.icon} />
            </span>
            <span className={itemStyles.label}>
              {shape === 'bar' && item.shortLabel ? (
                <>
                  <span aria-hidden>{item.shortLabel}</span>
                  <VisuallyHidden>{item.label}</VisuallyHidden>
                </>
              ) : (
                item.label
              )}
            </span>
            {item.count ? (
              <span className={itemStyles.count}>
                <Badge count={item.count} label={item.countLabel} />
              </span>
            ) : null}
          </>
        ),
      })}
    </li>
  )
}

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
