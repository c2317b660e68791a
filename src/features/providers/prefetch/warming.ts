import { shownSpecialties } from '../specialty-look.ts'
import { readTimes } from '../kept-directory.ts'
import { isSmall, warmStart } from '../refresh-directory.ts'
import { startsWanted, warmStarts, type Warming } from './warm-starts.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { mayFetchAhead, quiet } from './spare-time.ts'
import { asViewer } from '../viewer/as-viewer.ts'

export interface WarmParts {
  readonly db: UserDatabase
  /** As the server has just told. */
  readonly counts: Readonly<Record<string, number>>
  readonly inView: Warming['inView']
  /** Aborted when the grid is left: what is under way then still arrives, and nothing follows. */
  readonly signal: AbortSignal
}

/** Fetches the first cards of the specialties of a large directory; a small one comes whole by itself. Rejects as a call does. */
export async function warmDirectory({ db, counts, inView, signal }: WarmParts): Promise<void> {
  if (isSmall(counts) || !mayFetchAhead()) return
  const kept = await readTimes(db.viewerId)
  await warmStarts({
    wanted: startsWanted(shownSpecialties, { counts, kept, nowMs: Date.now() }),
    inView,
    quiet: () => quiet(signal),
    mayWarm: mayFetchAhead,
    warm: (specialty) => asViewer(db, (viewer) => warmStart(viewer, specialty)),
  })
}
