import { Link } from '@tanstack/react-router'
import { useResource } from '#src/data/resource.ts'
import { CircleBox, CircleSummary } from '#src/features/connections/circle-box.tsx'
import { circleResource } from '#src/features/connections/connections-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'

/** Spec 2: the Circle of Care of a young person or a parent; each leads to the provider's page. */
export function CirclePart({ db }: { db: UserDatabase }) {
  const circle = useResource(db, circleResource)
  return (
    <CircleBox
      title={m.shell_circle_title()}
      circle={circle}
      emptyText={m.shell_circle_hint()}
      all={<All />}
    />
  )
}

/** Spec 2: the same for a care provider, and My Clients, each leading to the young person's page or to the chat. */
export function ProviderCircleParts({ db }: { db: UserDatabase }) {
  const circle = useResource(db, circleResource)
  return (
    <>
      <CircleSummary circle={circle} all={<All />} />
      <CircleBox
        title={m.shell_clients_title()}
        circle={circle}
        emptyText={m.connections_clients_none_text()}
        all={<All />}
      />
    </>
  )
}

function All() {
  return (
    <Link className={buttonClass({ look: 'quiet', size: 'small' })} to="/circle-of-care">
      {m.connections_see_all()}
    </Link>
  )
}
