import type { Chat } from '#contract/chat/model.ts'
import { deleteSent, takeBack } from './change-messages.ts'
import { DeleteMessageDialog } from './delete-message-dialog.tsx'
import { MessageSheet } from './message-sheet.tsx'
import { BlockDialog } from '#src/features/safety/block-dialog.tsx'
import { queueBlock, queueReport } from '#src/features/safety/queue-safety.ts'
import { ReportSheet } from '#src/features/safety/report-sheet.tsx'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Choosing } from './use-message-actions.ts'

export interface MessageDialogsProps {
  db: UserDatabase
  choosing: Choosing
  open: boolean
  /** Whose deleted words are locked away in this chat. */
  evidence: Chat['evidence']
  /** Of the other one. */
  name: string
}

/** What opens over a chat for one of its messages. */
export function MessageDialogs({ db, choosing, open, evidence, name }: MessageDialogsProps) {
  const { chatId, choice, choose, actions } = choosing
  if (!choice) return null
  const { dialog, message } = choice
  const { id, senderId } = message
  const close = () => choose(undefined)
  switch (dialog) {
    case 'choices':
      return (
        <MessageSheet
          message={message}
          mine={senderId === db.userId}
          open={open}
          onCopy={(copied) => {
            close()
            actions.onCopy(copied)
          }}
          onDelete={() => choose({ dialog: 'delete', message })}
          onReport={actions.mayReport ? () => choose({ dialog: 'report', message }) : undefined}
          onClose={close}
        />
      )
    case 'delete':
      return (
        <DeleteMessageDialog
          message={message}
          sealed={evidence === 'mine'}
          onDelete={(gone) => void remove(db, chatId, gone)}
          onClose={close}
        />
      )
    case 'report':
      return (
        <ReportSheet
          name={name}
          onReport={(reason, note) =>
            queueReport(db, { target: { kind: 'message', id }, reason, note })
          }
          {...(senderId !== null && { onBlock: () => choose({ dialog: 'block', message }) })}
          onClose={close}
        />
      )
    case 'block':
      return senderId === null ? null : (
        <BlockDialog name={name} onBlock={() => queueBlock(db, senderId)} onClose={close} />
      )
  }
}

async function remove(db: UserDatabase, chatId: string, { id, seq }: ShownMessage): Promise<void> {
  await (seq === null ? takeBack(db, id) : deleteSent(db, chatId, id))
}
