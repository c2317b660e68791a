import { useMemo, type ReactNode } from 'react'
import type { DirectorySearch } from './directory-filter.ts'
import { DirectoryList } from './directory-list.tsx'
import type { KeptDirectory } from './kept-directory.ts'
import { useHeard } from './heard-lists.ts'
import { AsOf, NotYet } from './list-states.tsx'
import { refreshList, type ListWish } from './refresh-directory.ts'
import { directorySince } from './since-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { knownRows, useRefresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import type { Session } from '#src/session/session.ts'
import type { ViewerFacts } from './viewer/read-viewer.ts'
import { useViewer, type DirectoryViewer, takes } from './viewer/use-viewer.ts'
import { asViewer } from './viewer/as-viewer.ts'
import type { ProviderCard as Provider } from '#contract/account/model.ts'
import { ProviderCard } from './provider-card.tsx'
import { ConnectPart } from '#src/features/connections/connect-part.tsx'

/** What a directory says of itself. */
export interface DirectoryWords {
  readonly none: string
  readonly noneText: string
  /** The fallback where the server did not say why. */
  readonly failed: string
  /** The whole sentence in place of a list that never came. */
  readonly failedWhole: (message: string) => string
  /** Of a connection; 'Connected' unless told. */
  readonly connected?: string
}

export interface DirectoryPartProps {
  db: UserDatabase
  session: Session
  kept: KeptDirectory | undefined
  wish: Omit<ListWish, 'always'>
  words: DirectoryWords
  search: DirectorySearch
  onSearch: (search: DirectorySearch) => void
  known: { viewer: ViewerFacts }
  searchFrom?: number
  /** Another way on where the list never came. */
  wayOut: ReactNode
}

/** A list of care providers: what this device knows at once, what the server knows a moment later. */
export function DirectoryPart(props: DirectoryPartProps) {
  const { db, session, wish, words } = props
  const kept = useHeard({ viewerId: db.viewerId, specialty: wish.specialty }, props.kept)
  // The list first: what is asked about the viewer can come behind it.
  const { refresh, again } = useList(props)
  const viewer = useViewer(db, session, props.known.viewer)
  const failed = failureText(refresh.error, words.failed)
  const { hidden } = viewer
  const providers = useMemo(
    () => kept?.providers.filter(({ _id }) => !hidden.has(_id)) ?? [],
    [kept, hidden],
  )
  if (!kept || !knownRows(kept.providers, refresh)) {
    return (
      <NotYet
        refresh={refresh}
        failed={words.failedWhole(failed)}
        onRetry={again}
        action={props.wayOut}
      />
    )
  }
  return (
    <>
      <AsOf since={directorySince(kept)} refresh={refresh} failed={failed} onRetry={again} />
      {kept.asOfMs === undefined && refresh.status === 'loading' && <MoreComing />}
      <StatusesNote viewer={viewer} />
      <DirectoryList
        listId={wish.specialty}
        providers={providers}
        rest={kept.rest}
        part={kept.asOfMs === undefined}
        initial={props.search}
        onSearch={props.onSearch}
        {...(props.searchFrom !== undefined && { searchFrom: props.searchFrom })}
        none={words.none}
        noneText={words.noneText}
        renderCard={(card) => (
          <CardPart
            db={db}
            session={session}
            card={card}
            viewer={viewer}
            connectedWords={words.connected}
          />
        )}
      />
    </>
  )
}

/** Fetches the list when the page opens; a retry asks the server even where the list is fresh. */
function useList({ db, wish }: DirectoryPartProps) {
  return useRefresh(() => asViewer(db, (viewer) => refreshList(viewer, { ...wish, always: false })))
}

/** Pages of a long list stand here one by one. */
function MoreComing() {
  return (
    <output>
      <Spinner size={24} label={m.ui_loading()} />
    </output>
  )
}

/** Whom one has asked is not known: the cards stand without their controls, and it is said why. */
function StatusesNote({ viewer: { statuses } }: { viewer: DirectoryViewer }) {
  const online = useOnline()
  if (!online || statuses.refresh.status !== 'failed' || statuses.of('') !== undefined) return null
  const retry = (
    <Button look="secondary" size="small" onClick={statuses.retry}>
      {m.ui_retry()}
    </Button>
  )
  return (
    <Banner tone="warn" action={retry} announced>
      {failureText(statuses.refresh.error, m.connections_sent_failed())}
    </Banner>
  )
}

interface CardPartProps {
  db: UserDatabase
  session: Session
  card: Provider
  viewer: DirectoryViewer
  connectedWords?: string
}

/** A provider in a list, with the way to their page and how the viewer stands to them. */
function CardPart({ db, session, card, viewer, connectedWords }: CardPartProps) {
  return (
    <ProviderCard
      card={card}
      control={
        session.user.userT !== 'ServiceProvider' && (
          <ConnectPart
            db={db}
            provider={card}
            status={viewer.statuses.of(card._id)}
            taken={takes(card, viewer)}
            connectedLabel={connectedWords}
          />
        )
      }
    />
  )
}
