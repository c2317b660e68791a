import * as m from '#src/i18n/paraglide/messages.js'
import type { ShownQuote } from '#src/offline/features/chat/shown-messages.ts'
import styles from './message-quote.module.css'

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
      {author !== undefined && <span className={styles.author}>{author}</span>}
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
