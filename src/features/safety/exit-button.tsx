import { useEffect } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { createStore, useStore } from '#src/lib/store.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './exit-button.module.css'
import { exitOnEsc, quickExit } from './help/quick-exit.ts'

/** In local storage: it goes with the login. */
const key = 'exitButton'
const shown = createStore(isChosen())

function isChosen(): boolean {
  return localStorage.getItem(key) === 'on'
}

/** The way off any page of a member: Esc twice, and a small button for whoever has chosen it. */
export function QuickExit() {
  // Whoever logs in after somebody else has chosen nothing yet.
  const on = useStore(shown) && isChosen()
  // An effect because the keyboard is the page's.
  useEffect(exitOnEsc, [])
  if (!on) return null
  return (
    <button type="button" className={styles.button} onClick={quickExit}>
      <Icon name="logout" size={20} label={m.safety_leave()} />
    </button>
  )
}

/** Whether the button is shown on this device. */
export function ExitPart() {
  const on = useStore(shown)
  function choose(next: boolean) {
    localStorage.setItem(key, next ? 'on' : 'off')
    shown.set(next)
  }
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
