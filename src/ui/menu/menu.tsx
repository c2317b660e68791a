import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ui_more_actions } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { MenuList } from './menu-list.tsx'
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
  /** What the button opens: "More actions" unless told; name the thing where several menus stand in a list. */
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
