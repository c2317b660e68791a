import { useState } from 'react'
import { opensInReport, type ReportedMessage } from '#contract/safety/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatBytes } from '#src/lib/format-bytes.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './report-card.module.css'

/** Gives the bytes of a reported message's file; rejects where they cannot be had. */
export type OpenFile = (message: ReportedMessage) => Promise<Blob>

export interface ReportedFileProps {
  message: ReportedMessage
  onOpen: OpenFile
}

/** The file of a message in a report. Nothing of it is fetched or shown before somebody asks for it. */
export function ReportedFile({ message, onOpen }: ReportedFileProps) {
  const [state, setState] = useState<'busy' | 'failed'>()
  const [picture, setPicture] = useState<string>()
  const { file } = message
  if (!file) return null
  const { name, kind, bytes, attached } = file
  const opens = attached && opensInReport(kind)

  async function open() {
    setState('busy')
    try {
      const content = await onOpen(message)
      if (kind === 'pdf') saveFile(name, content)
      else setPicture(URL.createObjectURL(content))
      setState(undefined)
    } catch {
      setState('failed')
    }
  }

  function close() {
    if (picture) URL.revokeObjectURL(picture)
    setPicture(undefined)
  }

  return (
    <div className={styles.file}>
      <p className={styles.fileName}>
        <Icon name="attach" size={18} />
        <span dir="auto">{m.reports_admin_file({ name, size: formatBytes(bytes) })}</span>
      </p>
      {opens && (
        <Button look="secondary" size="small" busy={state === 'busy'} onClick={() => void open()}>
          {kind === 'pdf' ? m.reports_admin_file_save() : m.reports_admin_file_open()}
        </Button>
      )}
      {!opens && (
        <p className={styles.muted}>
          {attached ? m.reports_admin_file_other() : m.reports_admin_file_around()}
        </p>
      )}
      {state === 'failed' && (
        <p role="alert" className={styles.failed}>
          {m.reports_admin_file_failed()}
        </p>
      )}
      {picture && <Picture name={name} url={picture} onClose={close} />}
    </div>
  )
}

/** The address of a picture lives as long as it is on show. */
function Picture({ name, url, onClose }: { name: string; url: string; onClose: () => void }) {
  return (
    <Dialog open wide onClose={onClose} title={name}>
      <img className={styles.picture} src={url} alt={m.reports_admin_file_image({ name })} />
    </Dialog>
  )
}
