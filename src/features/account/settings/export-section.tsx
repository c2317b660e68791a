import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { failureWords } from '../profile/failure-words.ts'
import type { Export } from './export-call.ts'
import styles from './settings.module.css'

export interface ExportSectionProps {
  everything: () => Promise<Export>
  fromDevice: () => Promise<Export>
}

type Outcome = { status: 'done'; text: string } | { status: 'refused'; text: string }

/** Everything of the person as a file; without a connection, what this device holds. */
export function ExportSection({ everything, fromDevice }: ExportSectionProps) {
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  async function make(work: () => Promise<Export>) {
    setBusy(true)
    setOutcome(undefined)
    try {
      const { from, file } = await work()
      saveFile(file.name, new Blob([file.text], { type: 'application/json' }))
      setOutcome({ status: 'done', text: doneWords(from, file.name, online) })
    } catch (error) {
      setOutcome({ status: 'refused', text: failureWords(error, m.settings_export_failed()) })
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

function doneWords(from: Export['from'], name: string, online: boolean): string {
  return from === 'device' && online
    ? m.settings_export_done_device({ name })
    : m.settings_export_done({ name })
}
