import { useState, type ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { retryOps, deleteOp } from '#src/offline/engine/outbox.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { commandIn, copyText, describeOp } from './describe-op.ts'
import styles from './not-sent.module.css'
import type { OpEdit } from './not-sent-screen.tsx'
import { formatClock, formatMoment } from '#src/lib/dates.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { useNow } from '#src/lib/now.ts'
import { Tag } from '#src/ui/message/tag.tsx'
import { opStanding } from './op-standing.ts'

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
        <p className={styles.when}>{m.sync_made_at({ when: formatMoment(row.createdAt) })}</p>
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

interface DeleteOpDialogProps {
  db: UserDatabase
  row: OutboxRow
  onClose: () => void
}

/** Asks before an unsent operation is deleted: nobody else has it. */
function DeleteOpDialog({ db, row, onClose }: DeleteOpDialogProps) {
  async function remove() {
    onClose()
    const outcome = await deleteOp(db, row.opId)
    if (outcome === 'sending') showToast({ text: m.sync_delete_sending() })
    else showToast({ text: m.sync_deleted() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.sync_delete_title()}
      description={m.sync_delete_text()}
      actions={
        <>
          <Button look="danger" onClick={() => void remove()}>
            {m.sync_delete()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.sync_delete_keep()}
          </Button>
        </>
      }
    >
      <p>{describeOp(row).title}</p>
    </Dialog>
  )
}

/** Why an operation is still here. */
function OpState({ row }: { row: OutboxRow }) {
  const standing = opStanding(row, useNow())
  switch (standing.status) {
    case 'waiting':
      return <StateTag tone="warn" icon="clock" text={m.sync_state_waiting()} />
    case 'later': {
      const text = m.sync_state_later({ when: formatClock(standing.at) })
      return <StateTag tone="warn" icon="clock" text={text} />
    }
    case 'asks':
      return <StateTag tone="warn" icon="alert" text={m.sync_state_asks()} />
    case 'upgrade':
      return <StateTag tone="info" icon="sync" text={m.sync_state_upgrade()} />
    case 'refused':
      return (
        <>
          <StateTag tone="danger" icon="alert" text={m.sync_state_refused()} />
          {standing.why && <p className={styles.why}>{standing.why}</p>}
        </>
      )
  }
}

type StateTagProps = {
  tone: 'warn' | 'info' | 'danger'
  icon: 'clock' | 'sync' | 'alert'
  text: string
}

function StateTag({ tone, icon, text }: StateTagProps) {
  return (
    <p>
      <Tag tone={tone} icon={icon}>
        {text}
      </Tag>
    </p>
  )
}
