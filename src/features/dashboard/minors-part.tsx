import { useLiveQuery } from 'dexie-react-hooks'
import type { FullUser } from '#contract/account/model.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { MinorsBanner } from '#src/features/account/profile/minors-banner.tsx'
import { minorsState } from '#src/session/minors-state.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { dismiss, readDismissed } from '#src/offline/features/dismissed.ts'

export interface MinorsPartProps {
  db: UserDatabase
  /** What this device knew when the page was opened. */
  known: FullUser | undefined
}

/** A care provider reads that nobody under 18 can ask them, until they have put it away; a new reason shows again. */
export function MinorsPart({ db, known }: MinorsPartProps) {
  const profile = useLiveQuery(() => readProfile(db), [db], known)
  const dismissed = useLiveQuery(() => readDismissed(db), [db])
  if (!profile || !dismissed) return null
  const state = minorsState(profile)
  const id = `minors:${state}`
  if (dismissed.has(id)) return null
  return <MinorsBanner linked state={state} onDismiss={() => void dismiss(db, id)} />
}
