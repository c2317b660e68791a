import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useState } from 'react'
import type { Command } from '#contract/commands.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import styles from './not-sent.module.css'
import { OpCard } from './op-card.tsx'
import { useLateRows } from './use-late-rows.ts'
import { forceQueue } from '#src/offline/engine/queue.ts'
import { showToast } from '#src/ui/message/toast-store.ts'

export interface NotSentScreenProps {
  db: UserDatabase
  initial: OutboxRow[]
  /** Sends what is due; resolves once nothing more can be sent for now. */
  send: () => Promise<void>
  /** Draws the dialog in which a refused operation is corrected; null for a kind that cannot be. */
  editor: (edit: OpEdit) => ReactNode
}

/** A refused operation that its person wants to correct. */
export interface OpEdit {
  readonly opId: string
  readonly command: Command
  readonly onClose: () => void
}

/** Everything that has not reached the server, and what can be done about it. */
export function NotSentScreen({ db, initial, send, editor }: NotSentScreenProps) {
  const rows = useLateRows(useLiveQuery(() => unsentOps(db), [db], initial))
  const online = useOnline()
  const { sending, sendNow } = useSendNow(db, send)
  const sendable = rows.some((row) => row.state === 'pending')
  return (
    <div className={styles.screen}>
      <PageHeader
        title={rows.length > 0 ? m.sync_title_n({ count: rows.length }) : m.sync_title()}
        text={m.sync_text()}
        back={<BackToDashboard />}
        actions={
          sendable && (
            <Button icon="send" busy={sending} disabled={!online} onClick={sendNow}>
              {m.sync_send_now()}
            </Button>
          )
        }
      />
      {rows.length === 0 ? (
        <EmptyState emoji="💌" title={m.sync_empty_title()} text={m.sync_empty_text()} />
      ) : (
        <ul className={styles.list}>
          {rows.map((row) => (
            <li key={row.opId}>
              <OpCard db={db} row={row} editor={editor} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** 'Send now': nothing is waited for, neither the queue's own pause nor an item's. */
function useSendNow(
  db: UserDatabase,
  send: () => Promise<void>,
): { sending: boolean; sendNow: () => void } {
  const [sending, setSending] = useState(false)

  async function run() {
    setSending(true)
    try {
      await forceQueue(db)
      await send()
      const left = await unsentOps(db)
      if (left.some((row) => row.state === 'pending')) sayNotYet()
    } catch {
      sayNotYet()
    }
    setSending(false)
  }

  return { sending, sendNow: () => void run() }
}

function sayNotYet() {
  showToast({ text: m.sync_send_failed(), tone: 'danger' })
}
