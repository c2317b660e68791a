import { useState, type ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { retryOps } from '#src/offline/engine/outbox.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { DeleteOpDialog } from './delete-op-dialog.tsx'
import { commandIn, copyText, describeOp } from './describe-op.ts'
import styles from './not-sent.module.css'
import type { OpEdit } from './not-sent-screen.tsx'
import { OpState } from './op-state.tsx'
import { momentWords } from './when.ts'

export interface OpCardProps {
  db: UserDatabase
  row: OutboxRow
  editor: (edit: OpEdit) => ReactNode
}

/** One unsent operation: what it is, since when, why it is still here, and what its person can do. */
export function OpCard({ db, row, editor }: OpCardProps) {
  const [open, setOpen] = useState<'editor' | 'delete'>()
  const { title, detail } = describeOp(row)
  const command = row.state === 'dead' ? commandIn(row) : undefined
  const close = () => setOpen(undefined)
  const dialog = command ? editor({ opId: row.opId, command, onClose: close }) : null
  return (
    <Card>
      <CardHeader level={2} title={title} subtitle={detail} />
      <CardBody>
        <OpState row={row} />
        <p className={styles.when}>{m.sync_made_at({ when: momentWords(row.createdAt) })}</p>
        <div className={styles.actions}>
          {(row.state === 'dead' || row.state === 'asks') && (
            <Button
              look="secondary"
              size="small"
              icon="retry"
              onClick={() => void retryOps(db, row.opId)}
            >
              {row.state === 'asks' ? m.sync_send_anyway() : m.sync_retry()}
            </Button>
          )}
          {dialog !== null && (
            <Button look="secondary" size="small" icon="edit" onClick={() => setOpen('editor')}>
              {m.sync_edit()}
            </Button>
          )}
          <Button look="secondary" size="small" icon="copy" onClick={() => void copy(row)}>
            {m.sync_copy()}
          </Button>
          <Button look="quiet" size="small" icon="trash" onClick={() => setOpen('delete')}>
            {m.sync_delete()}
          </Button>
        </div>
      </CardBody>
      {open === 'editor' && dialog}
      {open === 'delete' && <DeleteOpDialog db={db} row={row} onClose={close} />}
    </Card>
  )
}

async function copy(row: OutboxRow): Promise<void> {
  try {
    await navigator.clipboard.writeText(copyText(row))
    showToast({ text: m.sync_copied(), tone: 'success' })
  } catch {
    showToast({ text: m.sync_copy_failed(), tone: 'danger' })
  }
}
