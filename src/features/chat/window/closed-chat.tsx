import type { ReactNode } from 'react'
import type { Chat, ChatState } from '#contract/chat/model.ts'
import { useLive } from '#src/data/resource.ts'
import { SeesMinorsLink } from '#src/features/connections/person-link.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { saveDraft, readDraft } from '#src/offline/features/chat/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { copyText } from '../message/message-actions.ts'
import styles from './window.module.css'

interface ClosedChatProps {
  db: UserDatabase
  chat: Chat
  otherId: string
  name: string
}

/** In the composer's place: why a chat takes no messages, and the draft that is left in it. */
export function ClosedChat(props: ClosedChatProps) {
  return (
    <>
      <ClosedNote {...props} />
      <LeftDraft db={props.db} chatId={props.chat._id} />
    </>
  )
}

/** Why a chat takes no messages, and where somebody finds a provider who is there for them. */
function ClosedNote({ db, chat, otherId, name }: ClosedChatProps) {
  const friend = useLive(db, () => db.friends.get(otherId), [otherId])
  const reason = reasonOf(chat)
  if (!reason) return null
  return (
    <ReadOnlyNote
      reason={reason}
      name={name}
      action={reason === 'minors' && <SeesMinorsLink specialty={friend?.specialization} />}
    />
  )
}

function reasonOf({ state, closedTo, reads }: Chat): ReadOnlyReason | undefined {
  if (state === 'open') return undefined
  if (state === 'unavailable' && closedTo) return closedTo
  return state === 'ended' && reads === 'own' ? 'own' : state
}

/** Why a chat takes no messages: its state, the age of the reader, or a block that leaves them their own words. */
type ReadOnlyReason = Exclude<ChatState, 'open'> | 'minors' | 'own'

interface ReadOnlyNoteProps {
  reason: ReadOnlyReason
  name: string
  /** The way on, where there is one. */
  action?: ReactNode
}

/** Why nothing can be written here, in the composer's place. */
function ReadOnlyNote({ reason, name, action }: ReadOnlyNoteProps) {
  return (
    <div className={styles.note}>
      <Banner tone="info">
        <p>{readOnlyTexts[reason]({ name })}</p>
        {action && <p className={styles.wayOn}>{action}</p>}
      </Banner>
    </div>
  )
}

const readOnlyTexts = {
  ended: () => m.chat_ended(),
  own: () => m.chat_ended_own(),
  blocked: m.chat_blocked,
  unavailable: m.chat_unavailable,
  minors: m.chat_minors,
} as const satisfies Record<ReadOnlyReason, (inputs: { name: string }) => string>

/** What somebody wrote in a chat before it ended: theirs until they let go of it. */
function LeftDraft({ db, chatId }: { db: UserDatabase; chatId: string }) {
  const draft = useLive(db, () => readDraft(db, chatId), [chatId])
  if (!draft) return null
  const { text, file } = draft
  const drop = () => void saveDraft(db, { chatId, text: '', file: null, at: Date.now() })
  return (
    <div className={styles.leftDraft}>
      <p className={styles.leftTitle}>{m.chat_left_draft()}</p>
      <p className={styles.leftText} dir="auto">
        {text}
      </p>
      {file && <p>{m.chat_left_file({ name: file.name })}</p>}
      <div className={styles.leftActions}>
        {text && (
          <Button look="secondary" size="small" icon="copy" onClick={() => void copyText(text)}>
            {m.chat_copy()}
          </Button>
        )}
        <Button look="quiet" size="small" icon="trash" onClick={drop}>
          {m.chat_delete()}
        </Button>
      </div>
    </div>
  )
}
