import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { FullUser } from '#contract/account/profile.ts'
import type { ReceivedRequest } from '#contract/connections/api.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { refreshResource, useResource, useStored, type Loaded } from '#src/data/resource.ts'
import { SafetyMenu, useMaySpeakUp, useSafetyDialog } from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { minorsState, minorsText, reviewState } from '#src/session/own-profile.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { ListItem } from '#src/ui/card/lists.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { acceptRequest, rejectRequest } from '../change-connections.ts'
import {
  circleResource,
  receivedResource,
  friendName,
  acceptFailure,
  rejectFailure,
} from '../connections-resource.ts'
import { RequestBody } from '../request-body.tsx'
import styles from '../connections.module.css'

/** Spec 2: '/connection-requests' of a care provider. */
export function RequestsPage({ db }: { db: UserDatabase }) {
  const requests = useResource(db, receivedResource, 'pending')
  const profile = useStored(db, profileResource)
  const mayReport = useMaySpeakUp(db)
  const { ask, dialog } = useSafetyDialog(db)
  return (
    <div className={styles.screen}>
      <PageHeader
        title={m.connections_requests_title()}
        text={m.connections_requests_text()}
        back={<BackToDashboard />}
      />
      <RequestsScreen
        requests={requests}
        noneText={noneText(profile)}
        noneAction={profile && minorsText(minorsState(profile)) !== undefined && <ChangePractice />}
        renderMenu={({ fromUser }) =>
          mayReport && (
            <SafetyMenu
              db={db}
              person={{ id: fromUser.id, name: friendName(fromUser) }}
              onAsk={ask}
            />
          )
        }
        onAccept={(request) =>
          answering(db, () => asMember(db, (token) => acceptRequest(db, token, request)))
        }
        onReject={(request) =>
          answering(db, () => asMember(db, (token) => rejectRequest(db, token, request)))
        }
      />
      {dialog}
    </div>
  )
}

function ChangePractice() {
  return (
    <Link
      className={buttonClass({ look: 'secondary' })}
      to="/edit-profile"
      search={{ tab: 'practice' }}
    >
      {m.profile_minors_open()}
    </Link>
  )
}

/** Why there is no request, as far as it is known. */
function noneText(profile: FullUser | undefined): string {
  if (!profile) return m.connections_requests_none_text()
  if (reviewState(profile).status !== 'none') return m.connections_requests_waiting()
  return minorsText(minorsState(profile)) ?? m.connections_requests_none_text()
}

/** A request that was taken back or answered elsewhere meanwhile leaves the list too; the refusal still says why. */
async function answering(db: UserDatabase, answer: () => Promise<void>): Promise<void> {
  try {
    await answer()
  } catch (error) {
    if (isApiProblem(error) && gone.has(error.problem.code)) {
      const lists = [
        refreshResource(db, receivedResource, 'pending'),
        refreshResource(db, circleResource),
      ]
      await Promise.allSettled(lists)
    }
    throw error
  }
}

const gone = new Set(['not_found', 'already_decided'])

export interface RequestsScreenProps {
  /** Those that wait for an answer, newest first. */
  requests: Loaded<ReceivedRequest[]>
  /** Said under 'No pending connection requests.' */
  noneText: string
  /** What can be done about it. */
  noneAction: ReactNode
  /** What else can be done with who asked. */
  renderMenu: (request: ReceivedRequest) => ReactNode
  onAccept: SendAnswer
  onReject: SendAnswer
}

/** Spec 2: the requests a care provider has been sent, to accept or to reject. */
function RequestsScreen(props: RequestsScreenProps) {
  const { requests, noneText, noneAction, renderMenu } = props
  const answers = useAnswers(props.onAccept, props.onReject)
  return (
    <div className={styles.section}>
      <ResourceView
        of={requests}
        skeleton={{ shape: 'card', count: 2 }}
        failed={m.connections_received_failed()}
        offline={m.connections_offline()}
      >
        {(rows) => (
          <RequestList requests={rows} {...{ answers, noneText, noneAction, renderMenu }} />
        )}
      </ResourceView>
    </div>
  )
}

