import { Link } from '@tanstack/react-router'
import { useResource, useStored, defineLocal } from '#src/data/resource.ts'
import { chatListResource } from '#src/features/chat/chat-resource.ts'
import { receivedResource } from '#src/features/connections/connections-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Row, Rows } from '#src/ui/card/rows.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { profileResource } from '#src/data/profile-resource.ts'
import { MinorsBanner, ReviewBanner } from '#src/features/account/profile/status-banners.tsx'
import { dismiss, readDismissed } from '#src/offline/features/dismissed.ts'
import { minorsState } from '#src/session/review-state.ts'

/** What waits for a care provider: requests and unread chats, as far as this device knows. */
export function DeskPart({ db }: { db: UserDatabase }) {
  const requests = useResource(db, receivedResource, 'pending').data?.length ?? 0
  const unread = (useStored(db, chatListResource) ?? []).filter((one) => one.unread > 0).length
  return (
    <Card>
      <CardHeader title={m.dashboard_desk_title()} />
      <CardBody>
        <Rows>
          <Waiting
            name={m.connections_requests_title()}
            note={
              requests > 0
                ? m.dashboard_desk_requests({ count: requests })
                : m.connections_requests_none()
            }
            count={requests}
            to="/connection-requests"
          />
          <Waiting
            name={m.chat_title()}
            note={
              unread > 0 ? m.dashboard_desk_unread({ count: unread }) : m.dashboard_desk_all_read()
            }
            count={unread}
            to="/chats"
          />
        </Rows>
      </CardBody>
    </Card>
  )
}

interface WaitingProps {
  name: string
  note: string
  count: number
  to: '/connection-requests' | '/chats'
}

function Waiting({ name, note, count, to }: WaitingProps) {
  const look = count > 0 ? 'secondary' : 'quiet'
  return (
    <Row
      title={name}
      note={note}
      end={
        <Link className={buttonClass({ look, size: 'small' })} to={to}>
          {m.dashboard_desk_open()}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Link>
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
