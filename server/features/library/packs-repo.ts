import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { packsListedMax } from '#contract/library/packs.ts'
import { ormOn, type Statements, type Queryable } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { libraryItems, packItems, packReceivers, packs } from '#server/db/schema/library.ts'
import { sealLetters, type Letter } from '#server/features/evidence/index.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import type { Shelf } from './policy.ts'

const authorColumns = {
  id: users.id,
  firstname: users.firstname,
  lastname: users.lastname,
  specialization: users.specialization,
  profileImg: users.profileImg,
}

const packColumns = {
  id: packs.id,
  title: packs.title,
  note: packs.note,
  createdAt: packs.createdAt,
}

export interface PackRow {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly createdAt: Date
}

/** A pack as one receiver has it: `id` is theirs alone. */
export interface ReceivedRow extends PackRow {
  readonly packId: string
  readonly received: boolean
  readonly provider: {
    readonly id: string
    readonly firstname: string
    readonly lastname: string
    readonly specialization: string | null
    readonly profileImg: string | null
  }
}

export interface ReceiverRow {
  readonly packId: string
  readonly id: string
  readonly firstname: string
  readonly lastname: string
  readonly received: boolean
}

/** Whose received packs they are. */
export type Reader = Authorized<{ readonly userId: string }>

/** Stores a pack; the caller holds the locks of the pairs and has looked at what they are to each other. */
export async function insertPack(
  client: Queryable,
  { authorId }: Authorized<Shelf>,
  {
    articleIds,
    receivers,
    ...pack
  }: PackRow & {
    readonly articleIds: readonly string[]
    readonly receivers: readonly { readonly id: string; readonly userId: string }[]
  },
): Promise<void> {
  const tx = ormOn(client)
  await tx.insert(packs).values({ ...pack, providerId: authorId })
  await tx
    .insert(packItems)
    .values(articleIds.map((articleId, position) => ({ packId: pack.id, position, articleId })))
  await tx.insert(packReceivers).values(receivers.map((one) => ({ ...one, packId: pack.id })))
}

/** The newest packs that somebody sent, or the one of this id. */
export function packsSentBy(
  orm: Statements,
  { authorId }: Authorized<Shelf>,
  id?: string,
): Promise<PackRow[]> {
  return orm
    .select(packColumns)
    .from(packs)
    .where(and(eq(packs.providerId, authorId), id === undefined ? undefined : eq(packs.id, id)))
    .orderBy(desc(packs.id))
    .limit(packsListedMax)
}

export function receiversOf(orm: Statements, packIds: readonly string[]): Promise<ReceiverRow[]> {
  return orm
    .select({
      packId: packReceivers.packId,
      id: packReceivers.userId,
      firstname: users.firstname,
      lastname: users.lastname,
      received: isNotNull(packReceivers.receivedAt).mapWith(Boolean),
    })
    .from(packReceivers)
    .innerJoin(users, eq(users.id, packReceivers.userId))
    .where(inArray(packReceivers.packId, [...packIds]))
    .orderBy(asc(packReceivers.id))
}

/** The newest packs that somebody was sent, or the one of this id. */
export function packsReceivedBy(
  orm: Statements,
  { userId }: Reader,
  id?: string,
): Promise<ReceivedRow[]> {
  return orm
    .select({
      ...packColumns,
      id: packReceivers.id,
      packId: packs.id,
      received: isNotNull(packReceivers.receivedAt).mapWith(Boolean),
      provider: authorColumns,
    })
    .from(packReceivers)
    .innerJoin(packs, eq(packs.id, packReceivers.packId))
    .innerJoin(users, eq(users.id, packs.providerId))
    .where(
      and(
        eq(packReceivers.userId, userId),
        id === undefined ? undefined : eq(packReceivers.id, id),
      ),
    )
    .orderBy(desc(packReceivers.id))
    .limit(packsListedMax)
}

/** Notes that a phone of the receiver has these. */
export async function markReceived(
  orm: Statements,
  { userId }: Reader,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await orm
    .update(packReceivers)
    .set({ receivedAt: at })
    .where(
      and(
        eq(packReceivers.userId, userId),
        inArray(packReceivers.id, [...ids]),
        isNull(packReceivers.receivedAt),
      ),
    )
}

