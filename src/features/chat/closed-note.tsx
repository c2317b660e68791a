import { useLiveQuery } from 'dexie-react-hooks'
import type { Chat } from '#contract/chat/model.ts'
import { ReadOnlyNote, type ReadOnlyReason } from './chat-notes.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { SeesMinorsLink } from '#src/features/connections/sees-minors-link.tsx'

export interface ClosedNoteProps {
  db: UserDatabase
  chat: Chat
  otherId: string
  name: string
}

/** Why a chat takes no messages, and where somebody finds a provider who is there for them. */
export function ClosedNote({ db, chat, otherId, name }: ClosedNoteProps) {
  const friend = useLiveQuery(() => db.friends.get(otherId), [db, otherId])
  const reason = reasonOf(chat)
  if (!reason) return null
  return (
    <ReadOnlyNote
      reason={reason}
      name={name}
      action={reason === 'minors' && <SeesMinorsLink specialty={friend?.specialization} />}
    />
  )
}

function reasonOf({ state, closedTo, reads }: Chat): ReadOnlyReason | undefined {
  if (state === 'open') return undefined
  if (state === 'unavailable' && closedTo) return closedTo
  return state === 'ended' && reads === 'own' ? 'own' : state
}
