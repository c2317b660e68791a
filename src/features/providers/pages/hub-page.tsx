import { Link, useRouter } from '@tanstack/react-router'
import { useRef, type Ref, useEffect, useEffectEvent, type RefObject } from 'react'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { useLive, useResource } from '#src/data/resource.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { useSearchInAddress } from '../directory/directory-filter.ts'
import {
  countsResource,
  fetchFirstPage,
  fetchWhole,
  isSmall,
} from '../directory/directory-resource.ts'
import { hasFirstPage, readListTimes } from '../directory/directory-store.ts'
import { formatAsOf } from '../directory/directory-view.tsx'
import {
  firstPagesWanted,
  prefetchFirstPages,
  idle,
  mayFetchAhead,
  quiet,
} from '../directory/prefetch-first-pages.ts'
import { shownSpecialties, specialtyTints } from '../provider-tags.tsx'
import { SpecialtyPicture } from '../specialty-picture.tsx'
import { useViewerAge } from '../viewer.ts'
import styles from './hub-page.module.css'

/** The specialties: the way into the directory. */
export function HubPage({ db, session }: { db: UserDatabase; session: Session }) {
  const { minor } = useViewerAge(db, session)
  const counts = useResource(db, countsResource)
  const grid = useRef<HTMLUListElement>(null)
  const { search } = useSearchInAddress()
  const { data, refresh } = counts
  usePrefetch(db, refresh.status === 'done' ? data?.counts : undefined, grid)
  return (
    <>
      <PageHeader
        title={m.providers_title()}
        text={m.providers_text()}
        back={<BackToDashboard />}
      />
      {data ? (
        <>
          <ResourceStale
            of={counts}
            failed={m.providers_failed_list()}
            asOf={formatAsOf(data.asOfMs)}
          />
          <SpecialtyGrid
            ref={grid}
            counts={(minor && data.seesMinors) || data.counts}
            minors={search.minors}
          />
        </>
      ) : (
        <ResourceMissing
          of={counts}
          failed={m.providers_failed_data()}
          offline={m.providers_offline()}
          skeleton={{ shape: 'card', count: 3 }}
        />
      )}
    </>
  )
}

interface SpecialtyGridProps {
  /** By specialty; one that is absent has none. */
  counts: Readonly<Record<string, number>>
  /** Whoever came to find a provider who sees people under 18 finds those in each list. */
  minors: true | undefined
  /** The list, its items in the order of `shownSpecialties`. */
  ref?: Ref<HTMLUListElement>
}

/** Spec 2: the 16 specialties with how many providers each has. The router asks for a list as soon as its link is pressed. */
function SpecialtyGrid({ counts, minors, ref }: SpecialtyGridProps) {
  return (
    <ul ref={ref} className={styles.grid}>
      {shownSpecialties.map((specialty) => (
        <li key={specialty}>
          <Card className={styles.card} tint={specialtyTints[specialty]} interactive>
            <SpecialtyPicture specialty={specialty} />
            <div className={styles.words}>
              <h2 className={styles.name}>
                <Link
                  className={cardLinkClass}
                  to="/service-providers/specialty/$specialty"
                  params={{ specialty }}
                  search={minors ? { minors } : {}}
                  preload="intent"
                >
                  {term(specialty)}
                </Link>
              </h2>
              <p>{m.providers_count({ count: counts[specialty] ?? 0 })}</p>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}

const listPath = '/service-providers/specialty/$specialty'

/** By specialty, as the server has just said; undefined before, and while the server cannot be asked. */
type Counts = Readonly<Record<string, number>> | undefined

/**
 * While the grid of specialties is on the screen: fetches a small directory whole, and of a large one the first cards of
 * each specialty behind everything else, so that a tap shows cards at once and they can be read offline. It fails
 * silently: the person did not ask for it. `grid` holds the specialties in their order.
 */
function usePrefetch(db: UserDatabase, counts: Counts, grid: RefObject<HTMLElement | null>): void {
  const known = counts !== undefined
  const prefetch = useEffectEvent(async (signal: AbortSignal) => {
    if (!counts) return
    if (isSmall(counts)) return await asMember(db, (token) => fetchWhole(db, token))
    if (!mayFetchAhead()) return
    const stored = await readListTimes(db.viewerId)
    await prefetchFirstPages({
      wanted: firstPagesWanted(shownSpecialties, { counts, stored, nowMs: Date.now() }),
      inView: (specialty) => isInView(grid.current, specialty),
      quiet: () => quiet(signal),
      mayFetch: mayFetchAhead,
      fetch: (specialty) =>
        asMember(db, (token) =>
          fetchFirstPage(db, token, { specialty, list: 'listProviders' }, 'low'),
        ),
    })
  })

  // An effect because the network and the window are outside React; each return goes on where the last one ended.
  useEffect(() => {
    if (!known) return undefined
    const left = new AbortController()
    const { signal } = left
    let running: Promise<void> | undefined
    const run = () => {
      if (document.visibilityState !== 'visible') return
      running ??= prefetch(signal)
        .catch(ignore)
        .finally(() => (running = undefined))
    }
    run()
    window.addEventListener('online', run, { signal })
    document.addEventListener('visibilitychange', run, { signal })
    return () => left.abort()
  }, [known])

  usePreloadedLists(db)
}

/** Loads the code of a list, and reads the lists that are stored ahead of a tap, one by one when the page is idle. */
function usePreloadedLists(db: UserDatabase): void {
  const router = useRouter()
  const times = useLive(db, () => readListTimes(db.viewerId))

  // An effect because only the browser knows when it is idle. The worker stores the code in any case.
  useEffect(() => {
    void idle()
      .then(() => router.loadRouteChunk(router.routesByPath[listPath]))
      .catch(ignore)
  }, [router])

  // An effect because only the browser knows when it is idle; the router reads nothing twice.
  useEffect(() => {
    if (!times) return undefined
    const left = new AbortController()
    const read = async () => {
      for (const specialty of shownSpecialties.filter((one) => hasFirstPage(times, one))) {
        await idle()
        if (left.signal.aborted) return
        await router.preloadRoute({ to: listPath, params: { specialty } })
      }
    }
    void read().catch(ignore)
    return () => left.abort()
  }, [times, router])
}

function ignore(): void {}

function isInView(grid: HTMLElement | null, specialty: string): boolean {
  const at = shownSpecialties.findIndex((shown) => shown === specialty)
  const box = grid?.children.item(at)?.getBoundingClientRect()
  return box !== undefined && box.top < window.innerHeight && box.bottom > 0
}
