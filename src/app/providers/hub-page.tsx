import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { readCounts, type KeptCounts } from '#src/features/providers/kept-directory.ts'
import { AsOf, NotYet, sinceWords } from '#src/features/providers/list-states.tsx'
import { refreshCounts, refreshWhole } from '#src/features/providers/refresh-directory.ts'
import { SpecialtyGrid, type SpecialtyGridProps } from '#src/features/providers/specialty-grid.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/lib/use-refresh.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { cardLinkClass } from '#src/ui/card.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { BackToDashboard } from '../back-to-dashboard.tsx'
import { asViewer } from './viewer.ts'

export interface HubPageProps {
  db: UserDatabase
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: KeptCounts | undefined
}

/** The specialties: the way into the directory. */
export function HubPage({ db, known }: HubPageProps) {
  const kept = useLiveQuery(() => readCounts(db.userId), [db], known)
  const { refresh, again } = useRefresh(() =>
    asViewer(db, async (viewer) => {
      const counts = await refreshCounts(viewer)
      // A favour for later, without a network: it must not fail this page.
      refreshWhole(viewer, counts).catch(() => undefined)
    }),
  )
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
            failed={m.providers_failed_list()}
            onRetry={again}
          />
          <SpecialtyGrid counts={kept.counts} link={specialtyLink} />
        </>
      ) : (
        <NotYet refresh={refresh} failed={m.providers_failed_data()} onRetry={again} />
      )}
    </>
  )
}

const specialtyLink: SpecialtyGridProps['link'] = (specialty) => (
  <Link
    className={cardLinkClass}
    to="/service-providers/specialty/$specialty"
    params={{ specialty }}
  >
    {specialty}
  </Link>
)
