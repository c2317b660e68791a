import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { Specialty } from '#contract/reference/specialties.ts'
import type { DirectorySearch } from '../directory-filter.ts'
import { readDirectory, type KeptDirectory } from '../kept-directory.ts'
import { specialtyNamed } from '../specialty-look.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import type { Session } from '#src/session/session.ts'
import { DirectoryPart } from '../directory-part.tsx'
import type { ViewerFacts } from '../viewer/read-viewer.ts'

export interface SpecialtyPageProps {
  db: UserDatabase
  session: Session
  /** As the address has it. */
  specialty: string
  search: DirectorySearch
  onSearch: (search: DirectorySearch) => void
  known: { directory: KeptDirectory | undefined; viewer: ViewerFacts }
}

/** Spec 2: the providers of a specialty. */
export function SpecialtyPage(props: SpecialtyPageProps) {
  const specialty = specialtyNamed(props.specialty)
  const title = specialty ?? props.specialty
  return (
    <>
      <PageHeader
        title={m.providers_specialty_title({ specialty: title })}
        back={<Back look="link" />}
      />
      {specialty ? (
        <Directory {...props} specialty={specialty} />
      ) : (
        <EmptyState
          emoji="🔎"
          title={m.providers_none({ specialty: title })}
          text={m.providers_none_text()}
        />
      )}
    </>
  )
}

function Directory(props: SpecialtyPageProps & { specialty: Specialty }) {
  const { db, specialty, known } = props
  const kept = useLiveQuery(
    () => readDirectory(db.viewerId, specialty),
    [db, specialty],
    known.directory,
  )
  return (
    <DirectoryPart
      {...props}
      kept={kept}
      wish={{ specialty, list: 'listProviders' }}
      words={{
        none: m.providers_none({ specialty }),
        noneText: m.providers_none_text(),
        failed: m.providers_failed_list(),
        failedWhole: (message) => m.providers_error({ message }),
      }}
      wayOut={<Back look="button" />}
    />
  )
}

function Back({ look }: { look: 'link' | 'button' }) {
  return (
    <Link
      className={look === 'link' ? backLinkClass : buttonClass({ look: 'secondary' })}
      to="/service-providers"
    >
      {m.providers_back()}
    </Link>
  )
}
