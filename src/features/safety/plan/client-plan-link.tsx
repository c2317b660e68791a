import { Link } from '@tanstack/react-router'
import { useRemote } from '#src/data/resource.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useStore } from '#src/lib/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { sharersRemote } from './plan-resource.ts'

/** The way to a plan that is shown to the provider; it is no look at it. Nothing while none is. */
export function ClientPlanLink({ db, userId }: { db: UserDatabase; userId: string }) {
  const sharers = useRemote(db, sharersRemote, useStore(sharingNews))
  if (!sharers.data?.includes(userId)) return null
  return (
    <Card>
      <CardHeader title={m.plan_client_title()} subtitle={m.plan_client_shared()} />
      <CardBody>
        <Link
          className={buttonClass({ look: 'secondary' })}
          to="/safety-plan"
          search={{ of: userId }}
        >
          {m.plan_client_open()}
        </Link>
      </CardBody>
    </Card>
  )
}
