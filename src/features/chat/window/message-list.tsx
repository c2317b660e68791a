import { useRef, useState, type ReactNode } from 'react'
import { useNow } from '#src/data/local-clock.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatRelativeDay, dayKey } from '#src/lib/dates.ts'
import { tapFeedback } from '#src/lib/haptics.ts'
import { useOnline } from '#src/lib/online.ts'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import { Button, IconButton } from '#src/ui/button/button.tsx'
import { Spinner } from '#src/ui/state/loading.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { History } from '../chat-resource.ts'
import { type ContactNotes, hasChoices } from '../message/message-actions.ts'
import { MessageBubble, type MessageActions } from '../message/message-bubble.tsx'
import { useLongPress } from './use-long-press.ts'
import type { ScrollKeeper } from './use-scroll-keeper.ts'
import styles from './window.module.css'

export interface MessageListProps {
  history: History
  keeper: ScrollKeeper
  userId: string
  /** What the other one is called. */
  name: string
  /** The sequence number of the newest message that the server has announced. */
  newestSeq: number
  /** How far the person had read when they opened the chat. */
  readSeq: number
  /** How far the other one has read; null while they do not say. */
  seenSeq: number | null
  open: boolean
  /** What young people should know of some of the messages. */
  notes: ContactNotes
  actions: MessageActions
  /** Shown where there is no message at all. */
  empty: ReactNode
}

/** The messages of a chat with their day lines, and the way back to the newest one. */
export function MessageList(props: MessageListProps) {
  const { history, keeper, userId, name, newestSeq, readSeq, empty } = props
  const { messages, older } = history
  const { scroller, away, toEnd } = keeper
  const nowMs = useNow()
  const box = useRef<HTMLElement | null>(null)
  useLongPress(box, (id) => {
    const pressed = messages.find((message) => message.id === id)
    if (!pressed || !isChoosable(pressed, props, nowMs)) return
    tapFeedback()
    props.actions.onChoose(pressed)
  })
  const items = timelineOf(messages, { userId, readSeq: readSeq < newestSeq ? readSeq : null })
  return (
    <div className={styles.scene}>
      {/* A part that scrolls must be reachable, or the keyboard cannot scroll it (WCAG 2.1.1). */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- the reason above */}
      <section
        className={styles.scroller}
        ref={(element) => {
          box.current = element
          scroller(element)
        }}
        tabIndex={0}
        aria-label={m.chat_messages_label({ name })}
      >
        <div className={styles.content}>
          {messages.length > 0 && <OlderLine older={older} onRetry={history.retryOlder} />}
          {messages.length === 0 && empty}
          <ol className={styles.messages}>
            {items.map((item) => (
              <Item key={item.key} item={item} nowMs={nowMs} list={props} />
            ))}
          </ol>
        </div>
      </section>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
      {(away || history.window.upToSeq !== null) && (
        <ToNewest
          newestSeq={newestSeq}
          onPress={() => {
            history.showNewest()
            toEnd()
          }}
        />
      )}
      <Announcer messages={messages} userId={userId} name={name} newestSeq={newestSeq} />
    </div>
  )
}

interface ItemProps {
  item: TimelineItem
  nowMs: number
  list: MessageListProps
}

function Item({ item, nowMs, list }: ItemProps) {
  switch (item.kind) {
    case 'day':
      return (
        <li className={styles.day}>
          <span>{formatRelativeDay(item.at, nowMs)}</span>
        </li>
      )
    case 'fresh':
      return (
        <li className={styles.fresh}>
          <span>{m.chat_fresh()}</span>
        </li>
      )
    case 'message': {
      const { message, mine, first, last } = item
      const { seenSeq, open, notes, actions, name, userId } = list
      const seen = mine && seenSeq !== null && message.seq !== null && message.seq <= seenSeq
      const author = mine ? m.chat_by_me() : name
      const note = mine ? undefined : notes.get(message.id)
      const choosable = isChoosable(message, list, nowMs)
      const marks = { mine, first, last, seen, open, choosable }
      const bubble = { message, ...marks, author, userId, name, note, actions }
      return <MessageBubble {...bubble} />
    }
  }
}

/** Whether there is anything to choose for a message, by its button or by a finger that rests on it. */
function isChoosable(message: ShownMessage, list: MessageListProps, nowMs: number): boolean {
  const { userId, open, actions } = list
  const mine = message.senderId === userId
  return hasChoices(message, { mine, open, mayReport: actions.mayReport, nowMs })
}

/** Says whether anything has come since the person scrolled up. */
function ToNewest({ newestSeq, onPress }: { newestSeq: number; onPress: () => void }) {
  const [leftAtSeq] = useState(newestSeq)
  return (
    <div className={styles.toNewest}>
      {newestSeq > leftAtSeq ? (
        <Button size="small" onClick={onPress}>
          {m.chat_new_messages()} ↓
        </Button>
      ) : (
        <IconButton
          className={styles.down}
          look="soft"
          icon="chevron"
          label={m.chat_to_newest()}
          onClick={onPress}
        />
      )}
    </div>
  )
}

