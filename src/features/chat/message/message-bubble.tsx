import * as m from '#src/i18n/paraglide/messages.js'
import styles from './message.module.css'
import contactNoteStyles from './contact-note.module.css'
import { memo, useId, type ReactNode } from 'react'
import type { ContactDetail } from '#contract/chat/contact-details.ts'
import type { ShownMessage, ShownQuote } from '#src/offline/features/chat/shown-messages.ts'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { formatClock } from '#src/lib/dates.ts'
import { MessageFile } from './message-file.tsx'
import { MessageStatus, type UnsentActions } from './message-status.tsx'
import { linkParts } from './link-parts.ts'
import { MessageQuote } from './message-quote.tsx'
import { ShownReactions } from '../reactions/reactions.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Icon } from '#src/ui/image/icon.tsx'

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
  /** Leads to the message that another one answers. */
  readonly onQuote: (quote: ShownQuote) => void
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
  /** Whoever wrote it, for those who do not see on which side it is. */
  author: string
  userId: string
  /** What the other one is called. */
  name: string
  /** What in it leads away from here, where somebody young should know that they need not follow. */
  note: readonly ContactDetail[] | undefined
  actions: MessageActions
}

/** One message; it is drawn again only when something about it changes. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, mine, first, last, seen, open, choosable, author, note, actions } = props
  const { id, content, deleted, delivery, quote, reactions } = message
  const { userId, name } = props
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
          {quote && (
            <MessageQuote
              quote={quote}
              author={authorOf(quote, { userId, name })}
              {...(quote.seq !== null && { onOpen: () => actions.onQuote(quote) })}
            />
          )}
          <Inside message={message} load={() => actions.loadFile(message)}>
            {content && <MessageText text={content} />}
          </Inside>
        </article>
        {choosable && (
          <IconButton
            className={styles.more}
            icon="more"
            label={m.chat_menu({ when: formatClock(message.at) })}
            aria-haspopup="dialog"
            onClick={() => actions.onChoose(message)}
          />
        )}
      </div>
      <ShownReactions {...{ reactions, userId, name }} />
      {note && (
        <ContactNote
          textId={noteId}
          details={note}
          onReport={() => actions.onReport(message)}
          onDismiss={() => actions.onDismissNote(message)}
        />
      )}
      {(last || delivery.status !== 'sent') && (
        <div className={styles.meta}>
          <time dateTime={new Date(message.at).toISOString()}>{formatClock(message.at)}</time>
          {mine && <MessageStatus message={message} seen={seen} open={open} actions={actions} />}
        </div>
      )}
    </li>
  )
})

/** Who wrote what a message answers. */
export function authorOf(
  { message }: ShownQuote,
  { userId, name }: { userId: string; name: string },
): string | undefined {
  if (!message) return undefined
  return message.senderId === userId ? m.chat_by_me() : name
}

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

/** What somebody wrote, with its web addresses as links that tell nobody where they were opened. */
function MessageText({ text }: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {linkParts(text).map(({ text, href }, index) =>
        href === undefined ? (
          text
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text that never changes
          <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {text}
          </a>
        ),
      )}
    </p>
  )
}

interface ContactNoteProps {
  /** Of the text, so that the message can point at it. */
  textId: string
  details: readonly ContactDetail[]
  onReport: () => void
  onDismiss: () => void
}

/** Tells a young person, beside an early message of an adult that leads elsewhere, that they owe nobody an answer to it. */
function ContactNote({ textId, details, onReport, onDismiss }: ContactNoteProps) {
  const [first = 'link'] = details
  return (
    <div className={contactNoteStyles.note} role="note" aria-labelledby={textId}>
      <Icon name="info" size={20} />
      <p className={contactNoteStyles.text} id={textId}>
        {details.length > 1 ? m.chat_contact_several() : detailLabels[first]()}{' '}
        {m.chat_contact_text()}
      </p>
      <div className={contactNoteStyles.actions}>
        <Button look="secondary" size="small" icon="alert" onClick={onReport}>
          {m.chat_report()}
        </Button>
        <Button look="quiet" size="small" onClick={onDismiss}>
          {m.chat_contact_dismiss()}
        </Button>
      </div>
    </div>
  )
}

const detailLabels: Record<ContactDetail, () => string> = {
  email: m.chat_contact_email,
  phone: m.chat_contact_phone,
  link: m.chat_contact_link,
}
