import type { ReactNode } from 'react'
import type { ReceivedRequest } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { knownRows, type Refresh } from '#src/data/use-refresh.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import styles from './connections.module.css'
import { ListNotYet, StaleList } from './list-states.tsx'
import { RequestCard } from './request-card.tsx'
import { useAnswers, type SendAnswer } from './use-answers.ts'

export interface RequestsScreenProps {
  /** Those that wait for an answer, newest first; undefined before the server has sent any list. */
  requests: readonly ReceivedRequest[] | undefined
  /** Said under 'No pending connection requests.' */
  noneText: string
  /** What can be done about it. */
  noneAction: ReactNode
  refresh: Refresh
  onRetry: () => void
  onAccept: SendAnswer
  onReject: SendAnswer
}

/** Spec 2: the requests a care provider has been sent, to accept or to reject. */
export function RequestsScreen(props: RequestsScreenProps) {
  const { refresh, onRetry } = props
  const { answering, failure, accept, reject } = useAnswers(props.onAccept, props.onReject)
  const requests = knownRows(props.requests, refresh)
  if (!requests) {
    return (
      <ListNotYet refresh={refresh} failed={m.connections_received_failed()} onRetry={onRetry} />
    )
  }
  const open = requests.filter(({ _id }) => !answering.has(_id))
  const failedOne = open.find(({ _id }) => _id === failure?.requestId)
  return (
    <div className={styles.section}>
      {refresh.status === 'failed' && (
        <StaleList refresh={refresh} failed={m.connections_received_failed()} onRetry={onRetry} />
      )}
      {failure && !failedOne && (
        <div role="alert">
          <Banner tone="danger">{failure.text}</Banner>
        </div>
      )}
      {open.length === 0 ? (
        <EmptyState
          emoji="📬"
          title={m.connections_requests_none()}
          text={props.noneText}
          action={props.noneAction}
        />
      ) : (
        <ul className={styles.list}>
          {open.map((request) => (
            <li key={request._id}>
              <RequestCard
                request={request}
                failure={request === failedOne ? failure?.text : undefined}
                onAccept={() => accept(request)}
                onReject={() => reject(request)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
