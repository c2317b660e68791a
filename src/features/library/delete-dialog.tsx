import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { failureOf } from './form-failure.ts'

export interface DeleteDialogProps {
  title: string
  text: string
  /** The product's words where the server does not say why. */
  failed: string
  onDelete: () => Promise<void>
  onClose: () => void
}

/** Asks before something is taken down. */
export function DeleteDialog({ title, text, failed, onDelete, onClose }: DeleteDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function remove() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onDelete()
      onClose()
    } catch (error) {
      setFailure(failureOf(error, failed).text)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.library_delete_title({ title })}
      description={text}
      actions={
        <>
          <Button look="danger" busy={busy} onClick={() => void remove()}>
            {m.library_delete()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.library_delete_keep()}
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
