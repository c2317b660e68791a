import pg from 'pg'
import {
  type Article,
  type ArticleEdit,
  type NewArticle,
  type NewVideo,
  type Video,
  type VideoEdit,
  youtubeIdOf,
} from '#contract/library/model.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { noteArticle, withdrawArticle } from '#server/features/push/index.ts'
import type { DoOnce } from '#server/features/sync/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import {
  keysOfAttachment,
  contentHash,
  stageAttachment,
  type AttachmentDeps,
} from './attachments.ts'
import {
  found,
  itemById,
  deleteItem,
  insertItem,
  updateItem,
  type ItemEdit,
  type NewItem,
  type WrittenItem,
} from './items-repo.ts'
import type { ItemKind, ItemRow } from './library.sql.ts'
import { mayEdit, mayPublish } from './policy.ts'
import { presentArticle, presentVideo } from './present.ts'
import { dropUnnamedThumbnail } from './thumbnails.ts'

export interface PublishingDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly blobs: BlobStore
  readonly doOnce: DoOnce
  readonly writes: Limiter
  readonly now: () => number
  readonly newId: () => string
}

/** Items a person may publish, change or delete in an hour: more than anybody writes, less than a script would. */
export const writesPerHourMax = 120

/** A call that publishes: `opId` when it may come twice. */
export interface PublishCall {
  readonly opId: string | undefined
  readonly name: 'createArticle' | 'createVideo'
  readonly body: unknown
}

type Publishing = ReturnType<typeof createPublishing>

/** What authors do with items of either kind. */
export function createPublishing(deps: PublishingDeps) {
  const { pool, orm, blobs, writes, now, newId } = deps

  /** Throws `forbidden` or `rate_limited`: asked before anything else is done for a new item. */
  async function admit(actor: Actor) {
    const shelf = authorize(actor, { authorId: actor.userId }, mayPublish)
    await writes.take(actor.userId)
    return shelf
  }

  /** Publishes an item whose files, by `keys`, are staged; of a repeated call, the item of the first. */
  async function publish(
    shelf: Awaited<ReturnType<typeof admit>>,
    item: Omit<NewItem, 'id'>,
    keys: readonly string[],
    call: PublishCall,
  ): Promise<ItemRow> {
    const work = async (tx: Transaction) => {
      const id = newId()
      const at = new Date(now())
      const outcome = await insertItem(tx, shelf, { ...item, id }, at)
      if (outcome === 'gone') throw new ProblemError('unauthenticated')
      await blobs.keep(tx, keys)
      const { authorId } = shelf
      if (item.kind === 'article') await noteArticle(tx, { authorId, articleId: id, at })
      return id
    }
    const made = await perform(deps, shelf.authorId, call, work).catch(async (error: unknown) => {
      await blobs.discard(keys)
      throw error
    })
    if (made.repeated) await blobs.discard(keys)
    return found(await itemById(pool, item.kind, made.madeId))
  }

  /** Throws `not_found`, `forbidden`, `rate_limited`, and `wrong_state` with the item where it is newer than what was seen. */
  async function replace(
    actor: Actor,
    kind: ItemKind,
    id: string,
    edit: (row: ItemRow) => ItemEdit,
  ): Promise<ItemRow> {
    const row = authorize(actor, found(await itemById(pool, kind, id)), mayEdit)
    await writes.take(actor.userId)
    const given = edit(row)
    const keys = await orm.transaction(async (tx) => {
      const outcome = await updateItem(tx, row, given, new Date(now()))
      return outcome === 'updated' ? dropThumbnail(tx, blobs, row) : undefined
    })
    if (keys) await blobs.discard(keys)
    const stands = found(await itemById(pool, kind, id))
    if (keys || says(stands, given.written)) return stands
    throw newerThanSeen(stands)
  }

  /** Throws `not_found`, `forbidden` or `rate_limited`. Its files go with it. */
  async function remove(actor: Actor, kind: ItemKind, id: string): Promise<void> {
    const row = authorize(actor, found(await itemById(pool, kind, id)), mayEdit)
    await writes.take(actor.userId)
    const keys = await orm.transaction(async (tx) => {
      const outcome = await deleteItem(tx, row, new Date(now()))
      if (outcome === 'gone') throw new ProblemError('not_found')
      return dropWithItem(tx, blobs, row)
    })
    await blobs.discard(keys)
  }

  return { admit, publish, replace, remove }
}

function newerThanSeen(row: ItemRow): ProblemError {
  const current = row.kind === 'article' ? presentArticle(row) : presentVideo(row)
  return new ProblemError('wrong_state', { current })
}

