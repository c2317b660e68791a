import { Link } from '@tanstack/react-router'
import { useRef, type Ref } from 'react'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { formatAsOf } from '../directory/directory-labels.ts'
import { countsResource } from '../directory/directory-resource.ts'
import { useSearchInAddress } from '../directory/use-search-in-address.ts'
import { usePrefetch } from '../prefetch/use-prefetch.ts'
import { shownSpecialties, specialtyLooks } from '../specialty-look.ts'
import styles from './hub-page.module.css'

/** The specialties: the way into the directory. */
export function HubPage({ db }: { db: UserDatabase }) {
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
          <SpecialtyGrid ref={grid} counts={data.counts} minors={search.minors} />
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
                  preload="intent"
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
