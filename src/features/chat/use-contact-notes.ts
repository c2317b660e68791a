import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { utcDate } from '#contract/local-date.ts'
import { isMinor, readProfile } from '#src/session/own-profile.ts'
import { noContactNotes, readContactNotes, type ContactNotes } from './contact-notes.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'

export interface NotedChat {
  readonly chatId: string
  /** Undefined once they have left. */
  readonly otherId: string | undefined
}

/**
 * Notes for a young person on the first messages of the other one, who is an adult: chats are with care providers alone.
 * Nobody is told whether there are any. A young person whose age this device does not know is taken for a minor.
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
