import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { directionAt, rovingIndex } from './roving.ts'
import styles from './tabs.module.css'

export interface Tab<Id extends string = string> {
  id: Id
  label: string
  icon?: IconName
}

export interface TabsProps<Id extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** `side` puts the tabs in a column beside the panel from 900 px on; `top` by default. */
  placement?: 'top' | 'side'
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Tabs over one panel: one tab stop, arrow keys choose, a row that scrolls sideways where it is too long. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, value, onChange, placement = 'top', children } = props
  const id = useId()
  // Where the panel belongs to no tab, the keyboard still finds the row.
  const stop = tabs.some((tab) => tab.id === value) ? value : tabs[0]?.id

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const direction = directionAt(event.currentTarget)
    const index = tabs.findIndex((tab) => tab.id === value)
    const next = rovingIndex(event.key, index, tabs.length, direction)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    document.getElementById(`${id}-${tab.id}`)?.focus()
  }

  return (
    <div className={styles.tabs} data-placement={placement}>
      <div className={styles.list} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            className={styles.tab}
            type="button"
            role="tab"
            key={tab.id}
            id={`${id}-${tab.id}`}
            ref={tab.id === value ? bringIntoView : undefined}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${id}-panel` : undefined}
            tabIndex={tab.id === stop ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.icon && <Icon name={tab.icon} size={20} />}
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className={styles.panel}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
      >
        {children}
      </div>
    </div>
  )
}

/**
 * A chosen tab may lie outside a row that is too long. Moves the row alone and never the page, as `scrollIntoView` would.
 */
function bringIntoView(tab: HTMLElement | null): void {
  const list = tab?.parentElement
  if (!list) return
  const row = list.getBoundingClientRect()
  const { left, right } = tab.getBoundingClientRect()
  if (left < row.left) list.scrollLeft += left - row.left - roomPx
  if (right > row.right) list.scrollLeft += right - row.right + roomPx
}

/** What stays visible of the neighbour, so that it is seen that there is more. */
const roomPx = 24