/** So many that come at once are read out; all of them are in the list. */
const announcedMax = 5

/** Reads out what has come while the chat is open, and nothing that was there before. */
function Announcer({
  messages,
  userId,
  name,
  newestSeq,
}: Pick<MessageListProps, 'userId' | 'name' | 'newestSeq'> & {
  messages: readonly ShownMessage[]
}) {
  const theirs = messages.filter(({ senderId }) => senderId !== userId)
  // A chat that this device opens for the first time has its messages after its newest number.
  const [read, setRead] = useState<{ upToSeq: number; news: readonly ShownMessage[] }>(() => ({
    upToSeq: Math.max(theirs.at(-1)?.seq ?? 0, newestSeq),
    news: [],
  }))
  const { upToSeq } = read
  const coming = theirs.filter(({ deleted, seq }) => !deleted && (seq ?? 0) > upToSeq)
  const last = coming.at(-1)?.seq
  // Each is added once, also when older ones are shown and the newest come back.
  if (last) setRead({ upToSeq: last, news: [...read.news, ...coming].slice(-announcedMax) })
  const deleted = new Set(messages.filter((one) => one.deleted).map(({ id }) => id))
  const news = read.news.filter(({ id }) => !deleted.has(id))
  return (
    <div className={styles.announcer} aria-live="polite">
      {news.map((one) => (
        // Each is an element of its own: what says the same as the one before is read, too.
        <p key={one.id}>{m.chat_announce({ name, text: spoken(one) })}</p>
      ))}
    </div>
  )
}

function spoken({ content, file }: ShownMessage): string {
  if (content) return content
  return file?.voiceMs === undefined ? (file?.name ?? '') : m.chat_voice()
}

/** The line above the oldest message on screen. */
function OlderLine({ older, onRetry }: { older: History['older']; onRetry: () => void }) {
  const online = useOnline()
  if (older === 'none') return <p className={styles.older}>{m.chat_messages_begin()}</p>
  if (older === 'failed') {
    return (
      <output className={styles.older}>
        {online ? m.chat_older_failed() : m.chat_older_offline()}
        {online && (
          <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
            {m.chat_retry()}
          </Button>
        )}
      </output>
    )
  }
  return (
    <div className={styles.older}>
      {older === 'loading' && (
        <>
          <Spinner size={20} />
          <VisuallyHidden>{m.chat_older_loading()}</VisuallyHidden>
        </>
      )}
    </div>
  )
}

/** One row of a chat: a message, or a line between messages. */
type TimelineItem =
  | { kind: 'day'; key: string; at: number }
  /** Everything below has come since the last visit. */
  | { kind: 'fresh'; key: string }
  | {
      kind: 'message'
      key: string
      message: ShownMessage
      mine: boolean
      /** The first and the last of several that one person wrote in a row. */
      first: boolean
      last: boolean
    }

/** Messages of one person with no longer pause than this between them belong together, in milliseconds. */
const togetherMs = 5 * 60_000

export interface TimelineView {
  readonly userId: string
  /** How far the person had read when they opened the chat; null for no line. */
  readonly readSeq: number | null
}

/** Puts day lines between messages and says which of them belong together. */
export function timelineOf(
  messages: readonly ShownMessage[],
  { userId, readSeq }: TimelineView,
): TimelineItem[] {
  const items: TimelineItem[] = []
  const freshId = readSeq === null ? undefined : firstFresh(messages, userId, readSeq)
  messages.forEach((message, index) => {
    const before = messages[index - 1]
    const after = messages[index + 1]
    const newDay = !before || dayKey(before.at) !== dayKey(message.at)
    const fresh = message.id === freshId
    if (newDay) items.push({ kind: 'day', key: `day ${message.id}`, at: message.at })
    if (fresh) items.push({ kind: 'fresh', key: 'fresh' })
    items.push({
      kind: 'message',
      key: message.id,
      message,
      mine: message.senderId === userId,
      first: newDay || fresh || !together(before, message),
      last: !after || after.id === freshId || !together(message, after),
    })
  })
  return items
}

function firstFresh(
  messages: readonly ShownMessage[],
  userId: string,
  readSeq: number,
): string | undefined {
  return messages.find(({ seq, senderId }) => seq !== null && seq > readSeq && senderId !== userId)
    ?.id
}

function together(before: ShownMessage, after: ShownMessage): boolean {
  return (
    before.senderId === after.senderId &&
    dayKey(before.at) === dayKey(after.at) &&
    Math.abs(after.at - before.at) <= togetherMs
  )
}
