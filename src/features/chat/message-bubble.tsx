import { memo, useId, type ReactNode } from 'react'
import type { ContactDetail } from '#contract/chat/contact-details.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { clockWords } from './chat-when.ts'
import { ContactNote } from './contact-note.tsx'
import { MessageFile } from './message-file.tsx'
import { MessageStanding, type UnsentActions } from './message-standing.tsx'
import { MessageText } from './message-text.tsx'
import styles from './message.module.css'

/** What can be done with the messages of a chat; the same object as long as the chat is open. */
export interface MessageActions extends UnsentActions {
  /** Whether the person can report what the other one wrote. */
  readonly mayReport: boolean
  /** Opens what can be done with a message. */
  readonly onChoose: (message: ShownMessage) => void
  /** Opens the report of a message. */
  readonly onReport: (message: ShownMessage) => void
  /** Puts away the note on a message. */
  readonly onDismissNote: (message: ShownMessage) => void
  /** The bytes of a message's file. */
  readonly loadFile: (message: ShownMessage) => Promise<Blob | undefined>
}

export interface MessageBubbleProps {
  message: ShownMessage
  mine: boolean
  first: boolean
  last: boolean
  /** Whether the other one has read it and says so. */
  seen: boolean
  /** Whether messages can still be sent and deleted here. */
  open: boolean
  /** Whether there is anything to choose for it. */
  choosable: boolean
  /** Whoever wrote it, for those who do not see on which side it stands. */
  author: string
  /** What in it leads away from here, where somebody young should know that they need not follow. */
  note: readonly ContactDetail[] | undefined
  actions: MessageActions
}

/** One message; it is drawn again only when something about it changes. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, mine, first, last, seen, open, choosable, author, note, actions } = props
  const { id, content, deleted, standing } = message
  const noteId = useId()
  return (
    <li
      className={styles.line}
      data-message={id}
      data-mine={mine || undefined}
      data-first={first || undefined}
      data-last={last || undefined}
    >
      <div className={styles.row}>
        <article
          className={styles.bubble}
          data-deleted={deleted || undefined}
          aria-describedby={note && noteId}
        >
          <VisuallyHidden>{author}: </VisuallyHidden>
          <Inside message={message} load={() => actions.loadFile(message)}>
            {content && <MessageText text={content} />}
          </Inside>
        </article>
        {choosable && (
          <IconButton
            className={styles.more}
            icon="more"
            label={m.chat_menu({ when: clockWords(message.at) })}
            aria-haspopup="dialog"
            onClick={() => actions.onChoose(message)}
          />
        )}
      </div>
      {note && (
        <ContactNote
          textId={noteId}
          details={note}
          onReport={() => actions.onReport(message)}
          onDismiss={() => actions.onDismissNote(message)}
        />
      )}
      {(last || standing.status !== 'sent') && (
        <div className={styles.meta}>
          <time dateTime={new Date(message.at).toISOString()}>{clockWords(message.at)}</time>
          {mine && <MessageStanding message={message} seen={seen} open={open} actions={actions} />}
        </div>
      )}
    </li>
  )
})

interface InsideProps {
  message: ShownMessage
  load: () => Promise<Blob | undefined>
  children: ReactNode
}

function Inside({ message: { id, file, deleted }, load, children }: InsideProps) {
  if (deleted) return <p className={styles.trace}>{m.chat_deleted()}</p>
  return (
    <>
      {file && <MessageFile messageId={id} file={file} load={load} />}
      {children}
    </>
  )
}
