import type { NoticeKind } from '#contract/notices/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { noticeUpsert, noticeDelete, noticeDropBetween } from './notices.sql.ts'

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
export async function addNotice(client: Queryable, event: Event): Promise<void> {
  await noticeUpsert.run(client, [
    event.id,
    event.userId,
    event.actorId,
    event.kind,
    event.aboutId,
    event.at,
  ])
}

/** Takes back what a person was told of one kind about a thing: it is no more. */
export async function withdrawNotice(
  client: Queryable,
  event: Pick<Event, 'userId' | 'kind' | 'aboutId'>,
): Promise<void> {
  await noticeDelete.run(client, [event.userId, event.kind, event.aboutId])
}

/** Takes back whatever two people were told about each other. */
export async function dropNoticesBetween(
  client: Queryable,
  oneId: string,
  otherId: string,
): Promise<void> {
  await noticeDropBetween.run(client, [oneId, otherId])
}
