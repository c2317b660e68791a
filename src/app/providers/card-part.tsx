import { Link } from '@tanstack/react-router'
import type { ProviderCard as Provider } from '#contract/account/model.ts'
import { ProviderCard, ViewProfileWords } from '#src/features/providers/provider-card.tsx'
import type { UserDatabase } from '#src/offline/database.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { ConnectPart } from '#src/features/connections/connect-part.tsx'
import type { Session } from '#src/session/session.ts'
import { useCameFrom } from '#src/lib/came-from.ts'
import { takes, type DirectoryViewer } from './use-viewer.ts'

export interface CardPartProps {
  db: UserDatabase
  session: Session
  card: Provider
  viewer: DirectoryViewer
  connectedWords?: string
}

/** A provider in a list, with the way to their page and how the viewer stands to them. */
export function CardPart({ db, session, card, viewer, connectedWords }: CardPartProps) {
  const cameFrom = useCameFrom()
  return (
    <ProviderCard
      card={card}
      link={
        <Link
          className={buttonClass({ wide: true })}
          to="/service-providers/$id"
          params={{ id: card._id }}
          state={cameFrom}
        >
          <ViewProfileWords name={card.name} />
        </Link>
      }
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
