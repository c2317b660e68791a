import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/queryable.ts'
import type { Transaction } from '#server/db/orm.ts'
import { introVideos } from '#server/db/schema/library.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { listed } from './item-row.ts'
import type { Shelf } from './policy.ts'

export interface IntroRow {
  readonly id: string
  readonly authorId: string
  readonly videoId: string
  readonly listed: boolean
}

/** A provider's introduction, by their id or its own. */
export async function introBy(
  client: Queryable,
  by: 'user_id' | 'id',
  id: string,
): Promise<IntroRow | undefined> {
  const { rows } = await client.query<IntroRow>({
    name: `library_intro_by_${by}`,
    text: `select v.id, v.user_id as "authorId", v.video_id as "videoId", ${listed} as listed
      from intro_videos v join users u on u.id = v.user_id where v.${by} = $1`,
    values: [id],
  })
  return rows[0]
}

/** Sets the one introduction of a provider, and says which video it replaced. */
export async function setIntro(
  tx: Transaction,
  shelf: Authorized<Shelf>,
  intro: { id: string; videoId: string },
  at: Date,
): Promise<{ row: { id: string; videoId: string }; replaced: string | undefined }> {
  const mine = eq(introVideos.userId, shelf.authorId)
  const [before] = await tx
    .select({ videoId: introVideos.videoId })
    .from(introVideos)
    .where(mine)
    .for('update')
  const [row] = await tx
    .insert(introVideos)
    .values({ ...intro, userId: shelf.authorId, updatedAt: at })
    .onConflictDoUpdate({
      target: introVideos.userId,
      set: { videoId: sql`excluded.video_id`, updatedAt: sql`excluded.updated_at` },
    })
    .returning({ id: introVideos.id, videoId: introVideos.videoId })
  if (!row) throw new Error('An introduction was not stored')
  return { row, replaced: before?.videoId }
}
