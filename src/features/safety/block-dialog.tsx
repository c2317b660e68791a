import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'

export interface BlockDialogProps {
  name: string
  /** Stores the block on this device; rejects when it could not be stored. */
  onBlock: () => Promise<void>
  onClose: () => void
}

/** Asks once before somebody is blocked. */
export function BlockDialog({ name, onBlock, onClose }: BlockDialogProps) {
  const [failed, setFailed] = useState(false)

  async function block() {
    try {
      await onBlock()
      showToast({ text: m.reports_blocked({ name }), tone: 'success' })
      onClose()
    } catch {
      setFailed(true)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      emoji="🛑"
      title={m.reports_block_title({ name })}
      description={m.reports_block_text()}
      actions={
        <>
          <Button look="danger" onClick={() => void block()}>
            {m.reports_block_action({ name })}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.reports_keep()}
          </Button>
        </>
      }
    >
      {failed && (
        <div role="alert">
          <Banner tone="danger">{m.reports_not_kept()}</Banner>
        </div>
      )}
    </Dialog>
  )
}
