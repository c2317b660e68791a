import { asc, eq } from 'drizzle-orm'
import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { newestAdultBirthDate, type LocalDate, utcDate } from '#contract/local-date.ts'
import type { NoticeKind, Notice, noticesApi } from '#contract/notices/api.ts'
import type { Orm, Queryable } from '#server/db/orm.ts'
import { notices as noticeTable } from '#server/db/schema/notices.ts'
import { defineFeature } from '#server/feature.ts'
import { dropPushesBetween, noteNoticePush } from '#server/features/push/index.ts'
import { pageOf, cursorByTime } from '#server/http/routing/page-cursor.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { EventBus } from '#server/ports/events/port.ts'
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

export const notices = defineFeature({
  routes: ({ database, events, now }) => noticesRoutes({ pool: database.pool, events, now }),
  exportData: ({ database }) => ({ notices: noticesExport(database.orm) }),
})

/** What a person was told of, oldest first. */
function noticesExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    orm
      .select({
        kind: noticeTable.kind,
        createdAt: noticeTable.createdAt,
        readAt: noticeTable.readAt,
      })
      .from(noticeTable)
      .where(eq(noticeTable.userId, userId))
      .orderBy(asc(noticeTable.createdAt))
}

/** What happened, to whom and by whom; a second one about the same thing takes the first one's place, unread. */
interface Event {
  readonly id: string
  readonly userId: string
  readonly actorId: string
  readonly kind: NoticeKind
  readonly aboutId: string
  readonly at: Date
  /** The same for the same news however often it is added: a device is notified of it once. */
  readonly key?: string
  /** There is one such news of the thing: what was told stays as it is, read or not. */
  readonly once?: boolean
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
    event.once ?? false,
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
interface Reader {
  readonly userId: string
  readonly today: LocalDate
}

/** Notices of a person, newest first, behind a moment and id. */
async function noticesOf(
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

async function unreadOf(client: Queryable, { userId, today }: Reader): Promise<number> {
  const row = await noticesUnread.first(client, [userId, newestAdultBirthDate(today)])
  return row?.count ?? 0
}

/** Marks a person's notices of a moment and before as read; `unchanged` where they all were. */
async function markRead(
  client: Queryable,
  userId: string,
  given: { readonly upTo: Date; readonly at: Date },
): Promise<'marked' | 'unchanged'> {
  const changed = await noticesMarkRead.run(client, [userId, given.upTo, given.at])
  return changed === 0 ? 'unchanged' : 'marked'
}

function noticesRoutes({
  pool,
  events,
  now,
}: {
  pool: pg.Pool
  events: Pick<EventBus, 'publish'>
  now: () => number
}): Routes<typeof noticesApi> {
  async function list(
    { userId }: Actor,
    { limit, after }: QueryOf<Api['listNotices']>,
  ): Promise<ReplyOf<Api['listNotices']>> {
    const behind = after === undefined ? undefined : cursorByTime(after)
    const reader = { userId, today: utcDate(now()) }
    const [rows, unread] = await Promise.all([
      noticesOf(pool, reader, { behind, limit }),
      unreadOf(pool, reader),
    ])
    const page = pageOf(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id])
    return {
      notices: page.rows.map(presentNotice),
      unread,
      next: page.next,
    }
  }

  return {
    listNotices: {
      policy: anyMember,
      handle: ({ query, session }) => list(session.actor, query),
    },
    readNotices: {
      policy: anyMember,
      handle: async ({ body, session }) => {
        const { userId } = session.actor
        const given = { upTo: new Date(body.upTo), at: new Date(now()) }
        const changed = await markRead(pool, userId, given)
        if (changed === 'marked') events.publish([userId], { type: 'notices' })
        return undefined
      },
    },
  }
}

function presentNotice(row: NoticeRow): Notice {
  return {
    _id: row.id,
    kind: row.kind,
    aboutId: row.aboutId,
    person: {
      id: row.actorId,
      firstname: row.firstname,
      lastname: row.lastname,
      userType: row.userType,
      profileImg: row.profileImg,
    },
    createdAt: row.createdAt.toISOString(),
    read: row.readAt !== null,
  }
}
