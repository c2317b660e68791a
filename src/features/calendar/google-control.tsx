import { useState } from 'react'
import type { ModeReply } from '#contract/calendar/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import type { CalendarActions } from './calendar-actions.ts'
import styles from './calendar.module.css'
import { refusalWords } from './refusal.ts'
import { formatDate } from '#src/lib/dates.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'

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

/** How a provider's Google calendar stands. */
function GoogleState({ google }: Pick<ModeReply, 'google'>) {
  const { state, available, connectedAt } = google
  if (state === 'expired') return <Banner tone="danger">{m.calendar_google_expired()}</Banner>
  if (state === 'connected') {
    return (
      <>
        <Tag tone="success" icon="check">
          {m.calendar_google_connected()}
        </Tag>
        {connectedAt && (
          <p className={styles.muted}>
            {m.calendar_google_since({ date: formatDate(connectedAt) })}
          </p>
        )}
      </>
    )
  }
  return (
    <p className={styles.muted}>
      {available ? m.calendar_google_text() : m.calendar_google_unset()}
    </p>
  )
}

interface AskProps {
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Spec 4: asked before the browser leaves for Google. */
function AskConnect({ busy, onConfirm, onClose }: AskProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.calendar_google_confirm_title()}
      description={m.calendar_google_confirm_text()}
      actions={
        <>
          <Button busy={busy} onClick={onConfirm}>
            {m.calendar_google_confirm()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.calendar_google_not_now()}
          </Button>
        </>
      }
    />
  )
}

/** Asked before the calendar is forgotten. */
function AskDisconnect({ busy, onConfirm, onClose }: AskProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.calendar_google_disconnect_title()}
      description={m.calendar_google_disconnect_text()}
      actions={
        <>
          <Button look="danger" busy={busy} onClick={onConfirm}>
            {m.calendar_google_disconnect()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.calendar_google_keep()}
          </Button>
        </>
      }
    />
  )
}
