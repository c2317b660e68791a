import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { shownSpecialties } from '#src/features/providers/specialty-look.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { idle, warmDirectory } from './warming.ts'

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

function ignore(): void {}

function isInView(grid: HTMLElement | null, specialty: string): boolean {
  const place = shownSpecialties.findIndex((shown) => shown === specialty)
  const box = grid?.children.item(place)?.getBoundingClientRect()
  return box !== undefined && box.top < window.innerHeight && box.bottom > 0
}
