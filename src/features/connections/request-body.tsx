import type { ReactNode } from 'react'
import type { ReceivedRequest } from '#contract/connections/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { Card } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { kindLabel, friendName } from './connections-resource.ts'
import { PersonHead } from './person-link.tsx'
import styles from './connections.module.css'

export interface RequestBodyProps {
  request: ReceivedRequest
  /** A menu of what can be done with who asked. */
  menu?: ReactNode
  /** What can be done with it. */
  children?: ReactNode
}

/** A request as the provider who was asked sees it. */
export function RequestBody({ request, menu, children }: RequestBodyProps) {
  const { fromUser } = request
  const name = friendName(fromUser)
  return (
    <Card className={styles.card}>
      <PersonHead person={{ ...fromUser, name }} title={name} end={menu}>
        <p>{kindLabel(fromUser)}</p>
        {fromUser.isMinor && <Tag tone="info">{m.connections_minor()}</Tag>}
        <p className={styles.muted}>
          {m.connections_asked_on({ date: formatDate(request.createdAt) })}
        </p>
      </PersonHead>
      <p className={fromUser.bio ? styles.bio : styles.muted} dir="auto">
        {fromUser.bio || m.profile_bio_empty()}
      </p>
      {request.message && (
        <figure className={styles.sentence}>
          <figcaption>{m.connections_sentence_of({ name: fromUser.firstname })}</figcaption>
          <blockquote dir="auto">{request.message}</blockquote>
        </figure>
      )}
      {children}
    </Card>
  )
}
