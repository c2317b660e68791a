import { useMemo, useState } from 'react'
import { isSuperAdmin } from '#contract/account/model.ts'
import { editAgain } from './change-messages.ts'
import { dismissContactNote } from './contact-notes.ts'
import { copyWords } from './copy-words.ts'
import type { MessageActions } from './message-bubble.tsx'
import { messageFile } from '#src/offline/features/chat/message-files.ts'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { retryOps } from '#src/offline/engine/outbox.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'

/** The dialog that is open over a chat, and the message that it is about. */
export interface MessageChoice {
  readonly dialog: 'choices' | 'delete' | 'report' | 'block'
  readonly message: ShownMessage
}

export interface Choosing {
  readonly chatId: string
  readonly actions: MessageActions
  readonly choice: MessageChoice | undefined
  readonly choose: (choice: MessageChoice | undefined) => void
  /** Counts how often a message was made the draft again. */
  readonly draftTurn: number
}

/** What can be done with the messages of a chat; the same functions for as long as it is open. */
export function useMessageActions(db: UserDatabase, chatId: string, session: Session): Choosing {
  const [choice, choose] = useState<MessageChoice>()
  const [draftTurn, setDraftTurn] = useState(0)
  const mayReport = !isSuperAdmin(session.user)
  const actions = useMemo<MessageActions>(
    () => ({
      mayReport,
      onChoose: (message) => choose({ dialog: 'choices', message }),
      onReport: (message) => choose({ dialog: 'report', message }),
      onDismissNote: ({ id }) => void dismissContactNote(db, id),
      onTakeBack: (message) => choose({ dialog: 'delete', message }),
      onRetry: ({ id }) => void retryOps(db, id),
      onCopy: ({ content }) => void copyWords(content),
      onEdit: ({ id }) =>
        void editAgain(db, id).then((again) => again && setDraftTurn((turn) => turn + 1)),
      loadFile: ({ id, fileUrl }) =>
        asMember(db, (token) => messageFile(db, token, { _id: id, chatId, fileUrl }, Date.now())),
    }),
    [db, chatId, mayReport],
  )
  return { chatId, actions, choice, choose, draftTurn }
}
