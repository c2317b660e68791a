import type { ProviderCard } from '#contract/account/model.ts'
import { sendRequest, takeRequestBack } from './change-connections.ts'
import { ConnectControl } from './connect-control.tsx'
import styles from './connections.module.css'
import { statusesIn, type ConnectionStatus } from './connection-status.ts'
import { ownConnectionsResource, readConnections } from './connections-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { SeesMinorsLink } from './sees-minors-link.tsx'
import { asMember } from '#src/session/as-member.ts'
import { refreshResource } from '#src/data/resource.ts'

export interface ConnectPartProps {
  db: UserDatabase
  provider: ProviderCard
  /** Undefined before the server has said: a control that may be wrong is not shown. */
  status: ConnectionStatus | undefined
  /** Whether the provider can take the viewer; undefined where this device cannot say. */
  taken: boolean | undefined
  connectedLabel?: string
  /** A sentence can go with the request, and what happens next is said. */
  withSentence?: boolean
}

/** The control beside a provider, for those who may ask: young people and parents. */
export function ConnectPart(props: ConnectPartProps) {
  const { db, provider, status, taken, connectedLabel, withSentence } = props
  if (!status || taken === undefined) return null
  if (!taken && status.status === 'connected') return <NotAtTheMoment provider={provider} />
  return (
    <ConnectControl
      name={provider.name}
      status={status}
      closed={taken ? undefined : m.connections_adults_only()}
      onRequest={(sentence) => request(db, provider, sentence)}
      onRemove={(id) => remove(db, provider._id, id)}
      connectedLabel={connectedLabel}
      withSentence={withSentence}
    />
  )
}

/** They are connected, and the provider does not see people under 18 at the moment. */
function NotAtTheMoment({ provider }: { provider: ProviderCard }) {
  return (
    <Banner tone="info">
      <p>{m.connections_unavailable({ name: provider.firstname })}</p>
      <p className={styles.instead}>
        <SeesMinorsLink specialty={provider.specialization} />
      </p>
    </Banner>
  )
}

async function request(db: UserDatabase, provider: ProviderCard, sentence: string): Promise<void> {
  const { _id: id, firstname, lastname, specialization, profileImg } = provider
  try {
    await asMember(db, (token) =>
      sendRequest(db, token, { id, firstname, lastname, specialization, profileImg }, sentence),
    )
  } catch (error) {
    await settleOr(db, error, async () => (await statusNow(db, id)).status !== 'none')
  }
}

async function remove(db: UserDatabase, providerId: string, requestId: string): Promise<void> {
  try {
    await asMember(db, (token) => takeRequestBack(db, token, requestId))
  } catch (error) {
    await settleOr(db, error, async () => (await statusNow(db, providerId)).status === 'none')
  }
}

/** Another device was faster: where what the person wanted is so already, nothing went wrong. */
const overtaken = new Set(['request_pending', 'already_connected', 'not_found'])

async function settleOr(db: UserDatabase, error: unknown, wished: () => Promise<boolean>) {
  if (!isApiProblem(error) || !overtaken.has(error.problem.code)) throw error
  await refreshResource(db, ownConnectionsResource)
  if (!(await wished())) throw error
}

async function statusNow(db: UserDatabase, providerId: string): Promise<ConnectionStatus> {
  return statusesIn(await readConnections(db))(providerId)
}
