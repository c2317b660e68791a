import { shownSpecialties } from '#src/features/providers/specialty-look.ts'
import { readTimes } from '#src/features/providers/kept-directory.ts'
import { isSmall, warmStart } from '#src/features/providers/refresh-directory.ts'
import { startsWanted, warmStarts, type Warming } from '#src/features/providers/warm-starts.ts'
import { readsRest } from '#src/offline/api.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { asViewer } from './viewer.ts'

declare global {
  interface Navigator {
    /** In Chromium alone. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

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
  if (isSmall(counts) || !mayWarm()) return
  const kept = await readTimes(db.viewerId)
  await warmStarts({
    wanted: startsWanted(shownSpecialties, { counts, kept, nowMs: Date.now() }),
    inView,
    quiet: () => quiet(signal),
    mayWarm,
    warm: (specialty) => asViewer(db, (viewer) => warmStart(viewer, specialty)),
  })
}

/** Resolves when the page has nothing to draw and nothing to read. Rejects when it is left. */
async function quiet(signal: AbortSignal): Promise<void> {
  await readsRest(signal)
  await idle()
  await readsRest(signal)
}

/** Nobody's data plan pays for what they may never open, and a page in the background leaves the network alone. */
function mayWarm(): boolean {
  const saveData = navigator.connection?.saveData ?? false
  return navigator.onLine && document.visibilityState === 'visible' && !saveData
}

/** Resolves when the page has nothing to draw. Safari before 26 cannot say so: a moment later is the next best. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
}
