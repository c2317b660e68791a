import type { ReceivedRequest } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { longDate } from '#src/lib/long-date.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './connections.module.css'
import { kindWords } from './kind-words.ts'
import { friendName } from './own-connections.ts'
import { PersonHead } from './person-head.tsx'

export interface RequestCardProps {
  request: ReceivedRequest
  /** Why the last answer did not work. */
  failure: string | undefined
  onAccept: () => void
  onReject: () => void
}

/** A request that waits for the provider's answer. */
export function RequestCard({ request, failure, onAccept, onReject }: RequestCardProps) {
  const { fromUser } = request
  const name = friendName(fromUser)
  return (
    <Card className={styles.card}>
      <PersonHead person={{ ...fromUser, name }} title={name}>
        <p>{kindWords(fromUser)}</p>
        {fromUser.isMinor && <Tag tone="info">{m.connections_minor()}</Tag>}
        <p className={styles.muted}>
          {m.connections_asked_on({ date: longDate(request.createdAt) })}
        </p>
      </PersonHead>
      <p className={fromUser.bio ? styles.bio : styles.muted} dir="auto">
        {fromUser.bio || m.profile_bio_empty()}
      </p>
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
    </Card>
  )
}
