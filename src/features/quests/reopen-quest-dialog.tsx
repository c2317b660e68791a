import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { QuestResponse } from '#contract/quests/response.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { reopenQuest } from './quest-draft.ts'

export interface ReopenQuestDialogProps {
  db: UserDatabase
  /** The operation that was refused. */
  opId: string
  payload: QuestResponse
  onClose: () => void
}

/** A refused response is corrected where it was made: it becomes the player's draft again, with every answer that was given. */
export function ReopenQuestDialog(props: ReopenQuestDialogProps) {
  const { db, opId, payload, onClose } = props
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState<string>()

  async function reopen() {
    const outcome = await reopenQuest(db, opId, payload).catch(() => undefined)
    if (outcome === 'draft') {
      void navigate({ to: '/surveys/$questId', params: { questId: String(payload.questId) } })
    } else if (outcome === 'draft_in_the_way') setTrouble(m.quests_reopen_in_the_way())
    else setTrouble(m.quests_reopen_failed())
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
      <FailureBanner text={trouble} />
    </Dialog>
  )
}
