import { useLiveQuery } from 'dexie-react-hooks'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { isSuperAdmin, type ProviderCard } from '#contract/account/model.ts'
import { readProvider } from '../kept-directory.ts'
import { AsOf, NotYet } from '../list-states.tsx'
import { refreshProvider } from '../refresh-directory.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader, backLinkClass } from '#src/ui/nav/page-header.tsx'
import { maySpeakUp } from '#src/features/safety/may-speak-up.ts'
import { SafetyMenu } from '#src/features/safety/safety-menu.tsx'
import type { Session } from '#src/session/session.ts'
import { ProviderActions } from '../provider-actions.tsx'
import { ProviderParts } from '../provider-parts.tsx'
import type { ViewerFacts } from '../viewer/read-viewer.ts'
import { takes, useViewer, type DirectoryViewer } from '../viewer/use-viewer.ts'
import { asViewer } from '../viewer/as-viewer.ts'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Photo } from '#src/lib/photo.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { placeWords } from '../place-words.ts'
import styles from '../provider-screen.module.css'
import { ProviderTags } from '../provider-tags.tsx'

export interface ProviderPageProps {
  db: UserDatabase
  session: Session
  id: string
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: { provider: ProviderCard | undefined; viewer: ViewerFacts }
}

/** Spec 2: a care provider's page: what this device knows at once, what the server knows a moment later. */
export function ProviderPage({ db, session, id, known }: ProviderPageProps) {
  const viewer = useViewer(db, session, known.viewer)
  const provider = useLiveQuery(() => readProvider(db.viewerId, id), [db, id], known.provider)
  const { missing, refresh, again } = useProvider(db, id)
  if (missing || viewer.hidden.has(id)) return <NotFound />
  if (provider) {
    return (
      <>
        <WayBack />
        <AsOf
          since={m.ui_stale()}
          refresh={refresh}
          failed={failureText(refresh.error, m.providers_failed_one())}
          onRetry={again}
        />
        <Found db={db} session={session} provider={provider} viewer={viewer} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={m.providers_page()} back={<WayBack />} />
      <NotYet
        refresh={refresh}
        failed={failureText(refresh.error, m.providers_failed_profile())}
        onRetry={again}
        offline={m.providers_offline_one()}
      />
    </>
  )
}

interface FoundProps {
  db: UserDatabase
  session: Session
  provider: ProviderCard
  viewer: DirectoryViewer
}

function Found({ db, session: { user }, provider, viewer }: FoundProps) {
  const { _id: id, name } = provider
  const mayBuy = user.userT !== 'ServiceProvider' && !isSuperAdmin(user)
  const mayBlock = user._id !== id && maySpeakUp(user, viewer.profile)
  return (
    <ProviderScreen
      provider={provider}
      menu={mayBlock && <SafetyMenu db={db} person={{ id, name }} />}
      actions={mayBuy && <ProviderActions db={db} provider={provider} viewer={viewer} />}
      parts={
        <ProviderParts
          db={db}
          providerId={id}
          mayBuy={mayBuy && takes(provider, viewer) === true}
          note={mayBuy && takes(provider, viewer) === false && m.providers_closed_pricing()}
        />
      }
    />
  )
}

function useProvider(db: UserDatabase, id: string) {
  const [missing, setMissing] = useState(false)
  const { refresh, again } = useRefresh(async () =>
    setMissing((await asViewer(db, (viewer) => refreshProvider(viewer, id))) === 'missing'),
  )
  return { missing, refresh, again }
}

function NotFound() {
  return (
    <>
      <PageHeader title={m.providers_page()} back={<WayBack />} />
      <EmptyState emoji="🔎" title={m.providers_not_found()} text={m.providers_not_found_text()} />
    </>
  )
}

/** Back to the list that the person came from, as they left it; spec 2: to all specialties where they came from none. */
function WayBack() {
  const router = useRouter()
  const cameFrom = useLocation({ select: ({ state }) => state.cameFrom })

  /** The browser's own way back also finds what was searched for and how far the list was read. */
  function goBack(event: MouseEvent) {
    if (cameFrom === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.back()
  }

  return (
    <Link className={backLinkClass} to={cameFrom ?? '/service-providers'} onClick={goBack}>
      {m.providers_back_short()}
    </Link>
  )
}

interface ProviderScreenProps {
  provider: ProviderCard
  /** Block and report; nothing on one's own page. */
  menu: ReactNode
  /** Book Session and how the viewer stands to them. */
  actions: ReactNode
  /** Pricing, introduction video and library, each filled by its feature. */
  parts: ReactNode
}

/** Spec 2: a care provider's page. */
function ProviderScreen({ provider, menu, actions, parts }: ProviderScreenProps) {
  const { _id, name, profileImg, specialization, bio } = provider
  return (
    <div className={styles.screen}>
      <Card>
        <div className={styles.head}>
          <Photo id={_id} name={name} file={profileImg} size={112} decorative />
          <div className={styles.facts}>
            <h1 className={styles.name}>{name}</h1>
            {specialization && <p className={styles.kind}>{specialization}</p>}
            <p className={styles.muted}>
              {placeWords(provider) ?? m.account_profile_no_location()}
            </p>
            <ProviderTags card={provider} />
          </div>
          {menu && <div className={styles.menu}>{menu}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </Card>
      <Card>
        <CardHeader title={m.profile_bio_title()} />
        <CardBody>
          <p className={bio ? styles.bio : styles.muted} dir="auto">
            {bio || m.profile_bio_empty()}
          </p>
        </CardBody>
      </Card>
      {parts}
    </div>
  )
}
