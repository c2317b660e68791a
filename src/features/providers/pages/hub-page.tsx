import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useState, type Ref } from 'react'
import type { Specialty } from '#contract/reference/specialties.ts'
import { hasBeginning, readCounts, readTimes, type KeptCounts } from '../kept-directory.ts'
import { AsOf, NotYet } from '../list-states.tsx'
import { refreshCounts, refreshWhole } from '../refresh-directory.ts'
import { sinceWords } from '../since-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { beginOpening } from '../prefetch/begin-list.ts'
import { useSearchInAddress } from '../use-search-in-address.ts'
import { useReadAhead, useWarming } from '../prefetch/use-warming.ts'
import { asViewer } from '../viewer/as-viewer.ts'
import { Link } from '@tanstack/react-router'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import styles from '../specialty-grid.module.css'
import { shownSpecialties, specialtyLooks } from '../specialty-look.ts'

export interface HubPageProps {
  db: UserDatabase
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: KeptCounts | undefined
}

/** The specialties: the way into the directory. */
export function HubPage({ db, known }: HubPageProps) {
  const kept = useLiveQuery(() => readCounts(db.viewerId), [db], known)
  const times = useLiveQuery(() => readTimes(db.viewerId), [db])
  const [told, setTold] = useState<Record<string, number>>()
  const grid = useRef<HTMLUListElement>(null)
  const { search } = useSearchInAddress()
  useWarming(db, told, grid)
  useReadAhead(times)
  const { refresh, again } = useRefresh(() =>
    asViewer(db, async (viewer) => {
      const counts = await refreshCounts(viewer)
      setTold(counts)
      // A favour for later, without a network: it must not fail this page.
      refreshWhole(viewer, counts).catch(() => undefined)
    }),
  )

  /** The list is asked for as soon as its link is pressed. */
  function press(specialty: Specialty) {
    if (!times || hasBeginning(times, specialty)) return
    beginOpening(db, { specialty, list: 'listProviders' })
  }

  return (
    <>
      <PageHeader
        title={m.providers_title()}
        text={m.providers_text()}
        back={<BackToDashboard />}
      />
      {kept ? (
        <>
          <AsOf
            since={sinceWords(kept.asOfMs)}
            refresh={refresh}
            failed={failureText(refresh.error, m.providers_failed_list())}
            onRetry={again}
          />
          <SpecialtyGrid ref={grid} counts={kept.counts} minors={search.minors} onPress={press} />
        </>
      ) : (
        <NotYet
          refresh={refresh}
          failed={failureText(refresh.error, m.providers_failed_data())}
          onRetry={again}
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
  /** A link is pressed, before the press is a tap. */
  onPress: (specialty: Specialty) => void
  /** The list, its items in the order of `shownSpecialties`. */
  ref?: Ref<HTMLUListElement>
}

/** Spec 2: the 16 specialties with how many providers each has. */
function SpecialtyGrid({ counts, minors, onPress, ref }: SpecialtyGridProps) {
  return (
    <ul ref={ref} className={styles.grid}>
      {shownSpecialties.map((specialty) => (
        <li key={specialty}>
          <Card className={styles.card} tint={specialtyLooks[specialty].tint} interactive>
            <span className={styles.emoji} aria-hidden="true">
              {specialtyLooks[specialty].emoji}
            </span>
            <div className={styles.words}>
              <h2 className={styles.name}>
                <Link
                  className={cardLinkClass}
                  to="/service-providers/specialty/$specialty"
                  params={{ specialty }}
                  search={minors ? { minors } : {}}
                  onPointerDown={() => onPress(specialty)}
                >
                  {specialty}
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
