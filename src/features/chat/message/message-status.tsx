import type { ReactNode } from 'react'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import { Button } from '#src/ui/button/button.tsx'
import type { IconName } from '#src/ui/image/icon-paths.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './message.module.css'

/** What a person can do about a message that was not sent. */
export interface UnsentActions {
  readonly onRetry: (message: ShownMessage) => void
  readonly onEdit: (message: ShownMessage) => void
  readonly onCopy: (message: ShownMessage) => void
  /** Takes back what was never sent. */
  readonly onTakeBack: (message: ShownMessage) => void
}

export interface MessageStatusProps {
  message: ShownMessage
  seen: boolean
  open: boolean
  actions: UnsentActions
}

/** Whether a message of one's own has arrived, and what can be done about it. */
export function MessageStatus({ message, seen, open, actions }: MessageStatusProps) {
  const { delivery, deleted } = message
  switch (delivery.status) {
    case 'sent':
      if (deleted) return null
      return seen ? (
        <State icon="eye" tone="accent" text={m.chat_state_seen()} />
      ) : (
        <State icon="check" text={m.chat_state_sent()} />
      )
    case 'waiting':
      return (
        <>
          <State icon="clock" text={waitingLabel(delivery.progress)} />
          {delivery.progress !== null && delivery.progress < 1 && (
            <progress
              className={styles.progress}
              value={delivery.progress}
              aria-label={waitingLabel(delivery.progress)}
            />
          )}
        </>
      )
    case 'deleting':
      return <State icon="clock" text={m.chat_deleting()} />
    case 'needs_upgrade':
      return <State icon="sync" tone="warn" text={m.chat_state_upgrade()} />
    case 'asks':
      return (
        <Unsent
          state={<State icon="alert" tone="warn" text={m.chat_state_asks()} />}
          retry={m.chat_send_anyway()}
          editable={open && !delivery.fixed}
          {...{ message, actions }}
        />
      )
    case 'failed':
      return (
        <Unsent
          state={<State icon="alert" tone="danger" text={m.chat_state_failed()} />}
          why={term(delivery.why)}
          retry={m.chat_retry()}
          editable={open}
          {...{ message, actions }}
        />
      )
  }
}

interface UnsentProps {
  state: ReactNode
  why?: string
  retry: string
  message: ShownMessage
  editable: boolean
  actions: UnsentActions
}

function Unsent({ state, why, retry, message, editable, actions }: UnsentProps) {
  return (
    <div className={styles.unsent}>
      {state}
      {why && <p>{why}</p>}
      <div className={styles.actions}>
        <Button look="secondary" size="small" onClick={() => actions.onRetry(message)}>
          {retry}
        </Button>
        {editable ? (
          <Button look="quiet" size="small" onClick={() => actions.onEdit(message)}>
            {m.chat_edit()}
          </Button>
        ) : (
          message.content !== '' && (
            <Button look="quiet" size="small" onClick={() => actions.onCopy(message)}>
              {m.chat_copy()}
            </Button>
          )
        )}
        <Button look="quiet" size="small" onClick={() => actions.onTakeBack(message)}>
          {m.chat_delete()}
        </Button>
      </div>
    </div>
  )
}

function waitingLabel(progress: number | null): string {
  if (progress === null || progress === 0 || progress === 1) return m.chat_state_waiting()
  return m.chat_state_uploading({ percent: Math.floor(progress * 100) })
}

interface StateProps {
  icon: IconName
  text: string
  tone?: 'accent' | 'warn' | 'danger'
}

function State({ icon, text, tone }: StateProps) {
  return (
    <span className={styles.state} data-tone={tone}>
      <Icon name={icon} size={15} />
      {text}
    </span>
  )
}
