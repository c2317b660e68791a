import { Link } from '@tanstack/react-router'
import { profileResource } from '#src/data/profile-resource.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource, type Loaded, useStored, defineLocal } from '#src/data/resource.ts'
import { MinorsBanner, ReviewBanner } from '#src/features/account/profile/profile-card.tsx'
import { chatListResource } from '#src/features/chat/chat-resource.ts'
import { receivedResource } from '#src/features/connections/connections-resource.ts'
import { NoticesBox, HappenedLine } from '#src/features/notices/notices-box.tsx'
import { markRead, noticesResource } from '#src/features/notices/notices-resource.ts'
import { UnsentLines, useUnsent } from '#src/features/sync/unsent.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { dismiss, readDismissed } from '#src/offline/features/hints.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { minorsState } from '#src/session/own-profile.ts'
import { Button, buttonClass } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Row, Rows } from '#src/ui/card/lists.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './dashboard.module.css'

/** What every feature has to say to the person: first what waits on this device, then what happened, newest first. */
export function NoticesPart({ db }: { db: UserDatabase }) {
  const rows = useUnsent(db)
  const of = useResource(db, noticesResource)
  const notices = of.data ?? []

  async function markAll() {
    try {
      await asMember(db, (token) => markRead(db, token, notices))
    } catch {
      showToast({ text: m.notices_mark_failed(), tone: 'danger' })
    }
  }

  const empty = rows.length === 0 && notices.length === 0
  return (
    <NoticesBox
      empty={empty}
      onRead={notices.length > 0 ? () => void markAll() : undefined}
      all={
        <Link className={buttonClass({ look: 'quiet', size: 'small' })} to="/notifications">
          {m.notices_see_all()}
        </Link>
      }
      failed={
        of.refresh.error !== undefined &&
        (empty ? (
          <ResourceMissing of={of} compact skeleton={{ count: 2 }} failed={m.notices_failed()} />
        ) : (
          <NotNewest of={of} />
        ))
      }
    >
      <UnsentLines rows={rows} />
      {notices.map((notice) => (
        <HappenedLine key={notice._id} notice={notice} when={formatDate(notice.createdAt)} />
      ))}
    </NoticesBox>
  )
}

/** The newest could not be read: the lines are what this device knew. Offline, the shell says so already. */
function NotNewest({ of: { refresh } }: { of: Loaded<unknown> }) {
  const online = useOnline()
  return online && <p className={styles.note}>{failureText(refresh.error, m.notices_failed())}</p>
}

/** What waits for a care provider: requests and unread chats, as far as this device knows. */
export function DeskPart({ db }: { db: UserDatabase }) {
  const requests = useResource(db, receivedResource, 'pending')
  const chats = useResource(db, chatListResource)
  return (
    <Card>
      <CardHeader title={m.dashboard_desk_title()} />
      <CardBody>
        <Rows>
          <Waiting
            name={m.connections_requests_title()}
            of={requests}
            count={requests.data?.length}
            some={(count) => m.dashboard_desk_requests({ count })}
            none={m.connections_requests_none()}
            failed={m.connections_received_failed()}
            offline={m.connections_offline()}
            to="/connection-requests"
          />
          <Waiting
            name={m.chat_title()}
            of={chats}
            count={chats.data?.filter(({ unread }) => unread > 0).length}
            some={(count) => m.dashboard_desk_unread({ count })}
            none={m.dashboard_desk_all_read()}
            failed={m.chat_list_failed()}
            offline={m.chat_list_offline()}
            to="/chats"
          />
        </Rows>
      </CardBody>
    </Card>
  )
}

interface WaitingProps {
  name: string
  of: Loaded<unknown>
  /** Undefined where the server has never said. */
  count: number | undefined
  some: (count: number) => string
  none: string
  failed: string
  offline: string
  to: '/connection-requests' | '/chats'
}

/** How many wait; before that is known, why it is not. */
function Waiting({ name, of, count, some, none, failed, offline, to }: WaitingProps) {
  const online = useOnline()
  const { status, error } = of.refresh
  const missing = count === undefined && status === 'failed'
  const known = count ? some(count) : none
  const reason = online ? failureText(error, failed) : offline
  return (
    <Row
      title={name}
      note={missing ? reason : count === undefined ? <Skeleton count={1} /> : known}
      end={
        <div className={styles.ways}>
          {missing && online && (
            <Button look="quiet" size="small" icon="retry" onClick={of.retry}>
              {m.ui_retry()}
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          )}
          <Link
            className={buttonClass({ look: count ? 'secondary' : 'quiet', size: 'small' })}
            to={to}
          >
            {m.dashboard_desk_open()}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Link>
        </div>
      }
    />
  )
}

/** The hints that the person has put away on this device. */
const dismissedResource = defineLocal({ key: 'hints.dismissed', read: readDismissed })

/**
 * How far the review of a care provider is, until it is over; then that nobody under 18 can ask them, until they have put
 * that away: a new reason shows again.
 */
export function ReviewStatusPart({ db }: { db: UserDatabase }) {
  const profile = useStored(db, profileResource)
  const dismissed = useStored(db, dismissedResource)
  if (!profile) return null
  const state = minorsState(profile)
  const id = `minors:${state}`
  return (
    <>
      <ReviewBanner profile={profile} />
      {dismissed && !dismissed.has(id) && (
        <MinorsBanner linked state={state} onDismiss={() => void dismiss(db, id)} />
      )}
    </>
  )
}
