import { Link } from '@tanstack/react-router'
import type { Friend } from '#contract/connections/model.ts'
import { CircleBox } from '#src/features/connections/circle-box.tsx'
import { CircleSummary } from '#src/features/connections/circle-summary.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { useFriends } from '#src/features/connections/use-friends.ts'

export interface CirclePartProps {
  db: UserDatabase
  /** What this device knew when the page was opened. */
  known: Friend[] | undefined
}

/** Spec 2: the Circle of Care of a young person or a parent; each leads to the provider's page. */
export function CirclePart({ db, known }: CirclePartProps) {
  const { friends, refresh, again } = useFriends(db, known)
  return (
    <CircleBox
      title={m.shell_circle_title()}
      friends={friends}
      refresh={refresh}
      onRetry={again}
      emptyText={m.shell_circle_hint()}
      all={<All />}
    />
  )
}

/** Spec 2: the same for a care provider, and My Clients, each leading to the young person's page or to the chat. */
export function ProviderCircleParts({ db, known }: CirclePartProps) {
  const { friends, refresh, again } = useFriends(db, known)
  return (
    <>
      <CircleSummary friends={friends} refresh={refresh} onRetry={again} all={<All />} />
      <CircleBox
        title={m.shell_clients_title()}
        friends={friends}
        refresh={refresh}
        onRetry={again}
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
