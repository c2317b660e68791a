import type { ReactNode } from 'react'
import {
  liveStates,
  type Connection,
  type ConnectionState,
  type ReceivedRequest,
  type SentRequest,
} from '#contract/connections/api.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource, type Loaded } from '#src/data/resource.ts'
import { SafetyMenu, useMaySpeakUp, useSafetyDialog } from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import { formatDate } from '#src/lib/dates.ts'
import { Photo } from '#src/lib/private-image.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Row, Rows } from '#src/ui/card/lists.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Tag, type TagProps } from '#src/ui/message/tag.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { kindLabel, friendName, receivedResource, sentResource } from '../connections-resource.ts'
import styles from '../connections.module.css'

/** Decisions: '/conn-dash' shows requests sent and received with their states. */
export function DashPage({ db, session }: { db: UserDatabase; session: Session }) {
  const provider = session.user.userT === 'ServiceProvider'
  return (
    <div className={styles.screen}>
      <PageHeader
        title={m.connections_dash_title()}
        text={m.connections_dash_text()}
        back={<BackToDashboard />}
      />
      {provider ? <ReceivedHistory db={db} /> : <SentHistory db={db} />}
    </div>
  )
}

function ReceivedHistory({ db }: { db: UserDatabase }) {
  return (
    <HistoryList
      db={db}
      title={m.connections_dash_received()}
      of={useResource(db, receivedResource, 'history')}
      entryOf={receivedEntry}
      failed={m.connections_received_failed()}
      empty={m.connections_dash_none_received()}
    />
  )
}

function SentHistory({ db }: { db: UserDatabase }) {
  return (
    <HistoryList
      db={db}
      title={m.connections_dash_sent()}
      of={useResource(db, sentResource)}
      entryOf={sentEntry}
      failed={m.connections_sent_failed()}
      empty={m.connections_dash_none_sent()}
    />
  )
}

/** A request with the person on its other side. */
interface HistoryEntry {
  readonly connection: Connection
  readonly person: {
    readonly id: string
    readonly firstname: string
    readonly lastname: string
    readonly profileImg: string | null
  }
  /** What the person is: a specialty, or the kind. */
  readonly kind: string
  /** What the person has said of themselves with it. */
  readonly sentence?: string | null | undefined
  /** The provider does not see people of the person's age at the moment. */
  readonly unavailable?: boolean | undefined
}

function sentEntry(connection: SentRequest): HistoryEntry {
  const { toUser } = connection
  return {
    connection,
    person: toUser,
    kind: kindLabel({ ...toUser, userType: 'ServiceProvider' }),
    sentence: connection.message,
    unavailable: isLive(connection) && connection.unavailable,
  }
}

function isLive({ status }: SentRequest): boolean {
  return liveStates.some((state) => state === status)
}

function receivedEntry(connection: ReceivedRequest): HistoryEntry {
  return { connection, person: connection.fromUser, kind: kindLabel(connection.fromUser) }
}

interface HistoryListProps<Request> {
  db: UserDatabase
  title: string
  of: Loaded<Request[]>
  entryOf: (request: Request) => HistoryEntry
  failed: string
  empty: string
}

/** Requests, newest first, each with its state. */
function HistoryList<Request>(props: HistoryListProps<Request>) {
  const { db, title, of, entryOf, failed, empty } = props
  const mayReport = useMaySpeakUp(db)
  const { ask, dialog } = useSafetyDialog(db)
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody>
        <ResourceView
          of={of}
          compact
          skeleton={{ count: 2 }}
          failed={failed}
          offline={m.connections_offline()}
          empty={<EmptyState compact emoji="🪁" title={empty} />}
        >
          {(requests) => (
            <Rows>
              {requests.map(entryOf).map((entry) => (
                <Entry
                  key={entry.connection._id}
                  entry={entry}
                  menu={
                    mayReport && (
                      <SafetyMenu
                        db={db}
                        person={{ id: entry.person.id, name: friendName(entry.person) }}
                        onAsk={ask}
                      />
                    )
                  }
                />
              ))}
            </Rows>
          )}
        </ResourceView>
        {dialog}
      </CardBody>
    </Card>
  )
}

function Entry({ entry, menu }: { entry: HistoryEntry; menu: ReactNode }) {
  const { connection, person, kind, sentence, unavailable } = entry
  const name = friendName(person)
  return (
    <Row
      picture={<Photo id={person.id} name={name} file={person.profileImg} size={44} decorative />}
      title={name}
      note={
        <>
          {joinFacts([kind, formatDate(connection.createdAt)])}
          {sentence && (
            <span className={styles.own}>{m.connections_own_sentence({ sentence })}</span>
          )}
        </>
      }
      end={
        <>
          {unavailable ? (
            <Tag icon="info">{m.connections_not_available()}</Tag>
          ) : (
            <StateTag state={connection.status} />
          )}
          {menu}
        </>
      }
    />
  )
}

interface StateLook {
  readonly tone: NonNullable<TagProps['tone']>
  readonly icon: IconName
  readonly label: () => string
}

const stateLooks: Record<ConnectionState, StateLook> = {
  pending: { tone: 'warn', icon: 'clock', label: m.connections_state_pending },
  accepted: { tone: 'success', icon: 'check', label: m.connections_state_accepted },
  rejected: { tone: 'danger', icon: 'close', label: m.connections_state_rejected },
  removed: { tone: 'plain', icon: 'back', label: m.connections_state_removed },
  ended: { tone: 'plain', icon: 'close', label: m.connections_state_ended },
}

function StateTag({ state }: { state: ConnectionState }) {
  const { tone, icon, label } = stateLooks[state]
  return (
    <Tag tone={tone} icon={icon}>
      {label()}
    </Tag>
  )
}
