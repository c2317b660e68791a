import { contactDetailsIn, type ContactDetail } from '#contract/chat/contact-details.ts'
import { messageSchema } from '#contract/chat/model.ts'
import { messagesOf } from '#src/offline/features/chat/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { dismiss, readDismissed } from '#src/offline/features/dismissed.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { utcDate } from '#contract/local-date.ts'
import { isMinor, readProfile } from '#src/session/own-profile.ts'
import type { Session } from '#src/session/session.ts'

/** What leads away from here in messages of the other one, by the id of the message. */
export type ContactNotes = ReadonlyMap<string, readonly ContactDetail[]>

/** Of how many messages of somebody whom one does not know well yet. */
export const firstMessagesCount = 20

export const noContactNotes: ContactNotes = new Map()

/**
 * Notes on the first messages of the other one in a chat, but for those that were put away. Where older messages are not
 * on this device, the first ones it has are looked at: a note too many does no harm. For a live query.
 */
export async function readContactNotes(
  db: UserDatabase,
  about: { readonly chatId: string; readonly otherId: string; readonly ownHost: string },
): Promise<ContactNotes> {
  const { chatId, otherId, ownHost } = about
  const [rows, dismissed] = await Promise.all([
    messagesOf(db, chatId)
      .filter(({ senderId }) => senderId === otherId)
      .limit(firstMessagesCount)
      .toArray(),
    readDismissed(db),
  ])
  const notes = parseRows(messageSchema, rows)
    .filter(({ _id }) => !dismissed.has(hintId(_id)))
    .map(({ _id, content }) => [_id, contactDetailsIn(content, ownHost)] as const)
  return new Map(notes.filter(([, details]) => details.length > 0))
}

/** The note on a message is not shown again on this device. */
export async function dismissContactNote(db: UserDatabase, messageId: string): Promise<void> {
  await dismiss(db, hintId(messageId))
}

function hintId(messageId: string): string {
  return `contact:${messageId}`
}

export interface NotedChat {
  readonly chatId: string
  /** Undefined once they have left. */
  readonly otherId: string | undefined
}

/**
 * Notes for a young person on the first messages of the other one, who is an adult: chats are with care providers alone.
 * The other one does not learn whether there are any. A young person whose age this device does not know is taken for a minor.
 */
export function useContactNotes(
  db: UserDatabase,
  { user }: Session,
  { chatId, otherId }: NotedChat,
): ContactNotes {
  const [today] = useState(() => utcDate(Date.now()))
  const young = user.userT === 'Adolescent'
  const notes = useLiveQuery(async () => {
    if (!young || otherId === undefined) return noContactNotes
    if (isMinor(await readProfile(db), today) === false) return noContactNotes
    return await readContactNotes(db, { chatId, otherId, ownHost: window.location.host })
  }, [db, young, chatId, otherId, today])
  return notes ?? noContactNotes
}
