import { utcDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { presentUser } from '#server/features/account/index.ts'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { blockedWith } from '#server/features/connections/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { pageOf, cursorByText, cursorByTime } from '#server/http/routing/page-cursor.ts'
import {
  countBySpecialty,
  listedProviders,
  type DirectoryQuery,
  type DirectoryRow,
} from './directory-repo.ts'

type Asked = QueryOf<Api['listProviders']>

/** The care providers that a person may see. */
export function createDirectory({ database, now }: { database: Database; now: () => number }) {
  const { pool, orm } = database

  /** Throws `invalid_input` for an `after` that is of no page of this order. */
  async function list(actor: Actor, asked: Asked): Promise<ReplyOf<Api['listProviders']>> {
    const hidden = await blockedWith(pool, actor.userId)
    const rows = await listedProviders(orm, { ...asked, ...filled(asked), hidden })
    const page = pageOf(rows, asked.limit, asked.sort === 'name' ? byName : byNewest)
    const today = utcDate(now())
    const shown = page.rows.map(({ user, practice }) =>
      presentUser(actor.superAdmin ? 'admin' : 'card', user, today, practice),
    )
    return { providers: shown, next: page.next }
  }

  async function counts(actor: Actor): Promise<ReplyOf<Api['countProviders']>> {
    const rows = await countBySpecialty(orm, await blockedWith(pool, actor.userId))
    return { counts: Object.fromEntries(rows.map((row) => [row.specialization, row.count])) }
  }

  return { list, counts }
}

/** What was left out of the question, and the place that its page starts behind. */
function filled(asked: Asked): Omit<DirectoryQuery, 'limit' | 'hidden'> {
  const { specialty, search, seesMinors, language, gender, country, after } = asked
  const sort =
    asked.sort === 'name'
      ? ({ by: 'name', behind: after === undefined ? undefined : cursorByText(after) } as const)
      : ({ by: 'newest', behind: after === undefined ? undefined : cursorByTime(after) } as const)
  return { specialty, search, seesMinors, language, gender, country, sort }
}

function byName({ practice }: DirectoryRow): readonly string[] {
  return [practice.nameKey, practice.userId]
}

function byNewest({ practice }: DirectoryRow): readonly string[] {
  return [practice.joinedAt.toISOString(), practice.userId]
}
