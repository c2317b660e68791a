import type { NoticeKind } from '#contract/notices/model.ts'
import type { Queryable } from '#server/db/queryable.ts'

/** What happened, to whom and by whom; a second one about the same thing takes the first one's place, unread. */
export interface Event {
  readonly id: string
  readonly userId: string
  readonly actorId: string
  readonly kind: NoticeKind
  readonly aboutId: string
  readonly at: Date
}

/** Tells a person of something, in the transaction in which it happens. */
export async function tell(client: Queryable, event: Event): Promise<void> {
  await client.query({
    name: 'notice_tell',
    text: `insert into notices (id, user_id, actor_id, kind, about_id, created_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (user_id, kind, about_id)
      do update set actor_id = excluded.actor_id, created_at = excluded.created_at, read_at = null`,
    values: [event.id, event.userId, event.actorId, event.kind, event.aboutId, event.at],
  })
}

/** Takes back what a person was told of one kind about a thing: it is no more. */
export async function untell(
  client: Queryable,
  event: Pick<Event, 'userId' | 'kind' | 'aboutId'>,
): Promise<void> {
  await client.query({
    name: 'notice_untell',
    text: 'delete from notices where user_id = $1 and kind = $2 and about_id = $3',
    values: [event.userId, event.kind, event.aboutId],
  })
}

/** Takes back whatever two people were told about each other. */
export async function dropNoticesBetween(
  client: Queryable,
  oneId: string,
  otherId: string,
): Promise<void> {
  await client.query({
    name: 'notice_drop_between',
    text: `delete from notices
      where (user_id = $1 and actor_id = $2) or (user_id = $2 and actor_id = $1)`,
    values: [oneId, otherId],
  })
}
