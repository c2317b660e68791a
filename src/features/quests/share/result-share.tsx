import type { Played } from '../played.ts'
import { fetchProviders, setShared } from './share-calls.ts'
import { ShareControl } from './share-control.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** Shares one result as the person logged in. */
export function ResultShare(props: { db: UserDatabase; played: Played; label: string }) {
  const { db } = props
  return (
    <ShareControl
      {...props}
      fetchProviders={() => asMember(db, fetchProviders)}
      setShared={(resultId, providerId, shared) =>
        asMember(db, (token) => setShared(db, token, { resultId, providerId, shared }))
      }
    />
  )
}
