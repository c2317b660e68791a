import { useRef, useState } from 'react'
import type { ModeReply } from '#contract/calendar/api.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { type LoadedRemote, useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { AlertPopup, ConfirmDialog } from '#src/ui/dialog/alert-popup.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { PartBoundary } from '#src/ui/state/state-message.tsx'
import { beginGoogle, disconnectGoogle, refusalText, modeRemote } from './calendar-data.ts'
import styles from './calendar.module.css'

/** The card of the Google calendar, in Calendar Settings and on a provider's own profile. */
export function GoogleCard({ db, mode }: { db: UserDatabase; mode: LoadedRemote<ModeReply> }) {
  return (
    <Card>
      <CardHeader title={m.calendar_google_title()} />
      <CardBody>
        {mode.data ? (
          <GoogleControl db={db} mode={mode.data} onMode={(now) => mode.change(() => now)} />
        ) : (
          <ResourceMissing
            of={mode}
            compact
            failed={m.calendar_mode_failed()}
            offline={m.calendar_offline()}
          />
        )}
      </CardBody>
    </Card>
  )
}

interface GoogleControlProps {
  db: UserDatabase
  mode: ModeReply
  onMode: (mode: ModeReply) => void
}

/** Spec 4: the badge of a connected calendar, or the button that connects one. */
function GoogleControl({ db, mode: { google }, onMode }: GoogleControlProps) {
  const [confirming, setConfirming] = useState<'connect' | 'disconnect'>()
  const [alert, setAlert] = useState<string>()

  async function disconnect() {
    onMode(await disconnectGoogle(db))
    showToast({ text: m.calendar_google_disconnected() })
  }

  const close = () => setConfirming(undefined)
  return (
    <div className={styles.google}>
      <GoogleState google={google} />
      <div className={styles.actions}>
        {google.state !== 'connected' && (
          <Button
            look="secondary"
            icon="calendar"
            disabled={!google.available}
            onClick={() => setConfirming('connect')}
          >
            {m.calendar_google_connect()}
          </Button>
        )}
        {google.state !== 'none' && (
          <Button look="secondary" onClick={() => setConfirming('disconnect')}>
            {m.calendar_google_disconnect()}
          </Button>
        )}
      </div>
      {confirming === 'connect' && (
        <ConfirmConnect
          db={db}
          onFail={(text) => {
            close()
            setAlert(text)
          }}
          onClose={close}
        />
      )}
      {confirming === 'disconnect' && (
        <ConfirmDialog
          title={m.calendar_google_disconnect_title()}
          description={m.calendar_google_disconnect_text()}
          confirm={m.calendar_google_disconnect()}
          keep={m.calendar_google_keep()}
          onConfirm={disconnect}
          failureText={(error) => refusalText(error, m.calendar_google_disconnect_failed())}
          onClose={close}
        />
      )}
      <AlertPopup text={alert} onClose={() => setAlert(undefined)} />
    </div>
  )
}

/** The status of a provider's Google calendar. */
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

interface ConfirmConnectProps {
  db: UserDatabase
  onFail: (text: string) => void
  onClose: () => void
}

/** Spec 4: asked before the browser leaves for Google. Whoever closes it while the address is on its way stays here. */
function ConfirmConnect({ db, onFail, onClose }: ConfirmConnectProps) {
  const [busy, setBusy] = useState(false)
  const part = useRef<HTMLButtonElement>(null)

  async function connect() {
    setBusy(true)
    try {
      const address = await beginGoogle(db)
      if (!part.current) return
      if (!URL.canParse(address)) return onFail(m.calendar_google_no_url())
      window.location.assign(address)
      onClose()
    } catch (error) {
      if (part.current) onFail(refusalText(error, m.calendar_google_failed()))
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.calendar_google_confirm_title()}
      description={m.calendar_google_confirm_text()}
      actions={
        <>
          <Button ref={part} busy={busy} onClick={() => void connect()}>
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

/** The Google calendar on a provider's own profile. */
export function OwnGoogle({ db }: { db: UserDatabase }) {
  return (
    <PartBoundary>
      <OwnGoogleCard db={db} />
    </PartBoundary>
  )
}

/** The same before a provider's papers were accepted. */
export function GoogleWaits() {
  return (
    <Card>
      <CardHeader title={m.calendar_google_title()} />
      <CardBody>
        <Banner tone="info">{m.calendar_after_review()}</Banner>
      </CardBody>
    </Card>
  )
}

/** Spec 2: the Connect Google Calendar button of a provider's own profile. Nothing pops up: the card says what failed. */
function OwnGoogleCard({ db }: { db: UserDatabase }) {
  return <GoogleCard db={db} mode={useRemote(db, modeRemote)} />
}
