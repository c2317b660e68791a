import { Link } from '@tanstack/react-router'
import type { ProviderCard } from '#contract/account/profile.ts'
import { ConnectPart } from '#src/features/connections/connect-part.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { shownSpecialties } from './provider-tags.tsx'
import { takes, type DirectoryViewer } from './viewer.ts'
import styles from './provider-screen.module.css'

declare module '@tanstack/react-router' {
  interface HistoryStateWithProvider {
    /** Spec 2: whom a session is booked with, so that the next page can say so at once. */
    providerName?: string
  }
  interface HistoryState extends HistoryStateWithProvider {}
}

export interface ProviderActionsProps {
  db: UserDatabase
  provider: ProviderCard
  viewer: DirectoryViewer
}

/** What a young person or a parent can do with a provider: book, and connect; or why they cannot. */
export function ProviderActions({ db, provider, viewer }: ProviderActionsProps) {
  const { _id, name } = provider
  const status = viewer.statuses.of(_id)
  const taken = takes(provider, viewer)
  const bookingPath: string = `/booking/${_id}`
  return (
    <>
      {taken && (
        <Link
          className={buttonClass({ wide: true })}
          to={bookingPath}
          state={{ providerName: name }}
        >
          {m.providers_book()}
        </Link>
      )}
      {taken === false && <AdultsOnly provider={provider} />}
      {(taken || status?.status !== 'none') && (
        <ConnectPart db={db} provider={provider} status={status} taken={taken} withSentence />
      )}
    </>
  )
}

export interface AdultsOnlyProps {
  /** Undefined where this device knows nothing of them. */
  provider: Pick<ProviderCard, 'name' | 'specialization'> | undefined
}

/** Why a person under 18 cannot ask, book or buy at a provider, and the way to those of the same specialty who take them. */
export function AdultsOnly({ provider }: AdultsOnlyProps) {
  return (
    <div className={styles.closed}>
      <Banner tone="info">
        {provider ? m.providers_closed_named({ name: provider.name }) : m.providers_closed()}
      </Banner>
      <OthersLink specialization={provider?.specialization} />
    </div>
  )
}

/** The specialty's list, narrowed; a specialty that is not in the grid has none for young people. */
function OthersLink({ specialization }: { specialization: string | null | undefined }) {
  const specialty = shownSpecialties.find((name) => name === specialization)
  if (specialty === undefined) {
    return (
      <Link className={buttonClass()} to="/service-providers">
        {m.providers_closed_others()}
      </Link>
    )
  }
  return (
    <Link
      className={buttonClass()}
      to="/service-providers/specialty/$specialty"
      params={{ specialty }}
      search={{ minors: true }}
    >
      {m.providers_closed_others()}
    </Link>
  )
}

/** Where another page's link scrolls to on a provider's page. */
export const pricingAnchor = 'pricing'
