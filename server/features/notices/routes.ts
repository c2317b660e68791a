import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { utcDate, newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Notice } from '#contract/notices/model.ts'
import type { noticesApi } from '#contract/notices/api.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { pageOf, cursorByTime } from '#server/http/routing/page-cursor.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { noticesMarkRead, noticesPage, noticesUnread, type NoticeRow } from './notices.sql.ts'

export function noticesRoutes({
  pool,
  now,
}: {
  pool: pg.Pool
  now: () => number
}): Routes<typeof noticesApi> {
  async function list(
    { userId }: Actor,
    { limit, after }: QueryOf<Api['listNotices']>,
  ): Promise<ReplyOf<Api['listNotices']>> {
    const behind = after === undefined ? undefined : cursorByTime(after)
    const reader = { userId, today: utcDate(now()) }
    const rows = await noticesOf(pool, reader, { behind, limit })
    const page = pageOf(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id])
    return {
      notices: page.rows.map(presentNotice),
      unread: await unreadOf(pool, reader),
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
        await markRead(pool, session.actor.userId, {
          upTo: new Date(body.upTo),
          at: new Date(now()),
        })
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

async function unreadOf(client: Queryable, { userId, today }: Reader): Promise<number> {
  const row = await noticesUnread.first(client, [userId, newestAdultBirthDate(today)])
  return row?.count ?? 0
}

/** Marks a person's notices of a moment and before as read. */
async function markRead(
  client: Queryable,
  userId: string,
  given: { readonly upTo: Date; readonly at: Date },
): Promise<void> {
  await noticesMarkRead.run(client, [userId, given.upTo, given.at])
}