/** An article of a pack; without a title where it is gone or its author is not listed. */
export interface PackArticle {
  readonly packId: string
  readonly articleId: string
  readonly title: string | null
  readonly authorId: string | null
  readonly verifiedAt: Date | null
  readonly suspendedAt: Date | null
}

export function articlesOf(orm: Statements, packIds: readonly string[]): Promise<PackArticle[]> {
  return orm
    .select({
      packId: packItems.packId,
      articleId: packItems.articleId,
      title: libraryItems.title,
      authorId: libraryItems.authorId,
      verifiedAt: users.verifiedAt,
      suspendedAt: users.suspendedAt,
    })
    .from(packItems)
    .leftJoin(libraryItems, eq(libraryItems.id, packItems.articleId))
    .leftJoin(users, eq(users.id, libraryItems.authorId))
    .where(inArray(packItems.packId, [...packIds]))
    .orderBy(asc(packItems.packId), asc(packItems.position))
}

export async function personExists(orm: Statements, userId: string): Promise<boolean> {
  const rows = await orm.select({ id: users.id }).from(users).where(eq(users.id, userId))
  return rows.length > 0
}

/** Takes a pack back, once what was sent to minors is locked away; gives whose phones it leaves. */
export async function deletePack(
  tx: Statements,
  { authorId }: Authorized<Shelf>,
  packId: string,
  sealing: { readonly sealer: Sealer; readonly at: Date },
): Promise<{ readonly id: string; readonly userId: string }[] | 'missing'> {
  const own = and(eq(packs.id, packId), eq(packs.providerId, authorId))
  const [row] = await tx.select({ id: packs.id }).from(packs).where(own).for('update')
  if (!row) return 'missing'
  const receivers = await tx
    .select({ id: packReceivers.id, userId: packReceivers.userId })
    .from(packReceivers)
    .where(eq(packReceivers.packId, packId))
  await sealPacks(tx, eq(packs.id, packId), sealing)
  await tx.delete(packs).where(own)
  return receivers
}

/** Locks away the packs that a person sent or was sent, before their account takes them along. */
export async function sealPacksOf(
  tx: Statements,
  { userId }: Authorized<{ readonly userId: string }>,
  sealing: { readonly sealer: Sealer; readonly at: Date },
): Promise<void> {
  await sealPacks(tx, eq(packs.providerId, userId), sealing)
  await sealPacks(tx, eq(packReceivers.userId, userId), sealing)
}

async function sealPacks(
  tx: Statements,
  chosen: SQL,
  sealing: { readonly sealer: Sealer; readonly at: Date },
): Promise<void> {
  await sealLetters(tx, await packLetters(tx, chosen), sealing)
}

/** The newest packs of an adult to a minor that are there, of two people. */
export async function packsBetween(
  client: Queryable,
  [one, other]: readonly [string, string],
  limit: number,
): Promise<Letter[]> {
  const between = or(
    and(eq(packs.providerId, one), eq(packReceivers.userId, other)),
    and(eq(packs.providerId, other), eq(packReceivers.userId, one)),
  )
  return packLetters(ormOn(client), between, limit)
}

/** Packs to minors as evidence has them, the newest first. */
async function packLetters(
  orm: Statements,
  chosen: SQL | undefined,
  limit?: number,
): Promise<Letter[]> {
  const asked = orm
    .select({
      id: packReceivers.id,
      ofId: packs.id,
      senderId: packs.providerId,
      recipientId: packReceivers.userId,
      sentAt: packs.createdAt,
      title: packs.title,
      note: packs.note,
      sender: { firstname: users.firstname, lastname: users.lastname },
    })
    .from(packReceivers)
    .innerJoin(packs, eq(packs.id, packReceivers.packId))
    .innerJoin(users, eq(users.id, packs.providerId))
    .where(and(chosen, eq(packReceivers.toMinor, true)))
    .orderBy(desc(packReceivers.id))
  const rows = await (limit === undefined ? asked : asked.limit(limit))
  const articles = await articlesOf(orm, [...new Set(rows.map(({ ofId }) => ofId))])
  return rows.map(({ title, note, ...letter }) => {
    const own = articles.filter(({ packId }) => packId === letter.ofId)
    const titles = own.map((article) => article.title ?? article.articleId)
    return { ...letter, content: [title, note, ...titles].filter(Boolean).join('\n') }
  })
}
