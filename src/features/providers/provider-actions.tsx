import { Link } from '@tanstack/react-router'
import type { ProviderCard } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { ConnectPart } from '#src/features/connections/connect-part.tsx'
import { AdultsOnly } from './adults-only.tsx'
import { takes, type DirectoryViewer } from './viewer.ts'

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
