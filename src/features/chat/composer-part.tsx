import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { Composer } from './composer.tsx'
import { useComposer, type ComposerParts } from './use-composer.ts'
import { readDraft } from '#src/offline/features/chat/drafts.ts'
import { readChatSettings } from '#src/offline/features/chat/settings.ts'
import { createTypingPace, sayTyping } from '#src/offline/features/chat/typing.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

export type ComposerPartProps = Omit<ComposerParts, 'onTyping'> & {
  name: string
  /** True where the draft has changed since the chat was opened, and is read again. */
  reread: boolean
}

/** The composer with the draft that is on the device. */
export function ComposerPart({ draft, reread, ...props }: ComposerPartProps) {
  const { db, chatId } = props
  // A draft with a file is large: it is read again only where it must be.
  const read = useLiveQuery(
    async () => (reread ? { draft: await readDraft(db, chatId) } : undefined),
    [db, chatId, reread],
  )
  const first = reread ? read : { draft }
  return first ? <Writing {...props} draft={first.draft} /> : null
}

function Writing({ name, ...parts }: Omit<ComposerPartProps, 'reread'>) {
  const onTyping = useSayTyping(parts.db, parts.chatId)
  const composing = useComposer({ ...parts, onTyping })
  return <Composer composing={composing} name={name} />
}

/** Tells the other one that the person writes, where they have chosen so. */
function useSayTyping(db: UserDatabase, chatId: string): () => void {
  const settings = useLiveQuery(() => readChatSettings(db), [db])
  const tell = useMemo(() => typingPace(db, chatId), [db, chatId])
  return () => {
    if (settings?.typing && navigator.onLine) tell()
  }
}

function typingPace(db: UserDatabase, chatId: string): () => void {
  // Nobody needs to know that the word of it did not arrive.
  const say = () => void asMember(db, (token) => sayTyping(token, chatId)).catch(() => undefined)
  return createTypingPace(say, () => Date.now())
}
