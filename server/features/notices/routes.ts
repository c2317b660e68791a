import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { utcDate } from '#contract/local-date.ts'
import type { Notice } from '#contract/notices/model.ts'
import type { noticesApi } from '#contract/notices/api.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { pageOf, cursorByTime } from '#server/http/routing/page-cursor.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { NoticeRow } from './notices.sql.ts'
import { noticesOf, unreadOf, markRead } from './service.ts'

export function noticesRoutes({
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
