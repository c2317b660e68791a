import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { asSeenBy } from './as-seen-by.ts'
import type { ItemKind } from './library.sql.ts'
import { mayRead } from './policy.ts'
import { presentArticle, presentVideo } from './present.ts'
import { itemById } from './read-repo.ts'

/** What a report copies of an article or a video; undefined for one that the actor cannot read, and for their own. */
export async function reportedItem(
  client: Queryable,
  actor: Actor,
  kind: ItemKind,
  id: string,
): Promise<{ authorId: string; fields: Readonly<Record<string, unknown>> } | undefined> {
  const row = await itemById(client, kind, id)
  if (!row || row.authorId === actor.userId) return undefined
  const { seen } = await asSeenBy(client, actor)
  if (mayRead(actor, seen(row)) !== 'allow') return undefined
  const author = `${row.firstname} ${row.lastname}`
  const base = { category: row.category, author, updatedAt: row.updatedAt.toISOString() }
  const { authorId } = row
  if (kind === 'article') {
    const { title, content, attachment } = presentArticle(row)
    return { authorId, fields: { title, text: content, attachment, ...base } }
  }
  const { url, description } = presentVideo(row)
  return { authorId, fields: { url, description, ...base } }
}
