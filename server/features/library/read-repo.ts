import type { CategoryFilter } from '#contract/library/category.ts'
import type { PageQuery } from '#contract/library/feed.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Sight } from './as-seen-by.ts'
import { itemColumns, itemsAndAuthors, listed, type ItemKind, type ItemRow } from './item-row.ts'

/** Which items a list is of. */
export interface ListOf {
  readonly kind: ItemKind
  readonly category?: CategoryFilter
  readonly authorId?: string
}

/** Greater than every id. */
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A page of what this viewer may read, newest first. */
export async function pageOfItems(
  client: Queryable,
  { viewerId, apart }: Sight,
  { kind, category = 'All', authorId }: ListOf,
  { before = afterAll, limit }: PageQuery,
): Promise<ItemRow[]> {
  const [name, narrowed, value] =
    authorId !== undefined
      ? ['author', 'and i.author_id = $6', [authorId]]
      : category === 'All'
        ? ['all', '', []]
        : ['category', 'and i.category = $6', [category]]
  const { rows } = await client.query<ItemRow>({
    name: `library_page_${name}`,
    text: `select ${itemColumns} from ${itemsAndAuthors}
      where i.kind = $1 and i.id < $2 and (${listed} or u.id = $3)
        and i.author_id <> all($5::uuid[]) ${narrowed}
      order by i.id desc limit $4`,
    values: [kind, before, viewerId, limit, apart, ...value],
  })
  return rows
}

/** An item, whoever may read it; undefined where there is none of that kind. */
export async function itemById(
  client: Queryable,
  kind: ItemKind,
  id: string,
): Promise<ItemRow | undefined> {
  const { rows } = await client.query<ItemRow>({
    name: 'library_item',
    text: `select ${itemColumns} from ${itemsAndAuthors} where i.id = $1 and i.kind = $2`,
    values: [id, kind],
  })
  return rows[0]
}

/** The article that has this attachment. */
export async function itemByAttachment(
  client: Queryable,
  attachment: string,
): Promise<ItemRow | undefined> {
  const { rows } = await client.query<ItemRow>({
    name: 'library_item_by_attachment',
    text: `select ${itemColumns} from ${itemsAndAuthors} where i.attachment = $1`,
    values: [attachment],
  })
  return rows[0]
}

/** Whether somebody is an author whose shelf others may look at; undefined for nobody. */
export async function shelfOf(
  client: Queryable,
  userId: string,
): Promise<{ authorId: string; listed: boolean } | undefined> {
  const { rows } = await client.query<{ authorId: string; listed: boolean }>({
    name: 'library_shelf',
    text: `select u.id as "authorId", ${listed} and u.user_type = 'ServiceProvider' as listed
      from users u where u.id = $1`,
    values: [userId],
  })
  return rows[0]
}
