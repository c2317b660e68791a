import { useState } from 'react'
import type { ModeReply } from '#contract/calendar/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import type { CalendarActions } from './calendar-actions.ts'
import styles from './calendar.module.css'
import { AskConnect, AskDisconnect } from './google-dialogs.tsx'
import { GoogleState } from './google-state.tsx'
import { refusalWords } from './refusal.ts'

export interface GoogleControlProps {
  mode: ModeReply
  actions: Pick<CalendarActions, 'beginGoogle' | 'disconnectGoogle'>
  onMode: (mode: ModeReply) => void
}

/** Spec 4: the badge of a connected calendar, or the button that connects one. */
export function GoogleControl({ mode: { google }, actions, onMode }: GoogleControlProps) {
  const [asking, setAsking] = useState<'connect' | 'disconnect'>()
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState<string>()

  async function act(work: () => Promise<string | undefined>, failed: string) {
    setBusy(true)
    try {
      setAlert(await work())
    } catch (error) {
      setAlert(refusalWords(error, failed))
    }
    setBusy(false)
    setAsking(undefined)
  }

  async function connect() {
    const address = await actions.beginGoogle()
    if (!URL.canParse(address)) return m.calendar_google_no_url()
    window.location.assign(address)
    return undefined
  }

  async function disconnect() {
    onMode(await actions.disconnectGoogle())
    showToast({ text: m.calendar_google_disconnected() })
    return undefined
  }

  const dialog = { busy, onClose: () => setAsking(undefined) }
  return (
    <div className={styles.google}>
      <GoogleState google={google} />
      <div className={styles.actions}>
        {google.state !== 'connected' && (
          <Button
            look="secondary"
            icon="calendar"
            disabled={!google.available}
            onClick={() => setAsking('connect')}
          >
            {m.calendar_google_connect()}
          </Button>
        )}
        {google.state !== 'none' && (
          <Button look="secondary" onClick={() => setAsking('disconnect')}>
            {m.calendar_google_disconnect()}
          </Button>
        )}
      </div>
      {asking === 'connect' && (
        <AskConnect {...dialog} onConfirm={() => void act(connect, m.calendar_google_failed())} />
      )}
      {asking === 'disconnect' && (
        <AskDisconnect
          {...dialog}
          onConfirm={() => void act(disconnect, m.calendar_google_disconnect_failed())}
        />
      )}
      <AlertPopup text={alert} onClose={() => setAlert(undefined)} />
    </div>
  )
}
