import { Link } from '@tanstack/react-router'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Row, Rows } from '#src/ui/card/lists.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { waitingRemote } from './reports-data.ts'

/** What waits for a superAdmin, each with the way there. */
export function WaitingCard({ db }: { db: UserDatabase }) {
  const waiting = useRemote(db, waitingRemote)
  return (
    <Card>
      <CardHeader title={m.reports_waiting_title()} />
      <CardBody>
        {waiting.data ? (
          <Rows>
            <Queue name={m.shell_nav_reviews()} count={waiting.data.reviews} to="/admin/reviews" />
            <Queue name={m.shell_nav_reports()} count={waiting.data.reports} to="/admin/reports" />
          </Rows>
        ) : (
          <ResourceMissing
            of={waiting}
            compact
            skeleton={{ count: 2 }}
            failed={m.reports_waiting_failed()}
            offline={m.reports_waiting_offline()}
          />
        )}
      </CardBody>
    </Card>
  )
}

interface QueueProps {
  name: string
  count: number
  to: '/admin/reviews' | '/admin/reports'
}

function Queue({ name, count, to }: QueueProps) {
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
