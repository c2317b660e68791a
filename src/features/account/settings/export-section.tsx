import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { exportDevice, exportEverything, type Export } from './export.ts'
import styles from './settings.module.css'

type Outcome = { status: 'done'; text: string } | { status: 'refused'; text: string }

/** Everything of the person as a file; without a connection, what this device holds. */
export function ExportSection({ db }: { db: UserDatabase }) {
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  const everything = () => asMember(db, (token) => exportEverything(db, token, Date.now()))
  const fromDevice = () => exportDevice(db, Date.now())

  async function make(work: () => Promise<Export>) {
    setBusy(true)
    setOutcome(undefined)
    try {
      const { from, file } = await work()
      saveFile(file.name, new Blob([file.text], { type: 'application/json' }))
      setOutcome({ status: 'done', text: doneText(from, file.name, online) })
    } catch (error) {
      setOutcome({ status: 'refused', text: failureText(error, m.settings_export_failed()) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card>
      <CardHeader title={m.settings_export_title()} subtitle={m.settings_export_text()} />
      <CardBody>
        {!online && <Banner tone="offline">{m.settings_export_offline()}</Banner>}
        {outcome && (
          <Banner tone={outcome.status === 'done' ? 'success' : 'danger'} announced>
            {outcome.text}
          </Banner>
        )}
        <div className={styles.actions}>
          <Button
            look="secondary"
            icon="install"
            busy={busy}
            onClick={() => void make(online ? everything : fromDevice)}
          >
            {m.settings_export_action()}
          </Button>
          {outcome?.status === 'refused' && (
            <Button look="quiet" onClick={() => void make(fromDevice)}>
              {m.settings_export_device_action()}
            </Button>
          )}
        </div>
      </CardBody>
    </Card>
  )
}

function doneText(from: Export['from'], name: string, online: boolean): string {
  return from === 'device' && online
    ? m.settings_export_done_device({ name })
    : m.settings_export_done({ name })
}
