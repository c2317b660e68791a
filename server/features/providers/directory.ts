import { utcDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { fitKey, fitKeyParts, fitOf, fitsFor, type Fit } from '#contract/providers/fit.ts'
import { presentUser } from '#server/features/account/index.ts'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { blockedWith } from '#server/features/connections/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
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
    const page = asked.sort === 'fit' ? await byFit(asked, hidden) : await bySort(asked, hidden)
    const today = utcDate(now())
    const shown = page.rows.map(({ user, practice }) =>
      presentUser(actor.superAdmin ? 'admin' : 'card', user, today, practice),
    )
    return { providers: shown, next: page.next }
  }

  async function bySort(asked: Asked, hidden: readonly string[]) {
    const rows = await listedProviders(orm, { ...narrowedBy(asked), sort: sortOf(asked), hidden })
    return pageOf(rows, asked.limit, asked.sort === 'newest' ? byNewest : byName)
  }

  /** One fit after the other, each by name, so that the index gives a page of the longest list. */
  async function byFit(asked: Asked, hidden: readonly string[]) {
    const reader = { languages: asked.speaks ?? [], country: asked.near }
    const begin = asked.after === undefined ? undefined : fitCursor(asked.after)
    const rows: DirectoryRow[] = []
    for (const fit of fitsFor(reader)) {
      if (begin && fit < begin.fit) continue
      const behind = begin?.fit === fit ? begin.behind : undefined
      const limit = asked.limit - rows.length
      const query = { ...narrowedBy(asked), limit, hidden, fit: { reader, fit } }
      rows.push(...(await listedProviders(orm, { ...query, sort: { by: 'name', behind } })))
      if (rows.length > asked.limit) break
    }
    return pageOf(rows, asked.limit, ({ practice }) => [
      fitKey(fitOf(practice, reader), practice.nameKey),
      practice.userId,
    ])
  }

  async function counts(actor: Actor): Promise<ReplyOf<Api['countProviders']>> {
    const rows = await countBySpecialty(orm, await blockedWith(pool, actor.userId))
    return {
      counts: Object.fromEntries(rows.map((row) => [row.specialization, row.count])),
      seesMinors: Object.fromEntries(rows.map((row) => [row.specialization, row.seesMinors])),
    }
  }

  return { list, counts }
}

/** What a question narrows the directory to. */
function narrowedBy(asked: Asked): Omit<DirectoryQuery, 'sort' | 'hidden'> {
  const { specialty, search, seesMinors, language, gender, country, limit } = asked
  return { specialty, search, seesMinors, language, gender, country, limit }
}

/** The order that is asked for, and the place that its page starts behind. */
function sortOf({ sort, after }: Asked): DirectoryQuery['sort'] {
  return sort === 'newest'
    ? { by: 'newest', behind: after === undefined ? undefined : cursorByTime(after) }
    : { by: 'name', behind: after === undefined ? undefined : cursorByText(after) }
}

/** Throws `invalid_input` for what is no place in this order. */
function fitCursor(after: string): { fit: Fit; behind: readonly [string, string] } {
  const [key, id] = cursorByText(after)
  const parts = fitKeyParts(key)
  if (!parts) {
    throw new ProblemError('invalid_input', { fields: { after: 'This is no page of this list.' } })
  }
  return { fit: parts.fit, behind: [parts.nameKey, id] }
}

function byName({ practice }: DirectoryRow): readonly string[] {
  return [practice.nameKey, practice.userId]
}

function byNewest({ practice }: DirectoryRow): readonly string[] {
  return [practice.joinedAt.toISOString(), practice.userId]
}
