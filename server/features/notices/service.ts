import type { NoticeKind } from '#contract/notices/model.ts'
import { newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { dropPushesBetween, noteNoticePush } from '#server/features/push/index.ts'
import {
  noticeUpsert,
  noticeDelete,
  noticeDropBetween,
  noticesHead,
  noticesMarkRead,
  noticesPage,
  noticesUnread,
  type NoticeRow,
} from './notices.sql.ts'

/** What happened, to whom and by whom; a second one about the same thing takes the first one's place, unread. */
export interface Event {
  readonly id: string
  readonly userId: string
  readonly actorId: string
  readonly kind: NoticeKind
  readonly aboutId: string
  readonly at: Date
  /** The same for the same news however often it is added: a device is notified of it once. */
  readonly key?: string
  /** From when on nobody needs to be notified of it. */
  readonly until?: Date
}

/** Tells a person of something, in the app and on their devices, in the transaction in which it happens. */
export async function addNotice(client: Queryable, event: Event): Promise<void> {
  const row = await noticeUpsert.first(client, [
    event.id,
    event.userId,
    event.actorId,
    event.kind,
    event.aboutId,
    event.at,
  ])
  await noteNoticePush(client, { ...event, fresh: row?.fresh ?? true })
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
  await dropPushesBetween(client, oneId, otherId)
}

/** Whose notices they are, and the server's day, which decides who is under 18. */
export interface Reader {
  readonly userId: string
  readonly today: LocalDate
}

/** Notices of a person, newest first, behind a moment and id. */
export async function noticesOf(
  client: Queryable,
  { userId, today }: Reader,
  given: { readonly behind: readonly [Date, string] | undefined; readonly limit: number },
): Promise<NoticeRow[]> {
  return noticesPage.all(client, [
    userId,
    newestAdultBirthDate(today),
    given.behind?.[0] ?? null,
    given.behind?.[1] ?? null,
    given.limit + 1,
  ])
}

/** A text that changes whenever a person's newest notices do. */
export async function noticesHeadOf(
  client: Queryable,
  { userId, today }: Reader,
): Promise<string | undefined> {
  return (await noticesHead.first(client, [userId, newestAdultBirthDate(today)]))?.head
}

export async function unreadOf(client: Queryable, { userId, today }: Reader): Promise<number> {
  const row = await noticesUnread.first(client, [userId, newestAdultBirthDate(today)])
  return row?.count ?? 0
}

/** Marks a person's notices of a moment and before as read; `unchanged` where they all were. */
export async function markRead(
  client: Queryable,
  userId: string,
  given: { readonly upTo: Date; readonly at: Date },
): Promise<'marked' | 'unchanged'> {
  const changed = await noticesMarkRead.run(client, [userId, given.upTo, given.at])
  return changed === 0 ? 'unchanged' : 'marked'
}
