import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { utcDate, newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Notice } from '#contract/notices/model.ts'
import type { noticesApi } from '#contract/notices/api.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { pageOf, placeByTime } from '#server/http/routing/page-cursor.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { isKeptApart } from '#server/db/relation-sql.ts'

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
    const behind = after === undefined ? undefined : placeByTime(after)
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

interface NoticeRow {
  readonly id: string
  readonly kind: string
  readonly aboutId: string
  readonly createdAt: Date
  readonly readAt: Date | null
  readonly actorId: string
  readonly firstname: string
  readonly lastname: string
  readonly userType: string
  readonly profileImg: string | null
}

/** Whose notices they are, and the server's day, which decides who is under 18. */
interface Reader {
  readonly userId: string
  readonly today: LocalDate
}

/** Notices about somebody under 18 whom the reader, a provider, does not see are none to them. */
const readable = `notices join users as actor on actor.id = actor_id join users as reader on reader.id = user_id
  where user_id = $1 and not ${isKeptApart('actor', 'reader', '$2')}`

/** Notices of a person, newest first, behind a moment and id. */
async function noticesOf(
  client: Queryable,
  { userId, today }: Reader,
  given: { readonly behind: readonly [Date, string] | undefined; readonly limit: number },
): Promise<NoticeRow[]> {
  const { rows } = await client.query<NoticeRow>({
    name: 'notices_of',
    text: `select notices.id, kind, about_id as "aboutId", notices.created_at as "createdAt",
        read_at as "readAt", actor_id as "actorId", actor.firstname, actor.lastname,
        actor.user_type as "userType", actor.profile_img as "profileImg"
      from ${readable}
        and ($3::timestamptz is null or (notices.created_at, notices.id) < ($3, $4::uuid))
      order by notices.created_at desc, notices.id desc limit $5`,
    values: [
      userId,
      newestAdultBirthDate(today),
      given.behind?.[0] ?? null,
      given.behind?.[1] ?? null,
      given.limit + 1,
    ],
  })
  return rows
}

async function unreadOf(client: Queryable, { userId, today }: Reader): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: 'notices_unread',
    text: `select count(*)::int as count from ${readable} and read_at is null`,
    values: [userId, newestAdultBirthDate(today)],
  })
  return rows[0]?.count ?? 0
}

/** Marks a person's notices of a moment and before as read. */
async function markRead(
  client: Queryable,
  userId: string,
  given: { readonly upTo: Date; readonly at: Date },
): Promise<void> {
  await client.query({
    name: 'notices_mark_read',
    text: `update notices set read_at = $3
      where user_id = $1 and created_at <= $2 and read_at is null`,
    values: [userId, given.upTo, given.at],
  })
}
