import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { isSuperAdmin } from '#contract/account/model.ts'
import type { ProviderCard as Provider } from '#contract/account/profile.ts'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import { knownData } from '#src/data/use-refresh.ts'
import { ConnectPart } from '#src/features/connections/connect-part.tsx'
import { useCameFrom } from '#src/features/connections/person-link.tsx'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { Photo } from '#src/lib/private-image.tsx'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { Button, buttonClass } from '#src/ui/button/button.tsx'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Spinner } from '#src/ui/state/loading.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { formatLocation, ProviderTags } from '../provider-tags.tsx'
import { takes, useViewer, type DirectoryViewer } from '../viewer.ts'
import { useSearchInAddress } from './directory-filter.ts'
import { DirectoryList } from './directory-list.tsx'
import { directoryResource, type DirectoryName } from './directory-resource.ts'
import type { StoredDirectory } from './directory-store.ts'
import { OfferChips } from './offer-chips.tsx'
import styles from '../provider-card.module.css'

/** What a directory says of itself. */
export interface DirectoryTexts {
  readonly none: string
  readonly noneText: string
  /** The fallback where the server did not say why. */
  readonly failed: string
  /** The whole sentence in place of a list that never came; the reason alone without it. */
  readonly failedWhole?: (message: string) => string
  /** Of a connection; 'Connected' without it. */
  readonly connected?: string
}

interface DirectoryViewProps {
  db: UserDatabase
  session: Session
  name: DirectoryName
  texts: DirectoryTexts
  /** A list shorter than this needs no search. */
  searchFrom?: number
  /** Another way on where the list never came. */
  wayOut?: ReactNode
}

/** A list of care providers: what this device has at once, what the server says a moment later. */
export function DirectoryView(props: DirectoryViewProps) {
  const { db, session, name, texts, searchFrom } = props
  const { search, onSearch } = useSearchInAddress()
  // The list first: what is asked about the viewer can come behind it.
  const directory = useResource(db, directoryResource, name.specialty, name.list)
  const viewer = useViewer(db, session)
  const { data, refresh } = directory
  const { hidden, minor, statuses } = viewer
  const providers = useMemo(
    () => data?.providers.filter(({ _id }) => !hidden.has(_id)) ?? [],
    [data, hidden],
  )
  const shown = useMemo(
    () => (minor === false ? providers : providers.filter((card) => isForMinor(card, statuses))),
    [providers, minor, statuses],
  )
  if (!data || !knownData(data.providers, refresh)) {
    return <DirectoryMissing {...props} directory={directory} />
  }
  const part = data.asOfMs === undefined
  return (
    <>
      <ResourceStale of={directory} failed={texts.failed} asOf={formatDirectoryAsOf(data)} />
      {part && refresh.status === 'loading' && <MoreComing />}
      <ConnectionsNote viewer={viewer} />
      <DirectoryList
        listId={name.specialty}
        providers={shown}
        note={<AdultsOnlyNote count={providers.length - shown.length} />}
        rest={data.rest}
        part={part}
        initial={search}
        onSearch={onSearch}
        {...(searchFrom !== undefined && { searchFrom })}
        none={texts.none}
        noneText={texts.noneText}
        renderCard={(card) => (
          <CardPart
            db={db}
            session={session}
            card={card}
            viewer={viewer}
            connectedText={texts.connected}
          />
        )}
      />
    </>
  )
}

interface DirectoryMissingProps extends DirectoryViewProps {
  directory: Parameters<typeof ResourceMissing>[0]['of']
}

function DirectoryMissing({ directory, texts, wayOut }: DirectoryMissingProps) {
  return (
    <ResourceMissing
      of={directory}
      failed={texts.failed}
      sentence={texts.failedWhole}
      offline={m.providers_offline()}
      skeleton={{ shape: 'card', count: 3 }}
      action={wayOut}
    />
  )
}

/** Pages of a long list come one by one. */
function MoreComing() {
  return (
    <output>
      <Spinner size={24} label={m.ui_loading()} />
    </output>
  )
}

/** Whoever sees adults alone is nobody to choose, also where the age is not known yet; whom the person knows already stays. */
function isForMinor({ _id, seesMinors }: Provider, statuses: DirectoryViewer['statuses']): boolean {
  return seesMinors || (statuses.of(_id)?.status ?? 'none') !== 'none'
}

/** How many are not in the list, and why. */
function AdultsOnlyNote({ count }: { count: number }) {
  if (count === 0) return null
  return <p className={styles.hiddenNote}>{m.providers_not_shown({ count })}</p>
}

/** Without the person's requests and connections the cards have no controls, and this says why. */
export function ConnectionsNote({ viewer: { statuses } }: { viewer: DirectoryViewer }) {
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
  connectedText: string | undefined
}

/** A provider in a list, with the way to their page and the viewer's connection to them. */
function CardPart({ db, session, card, viewer, connectedText }: CardPartProps) {
  const isClient = session.user.userT !== 'ServiceProvider' && !isSuperAdmin(session.user)
  return (
    <ProviderCard
      card={card}
      offers={isClient && <OfferChips db={db} providerId={card._id} />}
      control={
        isClient && (
          <ConnectPart
            db={db}
            provider={card}
            status={viewer.statuses.of(card._id)}
            taken={takes(card, viewer)}
            {...(connectedText !== undefined && { connectedLabel: connectedText })}
          />
        )
      }
    />
  )
}

interface ProviderCardProps {
  card: Provider
  /** What they offer to whoever may book. */
  offers?: ReactNode
  /** The viewer's connection to them, and what can be done about it. */
  control?: ReactNode
}

/** Spec 2: a care provider in a list: image, name, specialization, state and country, bio, and the ways on. All of it opens their page. */
function ProviderCard({ card, offers, control }: ProviderCardProps) {
  const { _id, name, profileImg, specialization, bio } = card
  const location = formatLocation(card)
  const cameFrom = useCameFrom()
  return (
    <Card className={styles.card} interactive>
      <header className={styles.head}>
        <Photo id={_id} name={name} file={profileImg} size={64} decorative />
        <div className={styles.facts}>
          <h2 className={styles.name}>{name}</h2>
          {specialization && <p>{term(specialization)}</p>}
          {location && <p className={styles.muted}>{location}</p>}
        </div>
      </header>
      <ProviderTags card={card} short />
      {offers}
      <p className={bio ? styles.bio : styles.muted} dir="auto">
        {bio || m.profile_bio_empty()}
      </p>
      <div className={styles.actions}>
        <Link
          className={cardLinkClass}
          to="/service-providers/$id"
          params={{ id: _id }}
          state={cameFrom}
        >
          {/* Drawn as a button inside the link: a button that moves would take the link's ground with it. */}
          <span className={buttonClass({ wide: true })}>
            {m.providers_view()}
            <VisuallyHidden> {name}</VisuallyHidden>
          </span>
        </Link>
        <div className={styles.control}>{control}</div>
      </div>
    </Card>
  )
}

/** From when something is, for a line of text. */
export function formatAsOf(asOfMs: number): string {
  return m.providers_as_of({ when: formatMoment(asOfMs) })
}

/** The same of a list; of a part alone, that it is one. */
export function formatDirectoryAsOf({ asOfMs, firstPageAsOfMs }: StoredDirectory): string {
  if (asOfMs !== undefined) return formatAsOf(asOfMs)
  return firstPageAsOfMs === undefined
    ? m.providers_as_of_part()
    : m.providers_as_of_start({ when: formatMoment(firstPageAsOfMs) })
}
