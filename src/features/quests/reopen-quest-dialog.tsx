import { useState } from 'react'
import type { QuestResponse } from '#contract/quests/response.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/database.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { reopenQuest } from './quest-draft.ts'

export interface ReopenQuestDialogProps {
  db: UserDatabase
  /** The operation that was refused. */
  opId: string
  payload: QuestResponse
  /** The answers are a draft again. */
  onReopened: () => void
  onClose: () => void
}

/** Makes a refused response a draft again, with every answer that was given. */
export function ReopenQuestDialog(props: ReopenQuestDialogProps) {
  const { db, opId, payload, onReopened, onClose } = props
  const [failed, setFailed] = useState(false)

  async function reopen() {
    try {
      await reopenQuest(db, opId, payload)
      onReopened()
    } catch {
      setFailed(true)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      emoji="🧭"
      title={m.quests_reopen_title()}
      description={m.quests_reopen_text()}
      actions={
        <>
          <Button onClick={() => void reopen()}>{m.quests_reopen()}</Button>
          <Button look="quiet" onClick={onClose}>
            {m.quests_reopen_cancel()}
          </Button>
        </>
      }
    >
      {failed && <Banner tone="danger">{m.quests_reopen_failed()}</Banner>}
    </Dialog>
  )
}
