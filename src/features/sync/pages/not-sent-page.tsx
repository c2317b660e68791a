import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { within } from '#src/lib/within.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { sendEverything } from '#src/offline/files/upload-now.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ListItem } from '#src/ui/card/lists.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { OpCard, type OpCardProps } from '../op-card.tsx'
import { useUnsent } from '../unsent.tsx'
import styles from '../not-sent.module.css'

type NotSentPageProps = Pick<OpCardProps, 'db' | 'onBlockDeleted'>

/** Everything that has not reached the server, and what can be done about it. */
export function NotSentPage({ db, onBlockDeleted }: NotSentPageProps) {
  const rows = useUnsent(db)
  const online = useOnline()
  const { sending, sendNow } = useSendNow(db)
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
            <ListItem key={row.opId}>
              <OpCard db={db} row={row} onBlockDeleted={onBlockDeleted} />
            </ListItem>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A file may take four minutes to go up. A tab that sleeps in the middle of one must not keep the button busy for good. */
const sendingMaxMs = 300_000

/** 'Send now': nothing is waited for, neither the queue's own pause nor an item's or a file's; only what is on its way. */
function useSendNow(db: UserDatabase): { sending: boolean; sendNow: () => void } {
  const [sending, setSending] = useState(false)

  async function send() {
    setSending(true)
    try {
      await within(sendingMaxMs, sendEverything(db))
      const left = await unsentOps(db)
      if (left.some((row) => row.state === 'pending')) sayNotYet()
    } catch {
      if (!db.deleted) sayNotYet()
    }
    setSending(false)
  }

  return { sending, sendNow: () => void send() }
}

function sayNotYet() {
  showToast({ text: m.sync_send_failed(), tone: 'danger' })
}
