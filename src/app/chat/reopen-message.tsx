import { useNavigate } from '@tanstack/react-router'
import type { NewMessage } from '#contract/chat/model.ts'
import { ReopenMessageDialog } from '#src/features/chat/reopen-message-dialog.tsx'
import type { UserDatabase } from '#src/offline/database.ts'

export interface ReopenMessageProps {
  db: UserDatabase
  opId: string
  payload: NewMessage
  onClose: () => void
}

/** A refused message is corrected where it was written: in its chat. */
export function ReopenMessage({ db, opId, payload, onClose }: ReopenMessageProps) {
  const navigate = useNavigate()
  const { chatId } = payload
  return (
    <ReopenMessageDialog
      db={db}
      opId={opId}
      onReopened={() => void navigate({ to: '/chats/$chatId', params: { chatId } })}
      onClose={onClose}
    />
  )
}
