import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import { dayKey } from '#src/lib/dates.ts'

/** One row of a chat: a message, or a line between messages. */
export type TimelineItem =
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
