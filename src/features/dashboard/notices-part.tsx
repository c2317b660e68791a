import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
            count={requests.data?.length}
            some={(count) => m.dashboard_desk_requests({ count })}
            none={m.connections_requests_none()}
            unknown={
              <NotKnown
                of={requests}
                failed={m.connections_received_failed()}
                offline={m.connections_offline()}
              />
            }
            to="/connection-requests"
          />
          <Waiting
            name={m.chat_title()}
            count={chats.data?.filter(({ unread }) => unread > 0).length}
            some={(count) => m.dashboard_desk_unread({ count })}
            none={m.dashboard_desk_all_read()}
            unknown={
              <NotKnown of={chats} failed={m.chat_list_failed()} offline={m.chat_list_offline()} />
            }
            to="/chats"
          />
        </Rows>
      </CardBody>
    </Card>
  )
}

interface WaitingProps {
  name: string
  /** Undefined where the server has never said. */
  count: number | undefined
  some: (count: number) => string
  none: string
  unknown: ReactNode
  to: '/connection-requests' | '/chats'
}

function Waiting({ name, count, some, none, unknown, to }: WaitingProps) {
  const look = count ? 'secondary' : 'quiet'
  const known = count ? some(count) : none
  return (
    <Row
      title={name}
      note={count === undefined ? unknown : known}
      end={
        <Link className={buttonClass({ look, size: 'small' })} to={to}>
          {m.dashboard_desk_open()}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Link>
      }
    />
  )
}

interface NotKnownProps {
  of: Loaded<unknown>
  failed: string
  offline: string
}

/** In place of a count: it is on its way, or why it did not come. */
function NotKnown({ of: { refresh, retry }, failed, offline }: NotKnownProps) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton count={1} />
  if (!online) return offline
  return (
    <>
      <span>{failureText(refresh.error, failed)}</span>{' '}
      <Button look="quiet" size="small" icon="retry" onClick={retry}>
        {m.ui_retry()}
      </Button>
    </>
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
