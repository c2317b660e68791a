import { useNavigate } from '@tanstack/react-router'
import type { QuestResponse } from '#contract/quests/response.ts'
import { ReopenQuestDialog } from '#src/features/quests/reopen-quest-dialog.tsx'
import type { UserDatabase } from '#src/offline/database.ts'

export interface ReopenQuestProps {
  db: UserDatabase
  opId: string
  payload: QuestResponse
  onClose: () => void
}

/** A refused response is corrected where it was made: in the player. */
export function ReopenQuest(props: ReopenQuestProps) {
  const navigate = useNavigate()
  const { questId } = props.payload
  const href: string = `/surveys/${questId}`
  return <ReopenQuestDialog {...props} onReopened={() => void navigate({ to: href })} />
}
