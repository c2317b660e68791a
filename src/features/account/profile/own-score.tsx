import { useLiveQuery } from 'dexie-react-hooks'
import { readProfileAsOf, refreshScore } from '#src/session/own-profile.ts'
import { ScoreLine } from './score-line.tsx'
import { useOnline } from '#src/lib/online.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

export interface OwnScoreProps {
  db: UserDatabase
  token: string
  /** As this device last saw it. */
  score: number
}

/** A young person's own points, looked up anew when their profile is opened. */
export function OwnScore({ db, token, score }: OwnScoreProps) {
  const online = useOnline()
  const { refresh, again } = useRefresh(() => asMember(db, () => refreshScore(db, token)))
  const asOfMs = useLiveQuery(() => readProfileAsOf(db), [db])
  return (
    <ScoreLine score={score} asOfMs={asOfMs} refresh={refresh} online={online} onRetry={again} />
  )
}
