import type { ReactNode } from 'react'
import type { Friend } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { knownRows, type Refresh } from '#src/data/use-refresh.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ListNotYet } from './list-states.tsx'

export interface CircleCardProps {
  title: string
  /** Undefined before the server has sent any list. */
  friends: readonly Friend[] | undefined
  refresh: Refresh
  onRetry: () => void
  emptyText: string
  /** The link to everybody. */
  all?: ReactNode
  /** Drawn where there is somebody. */
  children: (friends: readonly Friend[]) => ReactNode
}

/** The card of the people somebody is connected with, with what stands there while there are none. */
export function CircleCard(props: CircleCardProps) {
  const { title, refresh, onRetry, emptyText, all, children } = props
  const friends = knownRows(props.friends, refresh)
  return (
    <Card>
      <CardHeader title={title} end={all} />
      <CardBody>
        {!friends && (
          <ListNotYet
            compact
            refresh={refresh}
            failed={m.connections_friends_failed()}
            onRetry={onRetry}
          />
        )}
        {friends?.length === 0 && (
          <EmptyState compact emoji="🤝" title={m.shell_circle_empty()} text={emptyText} />
        )}
        {friends && friends.length > 0 && children(friends)}
      </CardBody>
    </Card>
  )
}
