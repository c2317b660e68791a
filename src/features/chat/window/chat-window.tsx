import {
  useEffect,
  useState,
  type ReactNode,
  useSyncExternalStore,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Chat, ChatMember } from '#contract/chat/model.ts'
import { awaySpan, isAway, type AwayHours } from '#contract/chat/settings.ts'
import { useNow } from '#src/data/local-clock.ts'
import { useLive } from '#src/data/resource.ts'
import { PersonLink } from '#src/features/connections/person-link.tsx'
import { openHelp } from '#src/features/safety/help/help.tsx'
import { SafetyMenu, type Ask } from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatClock, formatHour, zoneLabel } from '#src/lib/dates.ts'
import { Photo } from '#src/lib/private-image.tsx'
import { markRead } from '#src/offline/features/chat/presence.ts'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import { loadBackTo, loadOlder } from '#src/offline/features/chat/sync.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { useHistory, type ChatOpening } from '../chat-resource.ts'
import { ComposerPart, type WritingHandle } from '../composer/composer.tsx'
import { callName, memberName } from '../list/chat-list.tsx'
import { useContactNotes, useMessageActions } from '../message/message-actions.ts'
import { MessageDialogs } from '../message/message-dialogs.tsx'
import { openChat, useTyping } from '../open-chats.ts'
import { BackToChats } from '../pages/chats-page.tsx'
import { ClosedChat } from './closed-chat.tsx'
import { MessageList } from './message-list.tsx'
import { useScrollKeeper } from './use-scroll-keeper.ts'
import styles from './chat-window.module.css'
import windowStyles from './window.module.css'

export interface ChatWindowProps {
  db: UserDatabase
  session: Session
  chat: Chat
  opening: ChatOpening
  /** Shown in place of messages that were never fetched. */
  notYet: ReactNode
  /** Opens what blocks and reports beside the chat, which may go at any moment. */
  onAsk: Ask
}

/** The open chat: whom it is with, what was written, and where to write. */
export function ChatWindow({ db, session, chat, opening, notYet, onAsk }: ChatWindowProps) {
  const { _id: chatId, state, away, seenSeq, evidence } = chat
  const other = chat.members.find(({ _id }) => _id !== db.userId)
  const [readSeq] = useState(opening.known ? opening.readSeq : chat.readSeq)
  const { newestSeq, history, keeper } = useReading(db, chat, opening)
  const drawn = useDrawn(history.messages)
  const writing = useRef<WritingHandle>(null)
  const person = { id: other?._id ?? '', name: memberName(other) }
  const choosing = useMessageActions(db, chatId, {
    session,
    isRecording: () => writing.current?.isRecording() ?? false,
    onReport: ({ id, senderId: writerId }) =>
      onAsk({ dialog: 'report', kind: 'message', id, writerId, name: person.name }),
    onQuote: ({ id, seq }) => {
      keeper.toMessage(id)
      if (seq !== null && !history.messages.some((message) => message.id === id)) {
        void history.showPlace(seq).then((shown) => shown || couldNotShow(id))
      }
    },
  })
  function couldNotShow(id: string) {
    const text = navigator.onLine ? m.chat_older_failed() : m.chat_older_offline()
    if (keeper.stay(id)) showToast({ text, tone: 'danger' })
  }
  const notes = useContactNotes(db, session, { chatId, otherId: other?._id })
  const typing = useTyping(chatId)
  const open = state === 'open'
  return (
    <div className={windowStyles.window}>
      <ChatHead
        db={db}
        other={other}
        typing={typing && open}
        away={open ? away : null}
        menu={
          other &&
          choosing.actions.mayReport && (
            <SafetyMenu {...{ db, person, onAsk }} sealed={evidence === 'theirs'} />
          )
        }
      />
      <EmergencyLine />
      <MessageList
        {...{ history, keeper, newestSeq, readSeq, seenSeq, open, notes }}
        userId={db.userId}
        name={callName(other)}
        actions={choosing.actions}
        empty={history.cursor ? <NothingYet name={callName(other)} open={open} /> : notYet}
      />
      {open ? (
        <ComposerPart
          key={choosing.draftTurn}
          handle={writing}
          db={db}
          chatId={chatId}
          opening={opening}
          name={callName(other)}
          drawn={drawn}
          onSent={() => {
            history.showNewest()
            keeper.toEnd()
          }}
        />
      ) : (
        <ClosedChat db={db} chat={chat} otherId={person.id} name={callName(other)} />
      )}
      <MessageDialogs
        {...{ db, choosing, open, evidence }}
        onReply={({ id }) => writing.current?.answer(id)}
      />
    </div>
  )
}

function NothingYet({ name, open }: { name: string; open: boolean }) {
  const text = open ? m.chat_messages_none_text({ name }) : m.chat_ended()
  return <EmptyState emoji="👋" title={m.chat_messages_none()} text={text} />
}

