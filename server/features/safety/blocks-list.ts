import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { isKeptApart } from '#server/db/relation-sql.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { pageOf, placeByTime } from '#server/http/routing/page-cursor.ts'
import { presentBlock } from './block.ts'

interface BlockRow {
  readonly id: string
  readonly firstname: string
  readonly lastname: string
  readonly createdAt: Date
}

/**
 * Whom a person has blocked, newest first; a provider does not find those under 18 whom they do not see, as everywhere
 * else.
 */
export async function listBlocks(
  client: Queryable,
  own: Authorized<{ readonly userId: string }>,
  { limit, after, today }: QueryOf<Api['listBlocks']> & { readonly today: LocalDate },
): Promise<ReplyOf<Api['listBlocks']>> {
  const [at, id] = after === undefined ? [null, null] : placeByTime(after)
  const { rows } = await client.query<BlockRow>({
    name: 'blocks_list',
    text: `select other.id, other.firstname, other.lastname, blocks.created_at as "createdAt"
      from blocks join users other on other.id = blocked_id join users me on me.id = blocker_id
      where blocker_id = $1 and not ${isKeptApart('other', 'me', '$5')} and ($2::timestamptz is null or (blocks.created_at, blocked_id) < ($2, $3::uuid))
      order by blocks.created_at desc, blocked_id desc limit $4`,
    values: [own.userId, at, id, limit + 1, newestAdultBirthDate(today)],
  })
  const page = pageOf(rows, limit, (row) => [row.createdAt.toISOString(), row.id])
  return { blocks: page.rows.map((row) => presentBlock(row, row.createdAt)), next: page.next }
}
