import type pg from 'pg'
import {
  packArticleGoneText,
  packStrangerText,
  type NewPack,
  type ReceivedPack,
  type SentPack,
} from '#contract/library/packs.ts'
import { utcDate } from '#contract/local-date.ts'
import { ormOn, type Orm, type Queryable, inTransaction } from '#server/db/orm.ts'
import { lockPairs, pairStatuses } from '#server/features/connections/index.ts'
import { evidenceOfMessages, openEvidence } from '#server/features/evidence/index.ts'
import { addNotice, withdrawNotice } from '#server/features/notices/index.ts'
import { doOnceIn } from '#server/features/sync/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { asSeenBy, itemById } from './items-repo.ts'
import {
  articlesOf,
  deletePack,
  insertPack,
  markReceived,
  packsReceivedBy,
  packsSentBy,
  personExists,
  receiversOf,
  type PackArticle,
  type Reader,
} from './packs-repo.ts'
import { isReader, mayPublish, mayRead, type Shelf } from './policy.ts'
import { presentReceivedPack, presentSentPack } from './present.ts'

export interface PacksDeps {
  readonly pool: pg.Pool
  readonly orm: Orm
  readonly events: EventBus
  readonly evidenceSealer: Sealer
  /** `packsPerDayMax` of a provider, counted in a transaction: what does not come to be takes no point. */
  readonly sendsOn: (client: Queryable) => Limiter
  readonly now: () => number
  readonly newId: () => string
}

export type Packs = ReturnType<typeof createPacks>

/** Articles that care providers send to those they are connected with. */
export function createPacks(deps: PacksDeps) {
  const { pool, orm, now } = deps
  const sentPacks = createSentPacks(deps)

  /** The packs that the actor was sent. That they arrived is noted; whether they are read, no server learns. */
  async function received(actor: Actor): Promise<ReceivedPack[]> {
    const own = authorize(actor, { userId: actor.userId }, isReader)
    const rows = await packsReceivedBy(orm, own)
    const fresh = rows.filter((row) => !row.received).map(({ id }) => id)
    if (fresh.length > 0) await markReceived(orm, own, fresh, new Date(now()))
    const packIds = rows.map(({ packId }) => packId)
    const articles = await articlesOf(orm, packIds)
    const { seen } = await asSeenBy(pool, actor)
    return rows.map((row) =>
      presentReceivedPack(row, articlesIn(articles, row.packId, readableBy(actor, seen))),
    )
  }

  return { ...sentPacks, received }
}

function createSentPacks(deps: PacksDeps) {
  const { pool, orm, events, evidenceSealer, now, newId } = deps

  /**
   * Sends a pack once, however often the call comes. Throws `not_found` with the places in the body of whoever is not
   * connected and of what is gone, `rate_limited` or `op_reused`; what was not sent, or sent before, counts for no limit.
   */
  async function send(actor: Actor, given: NewPack, opId = newId()): Promise<SentPack> {
    const shelf = ownShelf(actor)
    const call = { userId: actor.userId, opId, name: 'sendPack', body: given }
    const made = await inTransaction(pool, 'begin', (client) =>
      doOnceIn(ormOn(client), call, () => sendIn(client, actor, given, deps)),
    )
    // A repeat too: the word of the first may be lost with its answer.
    events.publish(given.receiverIds, { type: 'notices' })
    const [pack] = await presentSent(actor, shelf, made.madeId)
    if (!pack) throw new ProblemError('not_found')
    return pack
  }

  async function presentSent(
    actor: Actor,
    shelf: Authorized<Shelf>,
    packId?: string,
  ): Promise<SentPack[]> {
    const rows = await packsSentBy(orm, shelf, packId)
    const packIds = rows.map(({ id }) => id)
    const articles = await articlesOf(orm, packIds)
    const receivers = await receiversOf(orm, packIds)
    const ids = [...new Set(receivers.map(({ id }) => id))]
    const statuses = await pairStatuses(pool, actor.userId, ids, utcDate(now()))
    const { seen } = await asSeenBy(pool, actor)
    return rows.map((row) =>
      presentSentPack(row, {
        articles: articlesIn(articles, row.id, readableBy(actor, seen)),
        receivers: receivers.filter((one) => one.packId === row.id),
        isConnected: (id) => statuses.get(id)?.relation === 'connected',
      }),
    )
  }

  /** Throws `not_found` for a pack that is not the actor's. */
  async function takeBack(actor: Actor, packId: string): Promise<void> {
    const shelf = ownShelf(actor)
    const left = await inTransaction(pool, 'begin', async (client) => {
      const sealing = { sealer: evidenceSealer, at: new Date(now()) }
      const gone = await deletePack(ormOn(client), shelf, packId, sealing)
      if (gone === 'missing') throw new ProblemError('not_found')
      for (const { id: aboutId, userId } of gone) {
        await withdrawNotice(client, { userId, kind: 'pack.received', aboutId })
      }
      return gone.map(({ userId }) => userId)
    })
    events.publish(left, { type: 'notices' })
  }

  return { send, takeBack, sent: (actor: Actor) => presentSent(actor, ownShelf(actor)) }
}

