import { useLiveQuery } from 'dexie-react-hooks'
import { readProfile } from '#src/session/own-profile.ts'
import { BlocksSection } from './blocks-section.tsx'
import { readBlocks, refreshBlocks, unblock } from './own-blocks.ts'
import { useRefresh } from '#src/lib/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { maySpeakUp } from './may-speak-up.ts'

/** Whom the person has blocked, in the settings; nothing for who cannot block. */
export function BlocksPart({ db, session }: { db: UserDatabase; session: Session }) {
  const known = useLiveQuery(async () => ({ profile: await readProfile(db) }), [db])
  return known && maySpeakUp(session.user, known.profile) ? <Blocks db={db} /> : null
}

function Blocks({ db }: { db: UserDatabase }) {
  const kept = useLiveQuery(() => readBlocks(db), [db])
  const { refresh, again } = useRefresh(() => asMember(db, (token) => refreshBlocks(db, token)))
  // An empty list is news only from the server: this device may simply not have asked yet.
  const told = kept !== undefined && (kept.length > 0 || refresh.status === 'done')
  return (
    <BlocksSection
      blocks={told ? kept : undefined}
      refresh={refresh}
      onRetry={again}
      onUnblock={({ userId }) => asMember(db, (token) => unblock(db, token, userId))}
    />
  )
}
