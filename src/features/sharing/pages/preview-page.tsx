import { Link } from '@tanstack/react-router'
import type { Preview, Viewer } from '#contract/sharing/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote, useResource } from '#src/data/resource.ts'
import { YoungScreen } from '#src/features/account/pages/young-page.tsx'
import { SharedBriefSheet } from '#src/features/brief/brief-sheet.tsx'
import { RequestBody } from '#src/features/connections/request-body.tsx'
import { useQuestWords } from '#src/features/quests/quest-words.ts'
import { SharedResultsCard } from '#src/features/quests/share/shared-results.tsx'
import { SharedPlanSteps } from '#src/features/safety/plan/shared-plan.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { previewRemote, sharingResource } from '../sharing-resource.ts'
import styles from '../sharing.module.css'

export interface PreviewPageProps {
  db: UserDatabase
  viewerId: string
}

/** The person as one viewer sees them, drawn by the parts that the viewer's app draws them with. */
export function PreviewPage({ db, viewerId }: PreviewPageProps) {
  const of = useRemote(db, previewRemote, viewerId)
  const known = useResource(db, sharingResource).data
  const viewer = known?.viewers.find(({ id }) => id === viewerId)
  useQuestWords()
  return (
    <div className={styles.screen}>
      <PageHeader
        title={
          viewer ? m.sharing_preview_frame({ who: viewer.firstname }) : m.sharing_preview_title()
        }
        text={m.sharing_preview_note()}
        back={
          <Link to="/who-sees-what" className={backLinkClass}>
            {m.sharing_back()}
          </Link>
        }
      />
      {of.data === undefined ? (
        <ResourceMissing
          of={of}
          skeleton={{ shape: 'card', count: 2 }}
          failed={m.sharing_preview_failed()}
          offline={m.sharing_preview_offline()}
        />
      ) : (
        <Frame viewer={viewer} preview={of.data} ownId={db.userId} />
      )}
    </div>
  )
}

interface FrameProps {
  viewer: Viewer | undefined
  preview: Preview
  ownId: string
}

function Frame({ viewer, preview, ownId }: FrameProps) {
  // Without the name for the moment in which it is not known yet.
  const who = viewer?.firstname ?? '…'
  const title = viewer ? m.sharing_preview_frame({ who }) : m.sharing_preview_title()
  const { profile, results, plan, briefs, request, chat } = preview
  const nothing = !profile && !results && !plan && !briefs && !request
  return (
    <section className={styles.frame} aria-label={title}>
      <p className={styles.banner}>
        <Icon name="eye" size={20} />
        {title}
      </p>
      {nothing && <EmptyState emoji="🙈" title={m.sharing_preview_nothing({ who })} />}
      {request && <RequestBody request={request} />}
      {profile?.view === 'client' && (
        <YoungScreen
          person={profile}
          score={m.profile_points({ score: preview.score?.score ?? 0 })}
        />
      )}
      {profile?.view === 'card' && <OwnCard who={who} id={ownId} />}
      {results && <SharedResultsCard results={results} />}
      {plan && (
        <>
          <h2>{m.plan_client_title()}</h2>
          <SharedPlanSteps plan={plan} />
        </>
      )}
      {briefs?.map((brief) => (
        <SharedBriefSheet key={brief.bookingId} brief={brief} title={m.brief_title()} />
      ))}
      {chat && <ChatFacts chat={chat} />}
    </section>
  )
}

/** A care provider's page is the same for every member: it is opened itself. */
function OwnCard({ who, id }: { who: string; id: string }) {
  return (
    <Card>
      <CardBody>
        <p>{m.sharing_preview_card({ who })}</p>
        <Link
          className={buttonClass({ look: 'secondary' })}
          to="/service-providers/$id"
          params={{ id }}
        >
          {m.sharing_preview_card_link()}
        </Link>
      </CardBody>
    </Card>
  )
}

function ChatFacts({ chat }: { chat: NonNullable<Preview['chat']> }) {
  const { username } = chat.member
  return (
    <Card>
      <CardHeader title={m.sharing_preview_chat()} />
      <CardBody>
        {username && <p>{m.sharing_preview_chat_text({ username })}</p>}
        <p>{chat.seenSeq === null ? m.sharing_preview_unread() : m.sharing_preview_read()}</p>
      </CardBody>
    </Card>
  )
}
