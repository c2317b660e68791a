import { flushSync } from 'react-dom'
import { type Chat, knownReaction, type ReactionName } from '#contract/chat/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate, formatClock } from '#src/lib/dates.ts'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog, Sheet } from '#src/ui/dialog/dialog.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { ReactionBar } from '../reactions/reactions.tsx'
import { deleteSent, react, takeBack, type Choosing, hasText } from './message-actions.ts'
import styles from '../window/window.module.css'

export interface MessageDialogsProps {
  db: UserDatabase
  choosing: Choosing
  open: boolean
  /** Whose deleted words are locked away in this chat. */
  evidence: Chat['evidence']
  /** The next words answer this message. */
  onReply: (message: ShownMessage) => void
}

/** What opens over a chat for one of its messages. */
export function MessageDialogs(props: MessageDialogsProps) {
  const { db, choosing, open, evidence, onReply } = props
  const { chatId, choice, choose, actions } = choosing
  if (!choice) return null
  const { dialog, message } = choice
  const { id } = message
  const close = () => choose(undefined)
  switch (dialog) {
    case 'choices':
      return (
        <MessageSheet
          message={message}
          userId={db.userId}
          open={open}
          onReact={(reaction) => {
            close()
            void react(db, { chatId, messageId: id, reaction })
          }}
          onReply={(answered) => {
            // A dialog that closes gives the focus back: that comes first, and the words have it then.
            flushSync(close)
            onReply(answered)
          }}
          onCopy={(copied) => {
            close()
            actions.onCopy(copied)
          }}
          onDelete={() => choose({ dialog: 'delete', message })}
          onReport={
            actions.mayReport
              ? () => {
                  close()
                  actions.onReport(message)
                }
              : undefined
          }
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
  }
}

async function remove(db: UserDatabase, chatId: string, { id, seq }: ShownMessage): Promise<void> {
  await (seq === null ? takeBack(db, id) : deleteSent(db, chatId, id))
}

interface DeleteMessageDialogProps {
  message: ShownMessage
  /** Whether it is locked away for a time: an adult's words to somebody under 18. */
  sealed: boolean
  onDelete: (message: ShownMessage) => void
  onClose: () => void
}

/** Asks once before a message is deleted. */
function DeleteMessageDialog(props: DeleteMessageDialogProps) {
  const { message, sealed, onDelete, onClose } = props
  const unsent = message.seq === null
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.chat_delete_title()}
      description={deleteText(message)}
      actions={
        <>
          <Button
            look="danger"
            onClick={() => {
              onClose()
              onDelete(message)
            }}
          >
            {m.chat_delete()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.chat_keep()}
          </Button>
        </>
      }
    >
      <p dir="auto">{message.content || message.file?.name}</p>
      {sealed && !unsent && <Banner tone="info">{m.chat_delete_sealed()}</Banner>}
    </Dialog>
  )
}

function deleteText({ seq, delivery }: ShownMessage): string {
  if (seq !== null) return m.chat_delete_text()
  const arrived = 'mayBeThere' in delivery && delivery.mayBeThere
  return arrived ? m.chat_delete_arrived() : m.chat_delete_unsent_text()
}

/** What can be done with a message that the server has. */
interface MessageSheetProps {
  message: ShownMessage
  userId: string
  /** Whether messages can still be sent and deleted here. */
  open: boolean
  onReact: (reaction: ReactionName | null) => void
  onReply: (message: ShownMessage) => void
  onCopy: (message: ShownMessage) => void
  onDelete: (message: ShownMessage) => void
  /** Absent for who cannot report. */
  onReport: ((message: ShownMessage) => void) | undefined
  onClose: () => void
}

function MessageSheet(props: MessageSheetProps) {
  const { message, userId, open, onReact, onReply, onCopy, onDelete, onReport, onClose } = props
  const mine = message.senderId === userId
  const answerable = open && !message.deleted
  const own = message.reactions.find((each) => each.userId === userId)
  return (
    <Sheet open onClose={onClose} title={m.chat_menu({ when: formatClock(message.at) })}>
      <div className={styles.choices}>
        {answerable && (
          <ReactionBar mine={knownReaction(own?.reaction ?? null)} onReact={onReact} />
        )}
        {hasText(message) && (
          <p className={styles.chosen} dir="auto">
            {message.content}
          </p>
        )}
        {answerable && (
          <Button look="secondary" icon="back" wide onClick={() => onReply(message)}>
            {m.chat_reply()}
          </Button>
        )}
        {message.sealedUntil !== null && (
          <p>{m.chat_sealed_trace({ date: formatDate(message.sealedUntil) })}</p>
        )}
        {hasText(message) && (
          <Button look="secondary" icon="copy" wide onClick={() => onCopy(message)}>
            {m.chat_copy()}
          </Button>
        )}
        {!mine && onReport && (
          <Button look="secondary" icon="alert" wide onClick={() => onReport(message)}>
            {m.chat_report()}
          </Button>
        )}
        {mine && open && !message.deleted && (
          <Button look="danger" icon="trash" wide onClick={() => onDelete(message)}>
            {m.chat_delete()}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
