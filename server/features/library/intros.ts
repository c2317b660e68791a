import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { type IntroVideo, youtubeIdOf } from '#contract/library/model.ts'
import type { Orm, Transaction, Queryable } from '#server/db/orm.ts'
import { introVideos } from '#server/db/schema/library.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import { asSeenBy, found, shelfOf } from './items-repo.ts'
import { libraryIntroBy, type IntroRow } from './library.sql.ts'
import { mayPublish, mayRead, type Shelf } from './policy.ts'
import { presentIntroVideo } from './present.ts'
import { dropUnnamedThumbnail } from './thumbnails.ts'

export interface IntrosDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly blobs: BlobStore
  readonly writes: Limiter
  readonly now: () => number
  readonly newId: () => string
}

export type Intros = ReturnType<typeof createIntros>

/** The video in which a provider introduces themself: one each. */
export function createIntros({ pool, orm, blobs, writes, now, newId }: IntrosDeps) {
  /** Throws `not_found` for somebody whom nobody sees as a provider. */
  async function of(actor: Actor, userId: string): Promise<IntroVideo[]> {
    const { seen } = await asSeenBy(pool, actor)
    authorize(actor, seen(found(await shelfOf(pool, userId))), mayRead)
    const row = await introBy(pool, 'user_id', userId)
    return row ? [presentIntroVideo(row)] : []
  }

  /** Throws `forbidden` or `rate_limited`. */
  async function set(actor: Actor, url: string): Promise<IntroVideo> {
    const shelf = authorize(actor, { authorId: actor.userId }, mayPublish)
    await writes.take(actor.userId)
    const videoId = youtubeIdOf(url)
    if (videoId === undefined) throw new Error('The schema let an address pass that is no video')
    const { row, keys } = await orm.transaction(async (tx) => {
      const outcome = await setIntro(tx, shelf, { id: newId(), videoId }, new Date(now()))
      const unnamed = outcome.replaced ? await dropUnnamedThumbnail(tx, outcome.replaced) : []
      await blobs.drop(tx, unnamed)
      return { row: outcome.row, keys: unnamed }
    })
    await blobs.discard(keys)
    return presentIntroVideo(row)
  }

  /** Throws `not_found`, `forbidden` or `rate_limited`. */
  async function update(actor: Actor, id: string, url: string): Promise<IntroVideo> {
    const intro = found(await introBy(pool, 'id', id))
    authorize(actor, intro, mayRead)
    // The text of the refusal is for those who are no provider.
    if (intro.authorId !== actor.userId) {
      throw new ProblemError('forbidden', { message: 'Failed to add intro video.' })
    }
    return set(actor, url)
  }

  return { of, set, update }
}

/** A provider's introduction, by their id or its own. */
async function introBy(
  client: Queryable,
  by: 'user_id' | 'id',
  id: string,
): Promise<IntroRow | undefined> {
  return libraryIntroBy[by].first(client, [id])
}

/** Sets the one introduction of a provider, and says which video it replaced. */
async function setIntro(
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
