import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { hasBeginning, type KeptTimes, readTimes } from '../kept-directory.ts'
import { shownSpecialties } from '../specialty-look.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { idle, mayFetchAhead, quiet } from './spare-time.ts'
import { isSmall, warmStart } from '../refresh-directory.ts'
import { startsWanted, warmStarts, type Warming } from './warm-starts.ts'
import { asViewer } from '../viewer/as-viewer.ts'

/**
 * While the grid of specialties stands: brings the code of a list, and the first cards of each, behind everything else,
 * so that a tap shows cards at once and they can be read offline. It fails without a word: nobody asked for it.
 * `counts` as the server has just told, undefined before; `grid` holds the specialties in their order.
 */
export function useWarming(
  db: UserDatabase,
  counts: Readonly<Record<string, number>> | undefined,
  grid: RefObject<HTMLElement | null>,
): void {
  const router = useRouter()
  const known = counts !== undefined

  const fetchCode = useEffectEvent(() =>
    router.loadRouteChunk(router.routesByPath['/service-providers/specialty/$specialty']),
  )
  const warm = useEffectEvent(async (signal: AbortSignal) => {
    const inView = (specialty: string) => isInView(grid.current, specialty)
    if (counts) await warmDirectory({ db, counts, inView, signal })
  })

  // An effect because only the browser knows when it is idle. The worker keeps the code in any case.
  useEffect(() => {
    void idle().then(fetchCode).catch(ignore)
  }, [])

  // An effect because the network and the window are outside React; each sign of life goes on where the last one ended.
  useEffect(() => {
    if (!known) return undefined
    const left = new AbortController()
    const { signal } = left
    let running: Promise<void> | undefined
    const run = () => {
      running ??= warm(signal)
        .catch(ignore)
        .finally(() => (running = undefined))
    }
    run()
    window.addEventListener('online', run, { signal })
    document.addEventListener('visibilitychange', run, { signal })
    return () => left.abort()
  }, [known])
}

/**
 * While the grid of specialties stands: reads the lists that this device has, one by one when the page is idle, so that
 * a tap has nothing to wait for. It is the first paint's alone: a page follows what is stored. `times` says what there
 * is; undefined before that is known.
 */
export function useReadAhead(times: KeptTimes | undefined): void {
  const router = useRouter()

  // An effect because only the browser knows when it is idle; what was read already is not read again.
  useEffect(() => {
    if (!times) return undefined
    const left = new AbortController()
    const read = async () => {
      for (const specialty of shownSpecialties.filter((one) => hasBeginning(times, one))) {
        await idle()
        if (left.signal.aborted) return
        const to = '/service-providers/specialty/$specialty'
        await router.preloadRoute({ to, params: { specialty } })
      }
    }
    void read().catch(ignore)
    return () => left.abort()
  }, [times, router])
}

function ignore(): void {}

function isInView(grid: HTMLElement | null, specialty: string): boolean {
  const place = shownSpecialties.findIndex((shown) => shown === specialty)
  const box = grid?.children.item(place)?.getBoundingClientRect()
  return box !== undefined && box.top < window.innerHeight && box.bottom > 0
}

interface WarmParts {
  readonly db: UserDatabase
  /** As the server has just told. */
  readonly counts: Readonly<Record<string, number>>
  readonly inView: Warming['inView']
  /** Aborted when the grid is left: what is under way then still arrives, and nothing follows. */
  readonly signal: AbortSignal
}

/** Fetches the first cards of the specialties of a large directory; a small one comes whole by itself. Rejects as a call does. */
async function warmDirectory({ db, counts, inView, signal }: WarmParts): Promise<void> {
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
