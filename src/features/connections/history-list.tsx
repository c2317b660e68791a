import type { Connection, ConnectionState } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { Photo } from '#src/lib/photo.tsx'
import { knownRows, type Refresh } from '#src/data/use-refresh.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { Row, Rows } from '#src/ui/card/rows.tsx'
import { Tag, type TagProps } from '#src/ui/message/tag.tsx'
import { friendName } from './own-connections.ts'
import { ListNotYet, StaleList } from './list-states.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'

/** A request with the person on its other side. */
export interface HistoryEntry {
  readonly connection: Connection
  readonly person: {
    readonly id: string
    readonly firstname: string
    readonly lastname: string
    readonly profileImg: string | null
  }
  /** What the person is: a specialty, or the kind. */
  readonly kind: string
  /** The provider does not see people of the person's age at the moment. */
  readonly unavailable?: boolean | undefined
}

export interface HistoryListProps {
  title: string
  /** Undefined before the server has sent any list. */
  entries: readonly HistoryEntry[] | undefined
  refresh: Refresh
  onRetry: () => void
  failed: string
  empty: string
}

/** Requests, newest first, with where each stands. */
export function HistoryList(props: HistoryListProps) {
  const { title, refresh, onRetry, failed, empty } = props
  const entries = knownRows(props.entries, refresh)
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody>
        {!entries && <ListNotYet compact refresh={refresh} failed={failed} onRetry={onRetry} />}
        {entries && refresh.status === 'failed' && <StaleList {...{ refresh, failed, onRetry }} />}
        {entries?.length === 0 && <EmptyState compact emoji="🪁" title={empty} />}
        {entries && entries.length > 0 && (
          <Rows>
            {entries.map((entry) => (
              <Entry key={entry.connection._id} entry={entry} />
            ))}
          </Rows>
        )}
      </CardBody>
    </Card>
  )
}

function Entry({ entry: { connection, person, kind, unavailable } }: { entry: HistoryEntry }) {
  const name = friendName(person)
  return (
    <Row
      picture={<Photo id={person.id} name={name} file={person.profileImg} size={44} decorative />}
      title={name}
      note={`${kind} · ${formatDate(connection.createdAt)}`}
      end={
        unavailable ? (
          <Tag icon="info">{m.connections_not_available()}</Tag>
        ) : (
          <StateTag state={connection.status} />
        )
      }
    />
  )
}

interface Look {
  readonly tone: NonNullable<TagProps['tone']>
  readonly icon: IconName
  readonly words: () => string
}

const looks: Record<ConnectionState, Look> = {
  pending: { tone: 'warn', icon: 'clock', words: m.connections_state_pending },
  accepted: { tone: 'success', icon: 'check', words: m.connections_state_accepted },
  rejected: { tone: 'danger', icon: 'close', words: m.connections_state_rejected },
  removed: { tone: 'plain', icon: 'back', words: m.connections_state_removed },
  ended: { tone: 'plain', icon: 'close', words: m.connections_state_ended },
}

/** Where a connection stands. */
function StateTag({ state }: { state: ConnectionState }) {
  const { tone, icon, words } = looks[state]
  return (
    <Tag tone={tone} icon={icon}>
      {words()}
    </Tag>
  )
}
