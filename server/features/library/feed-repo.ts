import type { RemovedItem } from '#contract/library/feed.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { itemColumns, itemsAndAuthors, type ItemRow } from './item-row.ts'

/** The trace of an item that is gone. */
export interface RemovalRow extends Omit<RemovedItem, '_id'> {
  readonly id: string
}

/** The newest place of the feed. Everything up to it is committed: writers hold its row until they are. */
export async function feedHead(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ seq: number }>({
    name: 'library_head',
    text: 'select seq::float8 as seq from library_head',
  })
  return rows[0]?.seq ?? 0
}

/** The places of the feed after `since` and up to `upTo`, in their order, `limit` of each kind at most. */
export async function changesBetween(
  client: Queryable,
  { since, upTo, limit }: { since: number; upTo: number; limit: number },
): Promise<{ items: ItemRow[]; removals: RemovalRow[] }> {
  const values = [since, upTo, limit]
  const items = await client.query<ItemRow>({
    name: 'library_changed',
    text: `select ${itemColumns} from ${itemsAndAuthors}
      where i.seq > $1 and i.seq <= $2 order by i.seq limit $3`,
    values,
  })
  const removals = await client.query<RemovalRow>({
    name: 'library_removed',
    text: `select id, kind, reason, seq::float8 as seq from library_removals
      where seq > $1 and seq <= $2 order by seq limit $3`,
    values,
  })
  return { items: items.rows, removals: removals.rows }
}