/** The history of an open chat, kept up to date and marked as read while the person looks at its end. */
function useReading(db: UserDatabase, chat: Chat, opening: ChatOpening) {
  const { _id: chatId, lastMessage } = chat
  const visible = useVisible()
  const atOpening = opening.known ? opening.history : undefined
  const lastSeq = lastMessage?.seq ?? 0
  const history = useHistory({
    db,
    chatId,
    atOpening,
    newestSeq: lastSeq,
    loadOlder: () => asMember(db, (token) => loadOlder(db, token, chatId)),
    loadBackTo: (seq) => asMember(db, (token) => loadBackTo(db, token, { chatId, seq })),
  })
  const atNewest = history.window.upToSeq === null
  const keeper = useScrollKeeper({
    content: history.messages,
    atNewest,
    onOlder: history.showOlder,
    onNewer: history.showNewer,
  })
  const shownSeq = history.messages.findLast(({ seq }) => seq !== null)?.seq ?? 0
  const readsSeq = visible && atNewest && !keeper.away ? shownSeq : 0

  // An effect because being read is what happens to messages that are on screen.
  useEffect(() => {
    if (readsSeq > 0) void markRead(db, chatId, readsSeq).catch(() => undefined)
  }, [db, chatId, readsSeq])

  // An effect because the live driver is outside React: without a stream it polls what is open.
  useEffect(() => openChat(chatId), [chatId])

  return { newestSeq: Math.max(lastSeq, atNewest ? shownSeq : 0), history, keeper }
}

/** False while the page is in the background: nothing is read then. */
function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Gives a function that resolves once a message is drawn among these. */
function useDrawn(messages: readonly ShownMessage[]): (id: string) => Promise<void> {
  const drawn = useRef<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, () => void>())

  // An effect because a message is drawn once it is in the page.
  useLayoutEffect(() => {
    drawn.current = new Set(messages.map(({ id }) => id))
    for (const [id, resolve] of waiting.current) {
      if (!drawn.current.has(id)) continue
      waiting.current.delete(id)
      resolve()
    }
  }, [messages])

  return useCallback(async (id) => {
    if (drawn.current.has(id)) return
    await new Promise<void>((resolve) => waiting.current.set(id, resolve))
  }, [])
}

export interface ChatHeadProps {
  db: UserDatabase
  other: ChatMember | undefined
  typing: boolean
  /** When the other one does not read; null for always, and in a chat that takes no messages. */
  away: AwayHours | null
  menu: ReactNode
}

/** Whom one writes to. */
function ChatHead({ db, other, typing, away, menu }: ChatHeadProps) {
  const words = memberName(other)
  return (
    <header className={windowStyles.head}>
      <BackToChats />
      <Photo id={other?._id ?? 'gone'} name={words} file={other?.profileImg} size={44} decorative />
      <div className={windowStyles.who}>
        <h1 className={windowStyles.name}>
          <PersonName db={db} id={other?._id} words={words} />
        </h1>
        <p className={windowStyles.typing} aria-live="polite">
          {typing && m.chat_typing({ name: callName(other) })}
        </p>
        {away && !typing && <AwayHoursLine away={away} name={callName(other)} />}
      </div>
      {menu}
    </header>
  )
}

interface PersonNameProps {
  db: UserDatabase
  /** Undefined once they have left. */
  id: string | undefined
  words: string
}

/** Somebody's name, as the link to their page where they have one that may be seen. */
function PersonName({ db, id = '', words }: PersonNameProps) {
  const friend = useLive(db, () => db.friends.get(id), [id])
  if (!friend || friend.userType === 'Parent') return words
  return <PersonLink friend={friend}>{words}</PersonLink>
}

/** Spec: a chat is no place for emergencies, and says where there is help. */
function EmergencyLine() {
  return (
    <p className={windowStyles.emergency}>
      <Icon name="info" size={16} />
      {m.chat_not_emergency()}{' '}
      <button className={windowStyles.help} type="button" aria-haspopup="dialog" onClick={openHelp}>
        {m.chat_help()}
      </button>
    </p>
  )
}

/** When a care provider does not read, by the clock of whoever reads this; folded until they want to know more. */
function AwayHoursLine({ away, name }: { away: AwayHours; name: string }) {
  const nowMs = useNow()
  if (away.from === away.to) return null
  const { fromMs, toMs } = awaySpan(away, nowMs)
  const [from, to] = [formatClock(fromMs), formatClock(toMs)]
  const theirs = [formatHour(away.from), formatHour(away.to)] as const
  const sameClock = theirs[0] === from && theirs[1] === to
  return (
    <details className={styles.away} data-now={isAway(away, nowMs) || undefined}>
      <summary>
        <span className={styles.words}>
          {isAway(away, nowMs) ? m.chat_away_until({ to }) : m.chat_away_from({ from })}
        </span>
      </summary>
      <p>
        {m.chat_away_hours({ name, from, to })}
        {!sameClock && (
          <>
            {' '}
            {m.chat_away_theirs({ from: theirs[0], to: theirs[1], zone: zoneLabel(away.timeZone) })}
          </>
        )}
      </p>
    </details>
  )
}