/** Whether these are an item's words already: they were sent before, and the answer was lost. */
function says(row: ItemRow, { title, body, format, category, videoId, language }: WrittenItem) {
  const same = row.title === title && row.body === body && row.format === format
  const filed = row.category === category && (language ?? row.language) === row.language
  return same && filed && row.videoId === videoId
}

/** Publishes once, also where the call comes twice. */
async function perform(
  { orm, doOnce }: PublishingDeps,
  userId: string,
  { opId, name, body }: PublishCall,
  work: (tx: Transaction) => Promise<string>,
): Promise<{ madeId: string; repeated: boolean }> {
  if (opId !== undefined) return doOnce({ userId, opId, name, body }, work)
  return { madeId: await orm.transaction(work), repeated: false }
}

/** What goes with an item: news of it that nobody was told, and its files; gives their keys. */
async function dropWithItem(tx: Transaction, blobs: BlobStore, row: ItemRow): Promise<string[]> {
  const { kind, id, authorId } = row
  if (kind === 'article') await withdrawArticle(tx, { authorId, articleId: id })
  const files = keysOfAttachment(row.attachment)
  await blobs.drop(tx, files)
  return [...files, ...(await dropThumbnail(tx, blobs, row))]
}

async function dropThumbnail(
  tx: Transaction,
  blobs: BlobStore,
  { videoId }: ItemRow,
): Promise<string[]> {
  const keys = videoId === null ? [] : await dropUnnamedThumbnail(tx, videoId)
  await blobs.drop(tx, keys)
  return keys
}

export interface ArticlesDeps extends AttachmentDeps {
  readonly publishing: Publishing
}

export type Articles = ReturnType<typeof createArticles>

/** What authors do with articles. */
export function createArticles(deps: ArticlesDeps) {
  const { publishing } = deps

  /** Throws `forbidden`, `rate_limited`, `invalid_file`, `op_reused` or `busy`. */
  async function create(
    actor: Actor,
    given: NewArticle,
    file: UploadedFile | undefined,
    opId: string | undefined,
  ): Promise<Article> {
    const shelf = await publishing.admit(actor)
    const body = { ...given, attachment: opId === undefined ? null : await contentHash(file) }
    const { keys, ...attached } = await stageAttachment(file, deps)
    const { content, ...text } = given
    const item = { ...text, kind: 'article', body: content, videoId: null } as const
    const call = { opId, name: 'createArticle', body } as const
    return presentArticle(await publishing.publish(shelf, { ...item, ...attached }, keys, call))
  }

  /** Throws `not_found`, `forbidden`, `rate_limited` and `wrong_state`. */
  async function update(actor: Actor, id: string, edit: ArticleEdit): Promise<Article> {
    const { title, content, category, language, seenUpdatedAt } = edit
    const row = await publishing.replace(actor, 'article', id, (before) => {
      const format = edit.format ?? before.format
      return {
        written: { title, body: content, format, language, category, videoId: null },
        seenUpdatedAt,
      }
    })
    return presentArticle(row)
  }

  return {
    create,
    update,
    remove: (actor: Actor, id: string) => publishing.remove(actor, 'article', id),
  }
}

export type Videos = ReturnType<typeof createVideos>

/** What authors do with videos. */
export function createVideos({ publishing }: { publishing: Publishing }) {
  /** Throws `forbidden`, `rate_limited` or `op_reused`. */
  async function create(actor: Actor, given: NewVideo, opId: string | undefined): Promise<Video> {
    const shelf = await publishing.admit(actor)
    const item = { kind: 'video', attachment: null, attachmentFacts: null } as const
    const call = { opId, name: 'createVideo', body: given } as const
    return presentVideo(await publishing.publish(shelf, { ...item, ...written(given) }, [], call))
  }

  /** Throws `not_found`, `forbidden`, `rate_limited` and `wrong_state`. */
  async function update(actor: Actor, id: string, edit: VideoEdit): Promise<Video> {
    const { seenUpdatedAt } = edit
    const given = { written: written(edit), seenUpdatedAt }
    return presentVideo(await publishing.replace(actor, 'video', id, () => given))
  }

  return {
    create,
    update,
    remove: (actor: Actor, id: string) => publishing.remove(actor, 'video', id),
  }
}

function written({ url, description, category, language }: NewVideo): WrittenItem {
  const videoId = youtubeIdOf(url)
  if (videoId === undefined) throw new Error('The schema let an address pass that is no video')
  return { title: '', body: description, format: 'plain', category, language, videoId }
}
