import { useLiveQuery } from 'dexie-react-hooks'
import type { FullUser } from '#contract/account/model.ts'
import { refreshProfile } from '#src/features/account/own-profile.ts'
import { useRefresh } from '#src/lib/use-refresh.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { useStandings, type Standings } from '../connections/use-standings.ts'
import { asMember } from '../queue-auth.ts'
import { readViewer, type ViewerFacts } from './read-viewer.ts'

export interface DirectoryViewer {
  /** Undefined before the server has sent it to this device. */
  readonly profile: FullUser | undefined
  /** The person is under 18, as far as this device knows; the server judges in any case. */
  readonly minor: boolean
  /** Whom the person has blocked. */
  readonly hidden: ReadonlySet<string>
  readonly standings: Standings
}

/** Decisions: under 18 by birth date. */
const adultAge = 18

/** The person who looks at the directory, followed as what this device knows of them changes. */
export function useViewer(db: UserDatabase, known: ViewerFacts): DirectoryViewer {
  const { profile, hidden } = useLiveQuery(() => readViewer(db), [db], known)
  const standings = useStandings(db, known.connections)
  useRefresh(async () => {
    if (profile === undefined) await asMember(db, (token) => refreshProfile(db, token))
  })
  const minor = profile !== undefined && profile.age < adultAge
  return { profile, minor, hidden, standings }
}
