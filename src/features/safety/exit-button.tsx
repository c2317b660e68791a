import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import * as m from '#src/i18n/paraglide/messages.js'
import { createStore } from '#src/lib/store.ts'
import { subscribeToSession } from '#src/session/session.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { exitOnEsc, quickExit } from './help/quick-exit.ts'
import styles from './exit-button.module.css'

/** In local storage: it goes with the login. */
const key = 'exitButton'
/** How often this page has changed it: the browser tells the other tabs alone. */
const timesChosen = createStore(0)

/** Whether the button is shown on this device, followed as it changes here, in another tab and with a logout. */
function useChosen(): boolean {
  return useSyncExternalStore(watchChoice, isChosen)
}

function isChosen(): boolean {
  return localStorage.getItem(key) === 'on'
}

function watchChoice(listener: () => void): () => void {
  const unsubscribe = [timesChosen.subscribe(listener), subscribeToSession(listener)]
  window.addEventListener('storage', listener)
  return () => {
    for (const leave of unsubscribe) leave()
    window.removeEventListener('storage', listener)
  }
}

function choose(on: boolean): void {
  localStorage.setItem(key, on ? 'on' : 'off')
  timesChosen.set(timesChosen.get() + 1)
}

/** The way off any page of a member: Esc twice, and a small button for whoever has chosen it. */
export function QuickExit() {
  const on = useChosen()
  // An effect because the keyboard is the page's.
  useEffect(exitOnEsc, [])
  return on && <ExitButton />
}

/** In the dialog that is open, if one is: everything outside it takes no touch. */
function ExitButton() {
  const dialog = useOpenDialog()
  const button = (
    <button type="button" className={styles.button} onClick={quickExit}>
      <Icon name="logout" size={20} label={m.safety_leave()} />
    </button>
  )
  return dialog ? createPortal(button, dialog) : button
}

/** The dialog on top of the page; undefined where none is open. */
function useOpenDialog(): Element | undefined {
  const [dialog, setDialog] = useState(openDialog)
  // An effect because a dialog opens where it is drawn, anywhere on the page.
  useEffect(() => {
    const observer = new MutationObserver(() => setDialog(openDialog))
    observer.observe(document.body, { attributeFilter: ['open'], subtree: true })
    return () => observer.disconnect()
  }, [])
  return dialog
}

function openDialog(): Element | undefined {
  return [...document.querySelectorAll('dialog:modal')].at(-1)
}

/** Whether the button is shown on this device. */
export function ExitPart() {
  const on = useChosen()
  return (
    <Card>
      <CardHeader title={m.safety_exit_title()} subtitle={m.safety_exit_text()} />
      <CardBody>
        <Checkbox
          label={m.safety_exit_button()}
          checked={on}
          onChange={({ target }) => choose(target.checked)}
        />
      </CardBody>
    </Card>
  )
}
