import { memo, useId, type ReactNode } from 'react'
import type { ContactDetail } from '#contract/chat/contact-details.ts'
import { useSpeech } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatClock } from '#src/lib/dates.ts'
import type { ShownMessage, ShownQuote } from '#src/offline/features/chat/shown-messages.ts'
import { IconButton, Button } from '#src/ui/button/button.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { ShownReactions } from '../reactions/reactions.tsx'
import { MessageFile } from './message-file.tsx'
import { MessageStatus, type UnsentActions } from './message-status.tsx'
import styles from './message-bubble.module.css'
import messageStyles from './message.module.css'

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

const candidate = /\b(?:https?:\/\/|www\.)[^\s<>"]+/gi

const detailLabels: Record<ContactDetail, () => string> = {
  email: m.chat_contact_email,
  phone: m.chat_contact_phone,
  link: m.chat_contact_link,
}

/** One message; it is drawn again only when something about it changes. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, mine, first, last, seen, open, choosable, author, note, actions } = props
  const { id, content, deleted, delivery, quote, reactions } = message
  const { userId, name } = props
  const noteId = useId()
  useSpeech()
  return (
    <li
      className={messageStyles.line}
      data-message={id}
      data-mine={mine || undefined}
      data-first={first || undefined}
      data-last={last || undefined}
    >
      <div className={messageStyles.row}>
        <article
          className={messageStyles.bubble}
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
            className={messageStyles.more}
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
        <div className={messageStyles.meta}>
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
  if (deleted) return <p className={messageStyles.trace}>{m.chat_deleted()}</p>
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
    <p className={messageStyles.text} dir="auto">
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
    <div className={styles.note} role="note" aria-labelledby={textId}>
      <Icon name="info" size={20} />
      <p className={styles.text} id={textId}>
        {details.length > 1 ? m.chat_contact_several() : detailLabels[first]()}{' '}
        {m.chat_contact_text()}
      </p>
      <div className={styles.actions}>
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

/** A piece of what somebody wrote; with an address where it is one that may be opened. */
export interface TextPart {
  readonly text: string
  readonly href: string | undefined
}

/**
 * Finds the web addresses in a text. Only http and https become links, none that carries a name or a password, and each
 * is shown as it is: nobody can make one address look like another.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const shown = withoutTail(found)
    const href = safeHref(shown)
    if (href === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index), href: undefined })
    parts.push({ text: shown, href })
    end = index + shown.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: undefined })
  return parts
}

/** A sentence's own marks behind an address are none of it; a bracket is where it was opened in it. */
function withoutTail(found: string): string {
  const bare = found.replace(/[.,!?;:'…]+$/, '')
  const unopened = bare.endsWith(')') && !bare.includes('(')
  return unopened ? withoutTail(bare.slice(0, -1)) : bare
}

function safeHref(shown: string): string | undefined {
  const address = /^www\./i.test(shown) ? `https://${shown}` : shown
  if (!URL.canParse(address)) return undefined
  const { protocol, username, password, hostname, href } = new URL(address)
  const web = protocol === 'http:' || protocol === 'https:'
  return web && username === '' && password === '' && hostname.includes('.') ? href : undefined
}

export interface MessageQuoteProps {
  quote: ShownQuote
  /** What whoever wrote it is called; undefined where this device does not know the message. */
  author: string | undefined
  /** Leads to the message; absent where there is nothing to lead to. */
  onOpen?: () => void
}

/** The message that another one answers, in one line. */
export function MessageQuote({ quote, author, onOpen }: MessageQuoteProps) {
  const words = (
    <>
      {author !== undefined && (
        <span className={styles.author} dir="auto">
          {author}
        </span>
      )}
      <span className={styles.words} dir="auto">
        {quoteWords(quote)}
      </span>
    </>
  )
  if (!onOpen) return <div className={styles.quote}>{words}</div>
  return (
    <button className={styles.quote} type="button" title={m.chat_quote_open()} onClick={onOpen}>
      {words}
    </button>
  )
}

/** What a quote says; of a deleted message, and of one that is not on this device, that. */
export function quoteWords({ message }: ShownQuote): string {
  if (!message) return m.chat_quote_earlier()
  if (message.deleted) return m.chat_line_deleted()
  const text = message.content.replaceAll(/\s+/g, ' ').trim()
  if (text === '' && message.file?.voiceMs !== undefined) return m.chat_voice()
  return text || (message.file ? m.chat_line_file({ name: message.file.name }) : '')
}