async function sendIn(
  client: pg.PoolClient,
  actor: Actor,
  given: NewPack,
  { sendsOn, now, newId }: Pick<PacksDeps, 'sendsOn' | 'now' | 'newId'>,
): Promise<string> {
  const shelf = ownShelf(actor)
  await sendsOn(client).take(actor.userId)
  await lockPairs(client, actor.userId, given.receiverIds)
  await checkPack(client, actor, given, utcDate(now()))
  const { title, note, articleIds } = given
  const createdAt = new Date(now())
  const id = newId()
  const receivers = given.receiverIds.map((userId) => ({ id: newId(), userId }))
  await insertPack(client, shelf, { id, title, note, createdAt, articleIds, receivers })
  for (const { id: aboutId, userId } of receivers) {
    await addNotice(client, {
      id: newId(),
      userId,
      actorId: actor.userId,
      kind: 'pack.received',
      aboutId,
      at: createdAt,
    })
  }
  return id
}

function ownShelf(actor: Actor): Authorized<Shelf> {
  return authorize(actor, { authorId: actor.userId }, mayPublish)
}

/**
 * Refuses people whom the actor is not connected with at this moment, and articles that the actor cannot read. An article
 * of somebody with a block between them and a receiver goes along and stays without a title there: of a block no third
 * person learns.
 */
async function checkPack(
  client: Queryable,
  actor: Actor,
  { receiverIds, articleIds }: Pick<NewPack, 'receiverIds' | 'articleIds'>,
  today: ReturnType<typeof utcDate>,
): Promise<void> {
  const fields: Record<string, string> = {}
  const statuses = await pairStatuses(client, actor.userId, receiverIds, today)
  for (const [index, id] of receiverIds.entries()) {
    const connected = statuses.get(id)?.relation === 'connected'
    if (!connected) fields[`receiverIds.${index}`] = packStrangerText
  }
  const { seen } = await asSeenBy(client, actor)
  for (const [index, id] of articleIds.entries()) {
    const row = await itemById(client, 'article', id)
    const readable = row !== undefined && mayRead(actor, seen(row)) === 'allow'
    if (!readable) fields[`articleIds.${index}`] = packArticleGoneText
  }
  if (Object.keys(fields).length > 0) throw new ProblemError('not_found', { fields })
}

type Readable = (article: PackArticle) => boolean

function readableBy(
  actor: Pick<Actor, 'userId'>,
  seen: Awaited<ReturnType<typeof asSeenBy>>['seen'],
): Readable {
  return ({ authorId, verifiedAt, suspendedAt }) => {
    if (authorId === null) return false
    const listed = verifiedAt !== null && suspendedAt === null
    return mayRead(actor, seen({ authorId, listed })) === 'allow'
  }
}

function articlesIn(articles: readonly PackArticle[], packId: string, readable: Readable) {
  return articles
    .filter((article) => article.packId === packId)
    .map((article) => ({
      _id: article.articleId,
      title: readable(article) ? article.title : null,
    }))
}

/** The articles of packs as somebody's export names them: with the titles that they can read. */
export async function exportedArticles(
  orm: Orm,
  client: Queryable,
  person: Pick<Actor, 'userId'>,
  packIds: readonly string[],
): Promise<(packId: string) => ReceivedPack['articles']> {
  const articles = await articlesOf(orm, packIds)
  const { seen } = await asSeenBy(client, person)
  return (packId) => articlesIn(articles, packId, readableBy(person, seen))
}

/** Null where the sender's account is gone. */
interface ReportedPack {
  readonly authorId: string | null
  readonly fields: Readonly<Record<string, unknown>>
}

/** What a report copies of a pack that the actor was sent, also of one that was taken back; undefined for any other. */
export async function reportedPack(
  client: Queryable,
  actor: Actor,
  id: string,
  { evidenceSealer, now }: { readonly evidenceSealer: Sealer; readonly now: Date },
): Promise<ReportedPack | undefined> {
  const orm = ormOn(client)
  const own: Reader = authorize(actor, { userId: actor.userId }, isReader)
  const [row] = await packsReceivedBy(orm, own, id)
  if (row) {
    const { provider, title, note, createdAt, packId } = row
    const articles = await articlesOf(orm, [packId])
    const author = `${provider.firstname} ${provider.lastname}`
    const titles = articles.map((article) => article.title ?? article.articleId).join(', ')
    const fields = { title, text: note, articles: titles, author, sentAt: createdAt.toISOString() }
    return { authorId: provider.id, fields }
  }
  const [evidence] = await evidenceOfMessages(orm, [id], now)
  if (!evidence || evidence.recipientId !== actor.userId) return undefined
  const opened = openEvidence(evidenceSealer, evidence)
  if (!opened) return undefined
  const sentAt = new Date(evidence.sentMs).toISOString()
  const sender = `${opened.sender.firstname} ${opened.sender.lastname}`
  const isThere = await personExists(orm, evidence.senderId)
  const fields = { text: opened.content, deleted: true, sender, sentAt }
  return { authorId: isThere ? evidence.senderId : null, fields }
}
