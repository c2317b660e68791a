import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { FullUser, ProviderCard } from '#contract/account/model.ts'
import { utcDate } from '#contract/local-date.ts'
import { isMinor, refreshProfile } from '#src/session/own-profile.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import {
  useConnectionStatuses,
  type ConnectionStatuses,
} from '#src/features/connections/connection-status.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { readViewer, type ViewerFacts } from './read-viewer.ts'

export interface DirectoryViewer {
  /** Undefined before the server has sent it to this device. */
  readonly profile: FullUser | undefined
  /** The person is under 18; undefined for a young person whose birth date this device does not know yet. */
  readonly minor: boolean | undefined
  /** Whom the person has blocked. */
  readonly hidden: ReadonlySet<string>
  readonly statuses: ConnectionStatuses
}

/** The person who looks at the directory, followed as what this device knows of them changes. */
export function useViewer(
  db: UserDatabase,
  { user }: Session,
  known: ViewerFacts,
): DirectoryViewer {
  const { profile, hidden } = useLiveQuery(() => readViewer(db), [db], known)
  const statuses = useConnectionStatuses(db)
  const [today] = useState(() => utcDate(Date.now()))
  useRefresh(async () => {
    if (profile === undefined) await asMember(db, (token) => refreshProfile(db, token))
  })
  // Whoever registers as anybody else is an adult.
  const minor = user.userT === 'Adolescent' ? isMinor(profile, today) : false
  return { profile, minor, hidden, statuses }
}

/**
 * Whether a provider can take a person: nobody under 18 without the clearance for it. Undefined where this device cannot
 * say; what may be wrong is not offered, and the server judges in any case.
 */
export function takes(
  provider: Pick<ProviderCard, 'seesMinors'>,
  { minor }: Pick<DirectoryViewer, 'minor'>,
): boolean | undefined {
  if (provider.seesMinors) return true
  return minor === undefined ? undefined : !minor
}
