import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Waiting } from '#contract/safety/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Row, Rows } from '#src/ui/card/rows.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

export interface WaitingCardProps {
  /** Undefined before the server has said. */
  waiting: Waiting | undefined
  refresh: Refresh
  onRetry: () => void
}

/** What waits for a superAdmin, each with the way there. */
export function WaitingCard({ waiting, refresh, onRetry }: WaitingCardProps) {
  return (
    <Card>
      <CardHeader title={m.reports_waiting_title()} />
      <CardBody>
        {waiting ? (
          <Rows>
            <Place name={m.shell_nav_reviews()} count={waiting.reviews} to="/admin/reviews" />
            <Place name={m.shell_nav_reports()} count={waiting.reports} to="/admin/reports" />
          </Rows>
        ) : (
          <NotYet refresh={refresh} onRetry={onRetry} />
        )}
      </CardBody>
    </Card>
  )
}

interface PlaceProps {
  name: string
  count: number
  to: '/admin/reviews' | '/admin/reports'
}

function Place({ name, count, to }: PlaceProps) {
  return (
    <Row
      title={name}
      note={count === 0 ? m.reports_waiting_none() : m.reports_waiting_count({ count })}
      end={
        <Link
          className={buttonClass({ look: count === 0 ? 'quiet' : 'secondary', size: 'small' })}
          to={to}
        >
          {m.reports_waiting_open()}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Link>
      }
    />
  )
}

function NotYet({ refresh, onRetry }: { refresh: Refresh; onRetry: () => void }): ReactNode {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton count={2} />
  if (!online) return <OfflineState compact text={m.reports_waiting_offline()} />
  return (
    <ErrorState
      compact
      title={failureText(refresh.error, m.reports_waiting_failed())}
      onRetry={onRetry}
    />
  )
}
