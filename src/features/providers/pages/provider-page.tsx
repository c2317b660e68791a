import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { isSuperAdmin } from '#contract/account/model.ts'
import type { ProviderCard } from '#contract/account/profile.ts'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { isNotFound, useResource } from '#src/data/resource.ts'
import { IntroPart } from '#src/features/library/intro-video.tsx'
import { AuthorArticles, AuthorVideos } from '#src/features/library/profile/author-items.tsx'
import { ProviderPricing } from '#src/features/pricing/provider-pricing.tsx'
import {
  maySpeakUp,
  SafetyMenu,
  useSafetyDialog,
  type SafetyMenuProps,
} from '#src/features/safety/safety-menu.tsx'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/private-image.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState, PartBoundary } from '#src/ui/state/state-message.tsx'
import { providerResource } from '../directory/directory-resource.ts'
import { ConnectionsNote } from '../directory/directory-view.tsx'
import { ProviderActions, pricingAnchor } from '../provider-actions.tsx'
import { formatLocation, ProviderTags } from '../provider-tags.tsx'
import { takes, useViewer, type DirectoryViewer } from '../viewer.ts'
import styles from '../provider-screen.module.css'

export interface ProviderPageProps {
  db: UserDatabase
  session: Session
  id: string
}

/** Spec 2: a care provider's page: what this device has at once, what the server says a moment later. */
export function ProviderPage(props: ProviderPageProps) {
  const { ask, dialog } = useSafetyDialog(props.db)
  return (
    <>
      <Known {...props} onAsk={ask} />
      {dialog}
    </>
  )
}

interface KnownProps extends ProviderPageProps {
  /** Opens what blocks and reports beside the page of a provider who may be found no more. */
  onAsk: SafetyMenuProps['onAsk']
}

function Known({ db, session, id, onAsk }: KnownProps) {
  const viewer = useViewer(db, session)
  const provider = useResource(db, providerResource, id)
  if (isNotFound(provider.refresh.error) || viewer.hidden.has(id)) return <NotFound />
  if (provider.data) {
    return (
      <>
        <WayBack />
        <ResourceStale of={provider} failed={m.providers_failed_one()} />
        <Found {...{ db, session, viewer, onAsk }} provider={provider.data} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={m.providers_page()} back={<WayBack />} />
      <ResourceMissing
        of={provider}
        failed={m.providers_failed_profile()}
        offline={m.providers_offline_one()}
        skeleton={{ shape: 'card', count: 3 }}
      />
    </>
  )
}

interface FoundProps extends Omit<KnownProps, 'id'> {
  provider: ProviderCard
  viewer: DirectoryViewer
}

function Found({ db, session: { user }, provider, viewer, onAsk }: FoundProps) {
  const { _id: id, name } = provider
  const mayBuy = user.userT !== 'ServiceProvider' && !isSuperAdmin(user)
  const mayBlock = user._id !== id && maySpeakUp(user, viewer.profile)
  return (
    <ProviderScreen
      provider={provider}
      note={mayBuy && <ConnectionsNote viewer={viewer} />}
      menu={mayBlock && <SafetyMenu {...{ db, onAsk }} person={{ id, name }} />}
      actions={mayBuy && <ProviderActions db={db} provider={provider} viewer={viewer} />}
      parts={
        <ProviderParts
          db={db}
          providerId={id}
          mayBuy={mayBuy && takes(provider, viewer) === true}
          asksFirst={viewer.minor !== false}
          note={mayBuy && takes(provider, viewer) === false && m.providers_closed_pricing()}
        />
      }
    />
  )
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
  /** Why the viewer's own part is missing. */
  note: ReactNode
  /** Block and report; nothing on one's own page. */
  menu: ReactNode
  /** Book Session and how the viewer stands to them. */
  actions: ReactNode
  /** Pricing, introduction video and library, each filled by its feature. */
  parts: ReactNode
}

/** Spec 2: a care provider's page. */
function ProviderScreen({ provider, note, menu, actions, parts }: ProviderScreenProps) {
  const { _id, name, profileImg, specialization, bio } = provider
  return (
    <div className={styles.screen}>
      {note}
      <Card>
        <div className={styles.head}>
          <Photo id={_id} name={name} file={profileImg} size={112} decorative />
          <div className={styles.facts}>
            <h1 className={styles.name}>{name}</h1>
            {specialization && <p className={styles.kind}>{term(specialization)}</p>}
            <p className={styles.muted}>
              {formatLocation(provider) ?? m.account_profile_no_location()}
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

interface ProviderPartsProps {
  db: UserDatabase
  providerId: string
  /** Spec 6: Buy Now is for whoever is no provider and not this one. */
  mayBuy: boolean
  asksFirst: boolean
  /** Why nothing can be bought here, above what is sold. */
  note?: ReactNode
}

/** What the features of pricing and of the library show of a provider. */
function ProviderParts({ db, providerId, mayBuy, asksFirst, note }: ProviderPartsProps) {
  return (
    <>
      <div className={styles.parts}>
        <div className={styles.place} id={pricingAnchor}>
          <Card>
            <CardHeader title={m.providers_pricing_title()} />
            <CardBody>
              {note && <p>{note}</p>}
              <ProviderPricing
                db={db}
                providerId={providerId}
                mayBuy={mayBuy}
                asksFirst={asksFirst}
              />
            </CardBody>
          </Card>
        </div>
        <Card>
          <CardHeader title={m.profile_intro_title()} />
          <CardBody>
            <PartBoundary>
              <IntroPart
                db={db}
                providerId={providerId}
                none={<EmptyState compact emoji="🎬" title={m.profile_intro_none()} />}
              />
            </PartBoundary>
          </CardBody>
        </Card>
      </div>
      <Card>
        <CardHeader title={m.providers_library_title()} />
        <CardBody className={styles.parts}>
          <section>
            <h3>{m.profile_articles_title()}</h3>
            <PartBoundary>
              <AuthorArticles db={db} authorId={providerId} />
            </PartBoundary>
          </section>
          <section>
            <h3>{m.profile_videos_title()}</h3>
            <PartBoundary>
              <AuthorVideos db={db} authorId={providerId} />
            </PartBoundary>
          </section>
        </CardBody>
      </Card>
    </>
  )
}
