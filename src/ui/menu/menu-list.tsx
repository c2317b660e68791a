import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#src/ui/image/icon.tsx'
import type { MenuItem } from './menu.tsx'
import styles from './menu.module.css'
import { rovingIndex } from './roving.ts'

export interface MenuListProps {
  id: string
  label: string
  items: readonly MenuItem[]
  /** Closes and gives the focus back to the button. */
  onClose: () => void
  /** Closes and lets the focus go where it is going. */
  onLeave: () => void
}

/** The open list of a Menu; exists only while it is open. */
export function MenuList({ id, label, items, onClose, onLeave }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState<'below' | 'above'>('below')

  // Its height is known only once it is drawn; before the first paint it turns up where the window's end is near.
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    if (element.getBoundingClientRect().bottom > window.innerHeight) setSide('above')
    enabledItems(element)[0]?.focus({ preventScroll: true })
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') {
      event.preventDefault()
      // The dialog around a menu must not close with it.
      event.stopPropagation()
      onClose()
      return
    }
    if (event.key === 'Tab') {
      onLeave()
      return
    }
    const buttons = list.current ? enabledItems(list.current) : []
    const next = rovingIndex(event.key, buttons.indexOf(event.currentTarget), buttons.length)
    if (next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }

  return (
    <div className={styles.list} role="menu" id={id} aria-label={label} data-side={side} ref={list}>
      {items.map((item) => (
        <button
          className={styles.item}
          type="button"
          role="menuitem"
          tabIndex={-1}
          key={item.id}
          disabled={item.disabled}
          data-danger={item.danger || undefined}
          onKeyDown={onKeyDown}
          onClick={() => {
            onClose()
            item.onSelect()
          }}
        >
          {item.icon && <Icon name={item.icon} size={20} />}
          {item.label}
        </button>
      ))}
    </div>
  )
}

function enabledItems(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')]
}
