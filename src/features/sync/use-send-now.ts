import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { forceQueue } from '#src/offline/engine/queue.ts'
import { showToast } from '#src/ui/message/toast-store.ts'

/** 'Send now': nothing is waited for, neither the queue's own pause nor an item's. */
export function useSendNow(
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
