import type { ProviderCard as Provider } from '#contract/account/model.ts'
import { ProviderCard } from './provider-card.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { ConnectPart } from '#src/features/connections/connect-part.tsx'
import type { Session } from '#src/session/session.ts'
import { takes, type DirectoryViewer } from './viewer/use-viewer.ts'

export interface CardPartProps {
  db: UserDatabase
  session: Session
  card: Provider
  viewer: DirectoryViewer
  connectedWords?: string
}

/** A provider in a list, with the way to their page and how the viewer stands to them. */
export function CardPart({ db, session, card, viewer, connectedWords }: CardPartProps) {
  return (
    <ProviderCard
      card={card}
      control={
        session.user.userT !== 'ServiceProvider' && (
          <ConnectPart
            db={db}
            provider={card}
            standing={viewer.standings.of(card._id)}
            taken={takes(card, viewer)}
            connectedWords={connectedWords}
          />
        )
      }
    />
  )
}
