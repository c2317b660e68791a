import { useLiveQuery } from 'dexie-react-hooks'
import { BlocksSection } from '#src/features/safety/blocks-section.tsx'
import { readBlocks, refreshBlocks, unblock } from '#src/features/safety/own-blocks.ts'
import { useRefresh } from '#src/lib/use-refresh.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { asMember } from '../queue-auth.ts'

/** Whom the person has blocked, in the settings. */
export function BlocksPart({ db }: { db: UserDatabase }) {
  const kept = useLiveQuery(() => readBlocks(db), [db])
  const { refresh, again } = useRefresh(() => asMember(db, (token) => refreshBlocks(db, token)))
  // An empty list is news only from the server: this device may simply not have asked yet.
  const known = kept !== undefined && (kept.length > 0 || refresh === 'done')
  return (
    <BlocksSection
      blocks={known ? kept : undefined}
      refresh={refresh}
      onRetry={again}
      onUnblock={({ userId }) => asMember(db, (token) => unblock(db, token, userId))}
    />
  )
}
