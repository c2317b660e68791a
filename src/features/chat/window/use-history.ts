import { useLiveQuery } from 'dexie-react-hooks'
import { deepEqual } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChatCursor } from '#src/offline/features/chat/rows.ts'
import { readMessages, type ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** What this device has of a chat at one moment. */
export interface StoredHistory {
  readonly messages: readonly ShownMessage[]
  readonly cursor: ChatCursor | undefined
  readonly window: MessageWindow
}

export interface History extends StoredHistory {
  /** Whether there are older messages than those on screen, and how fetching them goes. */
  readonly older: 'none' | 'more' | 'loading' | 'failed'
  readonly showOlder: () => void
  /** The person's own retry, once fetching them has failed. */
  readonly retryOlder: () => void
  readonly showNewer: () => void
  readonly showNewest: () => void
  /** Shows the part of the history around a place, fetching it first where this device has not read as far back. */
  readonly showPlace: (seq: number) => Promise<void>
}

/** For a loader and a live query. */
export async function readHistory(
  db: UserDatabase,
  chatId: string,
  window: MessageWindow = newestWindow,
): Promise<StoredHistory> {
  const [messages, cursor] = await Promise.all([
    readMessages(db, chatId, window.count, window.upToSeq),
    db.chatPlaces.get(chatId),
  ])
  return { messages, cursor, window }
}

/** So many more are shown at once. */
const stepCount = 60
export const newestWindow: MessageWindow = { count: stepCount, upToSeq: null }

const unknownHistory: StoredHistory = { messages: [], cursor: undefined, window: newestWindow }

export interface HistoryParts {
  readonly db: UserDatabase
  readonly chatId: string
  /** What this device had when the chat was opened; undefined where it was not asked. */
  readonly atOpening: StoredHistory | undefined
  readonly newestSeq: number
  /** Fetches what is older than this device has; rejects when it could not. */
  readonly loadOlder: () => Promise<unknown>
  /** The same until the device has a place. */
  readonly loadBackTo: (seq: number) => Promise<unknown>
}

/** A part of a chat's history that moves along it: first what the device has, and behind that what the server has. */
export function useHistory(parts: HistoryParts): History {
  const { db, chatId, atOpening, newestSeq, loadOlder, loadBackTo } = parts
  const [window, setWindow] = useState(newestWindow)
  const [loading, setLoading] = useState<'loading' | 'failed'>()
  const known = useRef(atOpening?.messages ?? [])
  const history = useLiveQuery(
    async () => {
      const read = await readHistory(db, chatId, window)
      known.current = sameWhereEqual(known.current, read.messages)
      return { ...read, messages: known.current }
    },
    [db, chatId, window],
    atOpening ?? unknownHistory,
  )
  const { messages, cursor } = history
  const shown = messages.flatMap(({ seq }) => (seq === null ? [] : [seq]))
  const moving = history.window !== window
  // The last step back brought nothing: the place of a chat that began empty is before its first message. A few that are
  // missing say nothing, since a row that lost its shape is not shown.
  const whole = shown.length <= history.window.count - stepCount
  const onDevice = !whole && cursor !== undefined && (shown[0] ?? 0) > cursor.oldestSeq

  async function load() {
    setLoading('loading')
    try {
      await loadOlder()
      setLoading(undefined)
      setWindow((now) => olderWindow(now, shown))
    } catch {
      setLoading('failed')
    }
  }

  function showOlder() {
    // What has failed is not asked for with every pixel that is scrolled.
    if (moving || loading !== undefined) return
    if (onDevice) setWindow(olderWindow(window, shown))
    else if (cursor?.older) void load()
  }

  // What failed without a network is asked for again when it is back.
  const onOnline = useEffectEvent(() => setLoading(undefined))
  useEffect(() => {
    const online = () => onOnline()
    globalThis.addEventListener('online', online)
    return () => globalThis.removeEventListener('online', online)
  }, [])

  return {
    ...history,
    older: loading ?? (onDevice || cursor?.older ? 'more' : 'none'),
    showOlder,
    retryOlder: () => void load(),
    showNewer: () => !moving && setWindow(newerWindow(window, newestSeq)),
    showNewest: () => setWindow(newestWindow),
    async showPlace(seq) {
      if (cursor?.older && seq < cursor.oldestSeq) {
        setLoading('loading')
        try {
          await loadBackTo(seq)
          setLoading(undefined)
        } catch {
          setLoading('failed')
          return
        }
      }
      setWindow(windowAround(seq, newestSeq))
    },
  }
}

/** The messages as they were just read; one that is as it was is the same object, so that it is not drawn again. */
export function sameWhereEqual(
  known: readonly ShownMessage[],
  read: readonly ShownMessage[],
): readonly ShownMessage[] {
  const knownOf = new Map(known.map((message) => [message.id, message]))
  return read.map((message) => {
    const before = knownOf.get(message.id)
    return before !== undefined && deepEqual(before, message) ? before : message
  })
}

/** Which part of a chat's history is on screen: so many messages up to a sequence number, or up to the newest one. */
interface MessageWindow {
  readonly count: number
  readonly upToSeq: number | null
}

/** A screen never holds more messages than this, however long the history: it only moves along it. */
const countMax = 240

/** The sequence numbers of the messages on screen, oldest first. */
type Seqs = readonly number[]

/**
 * The window one step further back; one that is full of messages lets go of as many at its newer end. The same object
 * where there is no step to take, as of `newerWindow`: another one would be read and drawn anew, and asked for the next
 * step.
 */
export function olderWindow(window: MessageWindow, shown: Seqs): MessageWindow {
  const { count, upToSeq } = window
  if (count < countMax) return { count: Math.min(countMax, count + stepCount), upToSeq }
  const newest = shown.length < count ? undefined : shown.at(-1 - stepCount)
  return newest === undefined ? window : { count, upToSeq: newest }
}

/**
 * The window one step further on; at the newest message `newestSeq` it is open at its end again. Numbers may be missing
 * between messages, so that a step can hold fewer.
 */
export function newerWindow(window: MessageWindow, newestSeq: number): MessageWindow {
  const { count, upToSeq } = window
  if (upToSeq === null) return window
  const next = upToSeq + stepCount
  return { count, upToSeq: next >= newestSeq ? null : next }
}

/** The window in whose middle a message is; near the newest one it is open at its end. */
function windowAround(seq: number, newestSeq: number): MessageWindow {
  const upToSeq = seq + stepCount
  if (upToSeq < newestSeq) return { count: 2 * stepCount, upToSeq }
  return { count: Math.min(countMax, newestSeq - seq + stepCount), upToSeq: null }
}
