import { useState, type ReactNode } from 'react'
import type { ProviderCard } from '#contract/account/profile.ts'
import { cleanText } from '#contract/free-text.ts'
import { refreshResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { Button } from '#src/ui/button/button.tsx'
import { useFocusOnArrival } from '#src/ui/focus.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { sendRequest, takeRequestBack } from './change-connections.ts'
import {
  statusesIn,
  type ConnectionStatus,
  removeFailure,
  sendFailure,
  ownConnectionsResource,
  readConnections,
} from './connections-resource.ts'
import { SeesMinorsLink } from './person-link.tsx'
import {
  dropRequestSentence,
  noteSentenceTried,
  SentenceField,
  useRequestSentence,
} from './request-sentence.tsx'
import styles from './connections.module.css'

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
      providerId={provider._id}
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
    const asked = async () => (await statusNow(db, id)).status !== 'none'
    if (isApiProblem(error)) await settleOr(db, error, asked)
    else {
      noteSentenceTried(db, id, sentence)
      // What tells of the request may have come before the answer was given up.
      if (!(await asked())) throw error
    }
  }
  dropRequestSentence(id)
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

export interface ConnectControlProps {
  providerId: string
  /** The provider's name, for those who do not see which card a button belongs to. */
  name: string
  status: ConnectionStatus
  /** Both reject where the server refused or did not answer. */
  onRequest: (sentence: string) => Promise<void>
  onRemove: (requestId: string) => Promise<void>
  /** Said of a connection: 'Connected', or 'Already Connected' on the lists for parents. */
  connectedLabel?: string | undefined
  /** A sentence can go with the request, and what happens next is said. */
  withSentence?: boolean | undefined
  /** Why this person cannot ask this provider, in place of the button. */
  closed?: string | undefined
}

/**
 * Spec 4: Service Request, Pending Request with Remove Request, Connected. A press shows at once; where the server
 * refuses, what was shown is taken back and the reason is in its place.
 */
function ConnectControl(props: ConnectControlProps) {
  const { name, status, onRequest, onRemove, connectedLabel = m.connections_connected() } = props
  const { providerId, closed, withSentence = false } = props
  const [sentence, write] = useRequestSentence(providerId, {
    offered: withSentence,
    asked: status.status !== 'none',
  })
  const { shown, showAlready, undo } = useOptimistic(status, statusKey)
  const [failure, setFailure] = useState<Failure>()
  const [pressed, setPressed] = useState(false)
  useDirtyForm(shown.status === 'none' && closed === undefined && sentence !== '')
  // Where no answer came, the status that follows says that it worked.
  if (failure && !failure.refused && failure.key !== statusKey(status)) setFailure(undefined)

  async function attempt(
    to: ConnectionStatus,
    change: () => Promise<void>,
    failureOf: FailureText,
  ) {
    setFailure(undefined)
    setPressed(true)
    showAlready(to)
    try {
      await change()
    } catch (error) {
      undo()
      const refused = isApiProblem(error)
      setFailure({ text: failureOf(error), refused, key: statusKey(status) })
    }
  }

  function ask() {
    void attempt({ status: 'pending' }, () => onRequest(cleanText(sentence)), sendFailure)
  }

  return (
    <div className={styles.control}>
      {closed !== undefined && shown.status === 'none' ? (
        <p className={styles.connected}>
          <Tag icon="info">{closed}</Tag>
        </p>
      ) : (
        <>
          {withSentence && shown.status === 'none' && (
            <SentenceField value={sentence} onChange={write} />
          )}
          <Answer key={shown.status} takesFocus={pressed}>
            <Shown
              name={name}
              shown={shown}
              label={connectedLabel}
              onAsk={ask}
              onTakeBack={(id) =>
                void attempt({ status: 'none' }, () => onRemove(id), removeFailure)
              }
            />
            {withSentence && <NextLine name={name} shown={shown} />}
          </Answer>
        </>
      )}
      {failure && (
        <p className={styles.failure} role="alert">
          {failure.text}
        </p>
      )}
    </div>
  )
}

/** What a press is met with: it takes the place of its button, and the focus that was on it. */
function Answer({ takesFocus, children }: { takesFocus: boolean; children: ReactNode }) {
  const part = useFocusOnArrival<HTMLDivElement>(takesFocus)
  return (
    <div className={styles.answer} ref={part} tabIndex={-1}>
      {children}
    </div>
  )
}

function NextLine({ name, shown }: { name: string; shown: ConnectionStatus }) {
  if (shown.status === 'connected') return null
  const words = shown.status === 'pending' ? m.connections_next_pending : m.connections_next
  return <p className={styles.muted}>{words({ name })}</p>
}

type FailureText = (error: unknown) => string

/** Why the last press did not work. */
interface Failure {
  readonly text: string
  /** False where no answer came. */
  readonly refused: boolean
  /** Of the status at the press. */
  readonly key: string
}

interface ShownProps {
  name: string
  shown: ConnectionStatus
  label: string
  onAsk: () => void
  onTakeBack: (requestId: string) => void
}

function Shown({ name, shown, label, onAsk, onTakeBack }: ShownProps) {
  switch (shown.status) {
    case 'none':
      return (
        <Button look="secondary" icon="plus" wide onClick={onAsk}>
          {m.connections_request()}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )
    case 'pending': {
      const { requestId } = shown
      return (
        <div className={styles.pending}>
          <Tag tone="warn" icon="clock">
            {m.connections_pending()}
          </Tag>
          <Button
            look="quiet"
            size="small"
            icon="close"
            busy={requestId === undefined}
            onClick={() => requestId !== undefined && onTakeBack(requestId)}
          >
            {m.connections_remove()}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </div>
      )
    }
    case 'connected':
      return (
        <p className={styles.connected}>
          <Tag tone="success" icon="check">
            {label}
          </Tag>
        </p>
      )
  }
}

function statusKey(relation: ConnectionStatus): string {
  return relation.status === 'pending' ? `pending ${relation.requestId}` : relation.status
}

/**
 * A value that shows a change at once, before the server has agreed. `settled` is what this device knows, by its
 * `key`; the change shows until that follows, or until `undo`.
 */
function useOptimistic<T>(
  settled: T,
  keyOf: (value: T) => string,
): { shown: T; showAlready: (to: T) => void; undo: () => void } {
  const [ahead, setAhead] = useState<{ readonly from: T; readonly to: T }>()
  const holds = ahead !== undefined && keyOf(ahead.from) === keyOf(settled)
  // What has been overtaken must not come back when the value returns to where it was.
  if (ahead !== undefined && !holds) setAhead(undefined)
  return {
    shown: holds ? ahead.to : settled,
    showAlready: (to) => setAhead({ from: settled, to }),
    undo: () => setAhead(undefined),
  }
}
