import { asc, eq } from 'drizzle-orm'
import { youtubeUrl } from '#contract/library/model.ts'
import { packsPerDayMax } from '#contract/library/packs.ts'
import type { Orm, Transaction, Queryable } from '#server/db/orm.ts'
import {
  introVideos,
  libraryItems,
  libraryRemovals,
  packReceivers,
  packs,
} from '#server/db/schema/library.ts'
import { defineFeature, type Deps } from '#server/feature.ts'
import { createDoOnce } from '#server/features/sync/index.ts'
import { createLimiter, hourSeconds } from '#server/http/limits/limits.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { createFiles, keysOfAttachment } from './attachments.ts'
import { createIntros } from './intros.ts'
import { nextSeqs, asSeenBy, itemById } from './items-repo.ts'
import type { ItemKind } from './library.sql.ts'
import { sealPacksOf } from './packs-repo.ts'
import { createPacks, exportedArticles } from './packs.ts'
import { mayRead } from './policy.ts'
import { presentArticle, presentVideo } from './present.ts'
import { createArticles, createPublishing, writesPerHourMax, createVideos } from './publishing.ts'
import { createReading } from './reading.ts'
import {
  articlesRoutes,
  introVideosRoutes,
  libraryRoutes,
  packsRoutes,
  videosRoutes,
} from './routes.ts'
import { createThumbnails, dropUnnamedThumbnail } from './thumbnails.ts'

export { packsBetween } from './packs-repo.ts'
export { reportedPack } from './packs.ts'

export const library = defineFeature({
  routes: createRoutes,
  exportData: ({ database }) => ({
    library: libraryExport(database.orm),
    readingPacks: packsExport(database),
  }),
  accountDeletion:
    ({ now, evidenceSealer }) =>
    async (tx, own) => {
      const at = new Date(now())
      await sealPacksOf(tx, own, { sealer: evidenceSealer, at })
      return leaveLibrary(tx, own, at)
    },
})

function createRoutes(deps: Deps) {
  const { pool, orm } = deps.database
  const writes = createLimiter(pool, 'library', writesPerHourMax, hourSeconds)
  const sendsOn = (client: Queryable) =>
    createLimiter(client, 'pack', packsPerDayMax, 24 * hourSeconds, deps.now)
  const publishing = createPublishing({ ...deps, pool, orm, doOnce: createDoOnce(orm), writes })
  const reading = createReading({ pool, sealer: deps.sealer })
  return {
    ...articlesRoutes(reading, createArticles({ ...deps, publishing })),
    ...videosRoutes(reading, createVideos({ publishing })),
    ...introVideosRoutes(createIntros({ ...deps, pool, orm, writes })),
    ...libraryRoutes(
      reading,
      createFiles({ ...deps, pool }),
      createThumbnails({ ...deps, pool, orm }),
    ),
    ...packsRoutes(createPacks({ ...deps, pool, orm, sendsOn })),
  }
}

/** Everything that a person published, oldest first, and their introduction. */
function libraryExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const items = await orm
      .select({
        kind: libraryItems.kind,
        category: libraryItems.category,
        language: libraryItems.language,
        title: libraryItems.title,
        text: libraryItems.body,
        videoId: libraryItems.videoId,
        attachment: libraryItems.attachment,
        createdAt: libraryItems.createdAt,
        updatedAt: libraryItems.updatedAt,
      })
      .from(libraryItems)
      .where(eq(libraryItems.authorId, userId))
      .orderBy(asc(libraryItems.id))
    const [intro] = await orm
      .select({ videoId: introVideos.videoId, updatedAt: introVideos.updatedAt })
      .from(introVideos)
      .where(eq(introVideos.userId, userId))
    return {
      items: items.map(({ videoId, ...item }) => ({ ...item, ...address(videoId) })),
      introVideo: intro ? { ...address(intro.videoId), updatedAt: intro.updatedAt } : null,
    }
  }
}

/** The packs that a person sent and was sent, oldest first: whom else they went to is somebody else's name. */
function packsExport({ orm, pool }: Deps['database']) {
  const columns = { id: packs.id, title: packs.title, note: packs.note, createdAt: packs.createdAt }
  return async (own: Authorized<{ readonly userId: string }>) => {
    const sent = await orm
      .select(columns)
      .from(packs)
      .where(eq(packs.providerId, own.userId))
      .orderBy(asc(packs.id))
    const received = await orm
      .select({ ...columns, receivedAt: packReceivers.receivedAt })
      .from(packReceivers)
      .innerJoin(packs, eq(packs.id, packReceivers.packId))
      .where(eq(packReceivers.userId, own.userId))
      .orderBy(asc(packReceivers.id))
    const ids = [...sent, ...received].map(({ id }) => id)
    const articlesOf = await exportedArticles(orm, pool, own, ids)
    return {
      sent: sent.map(({ id, ...pack }) => ({ ...pack, articles: articlesOf(id) })),
      received: received.map(({ id, ...pack }) => ({ ...pack, articles: articlesOf(id) })),
    }
  }
}

function address(videoId: string | null): { url?: string } {
  return videoId === null ? {} : { url: youtubeUrl(videoId) }
}

/**
 * Takes everything that a person published out of the library, in the transaction that deletes their account, and
 * gives the keys of its files. Traces of the items stay in the feed, which name nobody.
 */
async function leaveLibrary(
  tx: Transaction,
  { userId }: Authorized<{ readonly userId: string }>,
  at: Date,
): Promise<string[]> {
  const intros = await tx
    .delete(introVideos)
    .where(eq(introVideos.userId, userId))
    .returning({ videoId: introVideos.videoId })
  // The head is locked before the items are counted: one that is published meanwhile is seen or refused.
  await nextSeqs(tx, 0)
  const items = await tx
    .select({
      id: libraryItems.id,
      kind: libraryItems.kind,
      attachment: libraryItems.attachment,
      videoId: libraryItems.videoId,
    })
    .from(libraryItems)
    .where(eq(libraryItems.authorId, userId))
    .orderBy(asc(libraryItems.id))
  if (items.length > 0) {
    const firstSeq = await nextSeqs(tx, items.length)
    await tx.delete(libraryItems).where(eq(libraryItems.authorId, userId))
    await tx.insert(libraryRemovals).values(
      items.map(({ id, kind }, index) => ({
        id,
        kind,
        reason: 'author_deleted' as const,
        seq: firstSeq + index,
        removedAt: at,
      })),
    )
  }
  const keys = items.flatMap(({ attachment }) => keysOfAttachment(attachment))
  for (const { videoId } of [...items, ...intros]) {
    if (videoId !== null) keys.push(...(await dropUnnamedThumbnail(tx, videoId)))
  }
  return keys
}

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
