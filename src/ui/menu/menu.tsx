import { type KeyboardEvent, useEffect, useId, useRef, useState, useLayoutEffect } from 'react'
import { ui_more_actions } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/button/button.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { directionAt, rovingIndex } from './roving.ts'
import styles from './menu.module.css'

export interface MenuItem {
  id: string
  label: string
  icon?: IconName
  /** Cannot be undone; said by its colour beside its words. */
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

export interface MenuProps {
  /** What the button opens: "More actions" by default; name the thing where a list has several menus. */
  label?: string
  icon?: IconName
  items: readonly MenuItem[]
}

/** A button with a list of actions: Esc, Tab, a choice or a press outside closes it, and the focus goes back. */
export function Menu({ label = ui_more_actions(), icon = 'more', items }: MenuProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  // A press anywhere outside closes, and only the document hears of all of them.
  useEffect(() => {
    if (!open) return undefined
    function closeOutside(event: PointerEvent) {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function onButtonKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }

  return (
    <div className={styles.menu} ref={root}>
      <IconButton
        ref={button}
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={onButtonKeyDown}
      />
      {open && (
        <MenuList
          id={id}
          label={label}
          items={items}
          onClose={close}
          onLeave={() => setOpen(false)}
        />
      )}
    </div>
  )
}

interface MenuListProps {
  id: string
  label: string
  items: readonly MenuItem[]
  /** Closes and gives the focus back to the button. */
  onClose: () => void
  /** Closes and lets the focus go where it is going. */
  onLeave: () => void
}

/** The open list of a Menu; exists only while it is open. */
function MenuList({ id, label, items, onClose, onLeave }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState<'below' | 'above'>('below')

  // Its height is known only once it is drawn; before the first paint it turns up where the window's end is near.
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    // The page's own padding says how much of the window the bar below covers.
    const covered = Number.parseFloat(
      getComputedStyle(document.documentElement).scrollPaddingBottom,
    )
    const end = window.innerHeight - (covered || 0)
    if (element.getBoundingClientRect().bottom > end) setSide('above')
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
    const index = buttons.indexOf(event.currentTarget)
    const next = rovingIndex(event.key, index, buttons.length, directionAt(event.currentTarget))
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
