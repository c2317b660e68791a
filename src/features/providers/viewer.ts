import { useState } from 'react'
import type { FullUser, ProviderCard } from '#contract/account/profile.ts'
import { utcDate } from '#contract/local-date.ts'
import { defineResource, useResource } from '#src/data/resource.ts'
import {
  useConnectionStatuses,
  type ConnectionStatuses,
} from '#src/features/connections/connections-resource.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { isMinor, readProfile, refreshProfile } from '#src/session/own-profile.ts'
import type { Session } from '#src/session/session.ts'

export interface DirectoryViewer {
  /** Undefined before the server has sent it to this device. */
  readonly profile: FullUser | undefined
  /** The person is under 18; undefined for a young person whose birth date this device does not know yet. */
  readonly minor: boolean | undefined
  /** Whom the person has blocked. */
  readonly hidden: ReadonlySet<string>
  readonly statuses: ConnectionStatuses
}

/** What this device knows of the person who looks at the directory. */
export const viewerResource = defineResource({
  key: 'providers.viewer',
  read: readViewer,
  refresh: async (db, token) => {
    if ((await readProfile(db)) === undefined) await refreshProfile(db, token)
  },
})

/** The person who looks at the directory, followed as what this device knows of them changes. */
export function useViewer(db: UserDatabase, session: Session): DirectoryViewer {
  const statuses = useConnectionStatuses(db)
  return { ...useViewerAge(db, session), statuses }
}

/** The same without whom they know. */
export function useViewerAge(
  db: UserDatabase,
  { user }: Session,
): Omit<DirectoryViewer, 'statuses'> {
  const { profile, hidden } = useResource(db, viewerResource).data ?? unknown
  const [today] = useState(() => utcDate(Date.now()))
  // Whoever registers as anybody else is an adult.
  const minor = user.userT === 'Adolescent' ? isMinor(profile, today) : false
  return { profile, minor, hidden }
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

interface ViewerFacts {
  readonly profile: FullUser | undefined
  readonly hidden: ReadonlySet<string>
}

const unknown: ViewerFacts = {
  profile: undefined,
  hidden: new Set(),
}

async function readViewer(db: UserDatabase): Promise<ViewerFacts> {
  const [profile, hidden] = await Promise.all([readProfile(db), readHidden(db)])
  return { profile, hidden }
}
