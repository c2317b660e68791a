import { Link } from '@tanstack/react-router'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { DirectoryView } from '../directory/directory-view.tsx'
import { specialtyNamed } from '../provider-tags.tsx'

export interface SpecialtyPageProps {
  db: UserDatabase
  session: Session
  /** As the address has it. */
  specialty: string
}

/** Spec 2: the providers of a specialty. */
export function SpecialtyPage({ db, session, specialty: named }: SpecialtyPageProps) {
  const specialty = specialtyNamed(named)
  const title = term(specialty ?? named)
  return (
    <>
      <PageHeader
        title={m.providers_specialty_title({ specialty: title })}
        back={<Back look="link" />}
      />
      {specialty ? (
        <DirectoryView
          db={db}
          session={session}
          name={{ specialty, list: 'listProviders' }}
          texts={{
            none: m.providers_none({ specialty: title }),
            noneText: m.providers_none_text(),
            failed: m.providers_failed_list(),
            failedWhole: (message) => m.providers_error({ message }),
          }}
          wayOut={<Back look="button" />}
        />
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
