import { isOwn } from './policy.ts'
import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { utcDate, type LocalDate } from '#contract/local-date.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import { pageOf, cursorByText, cursorByTime } from '#server/http/routing/page-cursor.ts'
import { presentFriend, presentReceived, presentSent } from './present.ts'
import { type ConnectionRow } from './connections.sql.ts'
import { type Own, type RequestsPage, sentBy, receivedBy, friendsOf } from './lists-repo.ts'

/** A person's own requests and connections, page by page. Nobody's lists take an id. */
export function createConnectionLists({ pool, now }: { pool: pg.Pool; now: () => number }) {
  async function sent(
    actor: Actor,
    query: QueryOf<Api['listSentRequests']>,
  ): Promise<ReplyOf<Api['listSentRequests']>> {
    const rows = await sentBy(pool, ownOf(actor), asked(query, utcDate(now())))
    const page = pageOf(rows, query.limit, byTime)
    return { requests: page.rows.map(presentSent), next: page.next }
  }

  async function received(
    actor: Actor,
    query: QueryOf<Api['listReceivedRequests']>,
  ): Promise<ReplyOf<Api['listReceivedRequests']>> {
    const today = utcDate(now())
    const rows = await receivedBy(pool, ownOf(actor), asked(query, today))
    const page = pageOf(rows, query.limit, byTime)
    return { requests: page.rows.map((row) => presentReceived(row, today)), next: page.next }
  }

  /** A provider who is not verified any more sees no client: access goes with the verification. */
  async function friends(
    actor: Actor,
    { limit, after }: QueryOf<Api['listFriends']>,
  ): Promise<ReplyOf<Api['listFriends']>> {
    if (actor.userType === 'ServiceProvider' && !actor.verifiedProvider) {
      return { friends: [], next: null }
    }
    const behind = after === undefined ? undefined : cursorByText(after)
    const rows = await friendsOf(pool, ownOf(actor), { behind, limit, today: utcDate(now()) })
    const page = pageOf(rows, limit, ({ nameKey, id }) => [nameKey, id])
    return { friends: page.rows.map(presentFriend), next: page.next }
  }

  return { sent, received, friends }
}

function ownOf(actor: Actor): Own {
  return authorize<{ userId: string }, Actor>(actor, { userId: actor.userId }, isOwn)
}

function asked(query: QueryOf<Api['listSentRequests']>, today: LocalDate): RequestsPage {
  const { state, limit, after } = query
  return { state, limit, today, behind: after === undefined ? undefined : cursorByTime(after) }
}

function byTime({ createdAt, id }: ConnectionRow): readonly string[] {
  return [createdAt.toISOString(), id]
}
