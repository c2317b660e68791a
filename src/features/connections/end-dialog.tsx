import { useState } from 'react'
import type { Friend } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { endFailure } from './connection-labels.ts'
import { friendName } from './connections-resource.ts'

export interface EndDialogProps {
  friend: Friend
  /** Rejects where the server refused or did not answer. */
  onEnd: () => Promise<void>
  onClose: () => void
}

/** Asks before a connection ends. */
export function EndDialog({ friend, onEnd, onClose }: EndDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const name = friendName(friend)

  async function end() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onEnd()
      showToast({ text: m.connections_ended({ name }) })
      onClose()
    } catch (error) {
      setFailure(endFailure(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.connections_end_title({ name })}
      description={m.connections_end_text()}
      actions={
        <>
          <Button look="danger" busy={busy} onClick={() => void end()}>
            {m.connections_end()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.connections_end_keep()}
          </Button>
        </>
      }
    >
      {failure && (
        <div role="alert">
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
    </Dialog>
  )
}