interface RequestListProps extends Pick<
  RequestsScreenProps,
  'noneText' | 'noneAction' | 'renderMenu'
> {
  requests: readonly ReceivedRequest[]
  answers: Answers
}

function RequestList(props: RequestListProps) {
  const { requests, noneText, noneAction, renderMenu, answers } = props
  const { answering, failure, accept, reject } = answers
  const open = requests.filter(({ _id }) => !answering.has(_id))
  const failedOne = open.find(({ _id }) => _id === failure?.requestId)
  return (
    <>
      {failure?.refused && !failedOne && <FailureBanner text={failure.text} />}
      {open.length === 0 ? (
        <EmptyState
          emoji="📬"
          title={m.connections_requests_none()}
          text={noneText}
          action={noneAction}
        />
      ) : (
        <ul className={styles.list}>
          {open.map((request) => (
            <ListItem key={request._id}>
              <RequestCard
                request={request}
                menu={renderMenu(request)}
                failure={request === failedOne ? failure?.text : undefined}
                onAccept={() => accept(request)}
                onReject={() => reject(request)}
              />
            </ListItem>
          ))}
        </ul>
      )}
    </>
  )
}

/** Why the last answer to a request did not work. */
interface AnswerFailure {
  readonly requestId: string
  readonly text: string
  /** False where no answer came: it may have worked, and then the request leaves the list. */
  readonly refused: boolean
}

interface Answers {
  /** The requests whose answer is on its way. */
  readonly answering: ReadonlySet<string>
  readonly failure: AnswerFailure | undefined
  readonly accept: (request: ReceivedRequest) => void
  readonly reject: (request: ReceivedRequest) => void
}

/** How a request is answered; rejects where the server refused or did not answer. */
type SendAnswer = (request: ReceivedRequest) => Promise<void>

/** Answers to requests: an answered one leaves the list at once, and comes back with the reason where it failed. */
function useAnswers(onAccept: SendAnswer, onReject: SendAnswer): Answers {
  const [answering, setAnswering] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<AnswerFailure>()

  async function answer(request: ReceivedRequest, { send, done, failed }: Answer) {
    const { _id: requestId, fromUser } = request
    setFailure(undefined)
    setAnswering((ids) => new Set(ids).add(requestId))
    try {
      await send(request)
      showToast({ text: done({ name: friendName(fromUser) }), tone: 'success' })
    } catch (error) {
      setFailure({ requestId, text: failed(error), refused: isApiProblem(error) })
    } finally {
      setAnswering((ids) => new Set([...ids].filter((id) => id !== requestId)))
    }
  }

  return {
    answering,
    failure,
    accept: (request) =>
      void answer(request, { send: onAccept, done: m.connections_accepted, failed: acceptFailure }),
    reject: (request) =>
      void answer(request, { send: onReject, done: m.connections_rejected, failed: rejectFailure }),
  }
}

interface Answer {
  readonly send: SendAnswer
  readonly done: (inputs: { name: string }) => string
  readonly failed: (error: unknown) => string
}

interface RequestCardProps {
  request: ReceivedRequest
  menu: ReactNode
  /** Why the last answer did not work. */
  failure: string | undefined
  onAccept: () => void
  onReject: () => void
}

/** A request that waits for the provider's answer. */
function RequestCard({ request, menu, failure, onAccept, onReject }: RequestCardProps) {
  const name = friendName(request.fromUser)
  return (
    <RequestBody request={request} menu={menu}>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.actions}>
        <Button icon="check" onClick={onAccept}>
          {m.connections_accept()}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button look="secondary" icon="close" onClick={onReject}>
          {m.connections_reject()}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
    </RequestBody>
  )
}
