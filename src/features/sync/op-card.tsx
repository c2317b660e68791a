import { useState, type ReactNode } from 'react'
import type { Command, CommandKind, PayloadOf } from '#contract/commands.ts'
import { problemCatalogue } from '#contract/problem.ts'
import { useNow } from '#src/data/local-clock.ts'
import { ReopenMessageDialog } from '#src/features/chat/reopen-message-dialog.tsx'
import { useQuestWords } from '#src/features/quests/quest-words.ts'
import { ReopenQuestDialog } from '#src/features/quests/reopen-quest-dialog.tsx'
import { EditAnswerDialog } from '#src/features/trackers/edit-answer-dialog.tsx'
import { NoteSheet } from '#src/features/trackers/notes/lazy-parts.tsx'
import { tapNow } from '#src/features/trackers/record-answer.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import { formatClock, formatMoment } from '#src/lib/dates.ts'
import { mayBeThere, type OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { sendAgain, deleteOp } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { commandIn, copyText, describeOp } from './describe-op.ts'
import styles from './not-sent.module.css'

export interface OpCardProps {
  db: UserDatabase
  row: OutboxRow
  /** A block was deleted that the server may have all the same. */
  onBlockDeleted: () => void
}

/** One unsent operation: what it is, since when, why it is still here, and what its person can do. */
export function OpCard({ db, row, onBlockDeleted }: OpCardProps) {
  const [open, setOpen] = useState<'editor' | 'delete'>()
  useQuestWords()
  const { title, detail } = describeOp(row)
  const command = row.state === 'dead' ? commandIn(row) : undefined
  const close = () => setOpen(undefined)
  // Or each button of a list would have the name of the next one.
  const of = <VisuallyHidden>{joinFacts([title, formatMoment(row.createdAt)])}</VisuallyHidden>
  const dialog = command ? opEditor(db, command, { opId: row.opId, onClose: close }) : null
  return (
    <Card>
      <CardHeader level={2} title={title} subtitle={detail} />
      <CardBody>
        <OpStatusTag row={row} />
        <p className={styles.when}>{m.sync_made_at({ when: formatMoment(row.createdAt) })}</p>
        <div className={styles.actions}>
          {(row.state === 'dead' || row.state === 'asks') && (
            <AgainButton db={db} row={row} of={of} />
          )}
          {dialog !== null && (
            <Button look="secondary" size="small" icon="edit" onClick={() => setOpen('editor')}>
              {m.sync_edit()} {of}
            </Button>
          )}
          <Button look="secondary" size="small" icon="copy" onClick={() => void copy(row)}>
            {m.sync_copy()} {of}
          </Button>
          <Button look="quiet" size="small" icon="trash" onClick={() => setOpen('delete')}>
            {m.sync_delete()} {of}
          </Button>
        </div>
      </CardBody>
      {open === 'editor' && dialog}
      {open === 'delete' && (
        <DeleteOpDialog db={db} row={row} onClose={close} onBlockDeleted={onBlockDeleted} />
      )}
    </Card>
  )
}

function AgainButton({ db, row, of }: Pick<OpCardProps, 'db' | 'row'> & { of: ReactNode }) {
  const [busy, setBusy] = useState(false)
  async function again() {
    setBusy(true)
    await goAgain(db, row)
    setBusy(false)
  }
  return (
    <Button look="secondary" size="small" icon="retry" busy={busy} onClick={() => void again()}>
      {againText(row)} {of}
    </Button>
  )
}

function againText({ state, lastError }: OutboxRow): string {
  if (state === 'asks') return m.sync_send_anyway()
  return lastError?.code === 'too_old' ? m.sync_as_new() : m.sync_retry()
}

async function goAgain(db: UserDatabase, { opId }: OutboxRow): Promise<void> {
  const complain = (text: string) => showToast({ text, tone: 'danger' })
  try {
    const outcome = await sendAgain(db, opId, tapNow())
    if (outcome.status === 'refused') complain(term(problemCatalogue[outcome.code].message))
  } catch (error) {
    complain(error instanceof StorageFullError ? m.chat_phone_full() : m.sync_send_failed())
  }
}

async function copy(row: OutboxRow): Promise<void> {
  try {
    await navigator.clipboard.writeText(copyText(row))
    showToast({ text: m.sync_copied(), tone: 'success' })
  } catch {
    showToast({ text: m.sync_copy_failed(), tone: 'danger' })
  }
}

interface DeleteOpDialogProps extends OpCardProps {
  onClose: () => void
}

/** Asks before an unsent operation is deleted: there is no other copy of it, unless it has arrived. */
function DeleteOpDialog({ db, row, onClose, onBlockDeleted }: DeleteOpDialogProps) {
  const mayBeSent = mayBeThere(row)

  async function remove() {
    onClose()
    const outcome = await deleteOp(db, row.opId).catch(() => undefined)
    if (outcome === undefined) showToast({ text: m.sync_undo_failed(), tone: 'danger' })
    else if (outcome === 'sending') showToast({ text: m.sync_delete_sending() })
    else showToast({ text: m.sync_deleted() })
    if (outcome === 'deleted' && mayBeSent && row.kind === 'safety.block') onBlockDeleted()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.sync_delete_title()}
      description={mayBeSent ? m.sync_delete_arrived() : m.sync_delete_text()}
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
function OpStatusTag({ row }: { row: OutboxRow }) {
  const status = opStatus(row, useNow())
  switch (status.status) {
    case 'waiting':
      return <StateTag tone="warn" icon="clock" text={m.sync_state_waiting()} />
    case 'later': {
      const text = m.sync_state_later({ when: formatClock(status.at) })
      return <StateTag tone="warn" icon="clock" text={text} />
    }
    case 'needs_confirmation':
      return <StateTag tone="warn" icon="alert" text={m.sync_state_asks()} />
    case 'server_older':
      return <StateTag tone="info" icon="clock" text={m.sync_state_server()} />
    case 'upgrade':
      return <StateTag tone="info" icon="sync" text={m.sync_state_upgrade()} />
    case 'refused':
      return (
        <>
          <StateTag tone="danger" icon="alert" text={m.sync_state_refused()} />
          {status.why && <p className={styles.why}>{status.why}</p>}
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

/** A refused operation that its person wants to correct. */
interface OpEdit {
  readonly opId: string
  readonly onClose: () => void
}

/** The dialog in which a refused operation is corrected; null for a kind that cannot be. */
function opEditor(db: UserDatabase, command: Command, edit: OpEdit): ReactNode {
  return editorOf(db, command, edit)
}

type Draw<K extends CommandKind> = (
  db: UserDatabase,
  payload: PayloadOf<K>,
  edit: OpEdit,
) => ReactNode

/** How each kind is corrected; a new kind does not compile until it says so. */
const editors: { [K in CommandKind]: Draw<K> } = {
  'trackers.record': (db, payload, { opId, onClose }) => (
    <EditAnswerDialog db={db} opId={opId} payload={payload} onClose={onClose} />
  ),
  'quest.respond': (db, payload, { opId, onClose }) => (
    <ReopenQuestDialog db={db} opId={opId} payload={payload} onClose={onClose} />
  ),
  'chat.send': (db, payload, { opId, onClose }) => (
    <ReopenMessageDialog db={db} opId={opId} payload={payload} onClose={onClose} />
  ),
  'trackers.note': (db, payload, { opId, onClose }) => (
    <NoteSheet
      db={db}
      type={payload.trackerType}
      day={payload.day}
      refused={{ opId, payload }}
      onClose={onClose}
    />
  ),
  // There is nothing to correct about these: they are sent again as they are, or deleted.
  'booking.cancel': () => null,
  // It is changed on the page of its session.
  'brief.send': () => null,
  'trackers.picture': () => null,
  'safety.block': () => null,
  'safety.report': () => null,
  'chat.delete': () => null,
  'chat.react': () => null,
  'trackers.import': () => null,
  'trackers.undo_import': () => null,
  'share.revoke': () => null,
  'plan.put': () => null,
  'plan.remove': () => null,
  'plan.propose': () => null,
  'plan.decline': () => null,
}

type CommandPair<K extends CommandKind> = { [P in K]: { kind: P; payload: PayloadOf<P> } }[K]

function editorOf<K extends CommandKind>(
  db: UserDatabase,
  { kind, payload }: CommandPair<K>,
  edit: OpEdit,
): ReactNode {
  return editors[kind](db, payload, edit)
}

/** The status of an unsent operation as its person reads it. */
export type OpStatus =
  | { status: 'waiting' }
  /** Tried before; it is tried again at this moment, in epoch milliseconds. */
  | { status: 'later'; at: number }
  | { status: 'refused'; why: string }
  | { status: 'upgrade' }
  /** The server is older than this build: it goes by itself once the server is not. */
  | { status: 'server_older' }
  /** It has waited for so long that its person has to say whether it still goes. */
  | { status: 'needs_confirmation' }

/** A wait shorter than this is not worth a time on the screen, in milliseconds. */
const soonMs = 5_000

export function opStatus(
  row: Pick<OutboxRow, 'state' | 'nextAttemptAt' | 'lastError' | 'awaitsContract'>,
  nowMs: number,
): OpStatus {
  switch (row.state) {
    case 'dead':
      return { status: 'refused', why: term(row.lastError?.message ?? '') }
    case 'needs_upgrade':
      return { status: row.awaitsContract === undefined ? 'upgrade' : 'server_older' }
    case 'asks':
      return { status: 'needs_confirmation' }
    case 'pending':
      return row.nextAttemptAt > nowMs + soonMs
        ? { status: 'later', at: row.nextAttemptAt }
        : { status: 'waiting' }
  }
}
