import { and, eq, isNull } from 'drizzle-orm'
import { utcDate, dayMs } from '#contract/local-date.ts'
import type { NoticeKind } from '#contract/notices/api.ts'
import type { PushKind } from '#contract/push/model.ts'
import type { Orm, Queryable } from '#server/db/orm.ts'
import { pushSends } from '#server/db/schema/notices.ts'
import type { Runner } from '#server/db/statement.ts'
import { hourSeconds } from '#server/http/limits/limits.ts'
import { pushDropBetween, pushFollowers, pushNote, pushWithdrawShared } from './push.sql.ts'

/** How news becomes a notification on the person's devices. */
interface NoticePush {
  readonly kind: PushKind
  /** `each`: every one is sent; `untilRead`: one, until the person has seen it. */
  readonly again: 'each' | 'untilRead'
  /** Whoever reads it in the app meanwhile is not told. */
  readonly afterSeconds: number
  /** Whoever could not be reached by then is not told either. */
  readonly lifeSeconds: number
}

const session = { again: 'each', afterSeconds: 0, lifeSeconds: 24 * hourSeconds } as const

/** A kind of notice without a notification does not compile. */
const pushOfNotice = {
  'connection.requested': {
    kind: 'request.received',
    again: 'untilRead',
    afterSeconds: 20,
    lifeSeconds: 48 * hourSeconds,
  },
  'connection.accepted': {
    kind: 'request.accepted',
    again: 'untilRead',
    afterSeconds: 20,
    lifeSeconds: 48 * hourSeconds,
  },
  'message.received': {
    kind: 'message',
    again: 'untilRead',
    afterSeconds: 20,
    lifeSeconds: 24 * hourSeconds,
  },
  'booking.booked': { kind: 'session.changed', ...session },
  'booking.moved': { kind: 'session.changed', ...session },
  'booking.cancelled': { kind: 'session.changed', ...session },
  'booking.proposed': { kind: 'session.changed', ...session },
  'booking.accepted': { kind: 'session.changed', ...session },
  'booking.declined': { kind: 'session.changed', ...session },
  'booking.withdrawn': { kind: 'session.changed', ...session },
  'booking.provider_left': { kind: 'session.changed', ...session },
  'payment.paid': { kind: 'session.changed', ...session },
  'payment.changed': { kind: 'session.changed', ...session },
  'calendar.expired': { kind: 'session.changed', ...session },
  'payment.provider_left': { kind: 'session.changed', ...session },
  'pack.received': {
    kind: 'pack.received',
    again: 'each',
    afterSeconds: 20,
    lifeSeconds: 48 * hourSeconds,
  },
  'booking.reminder': { kind: 'session.reminder', ...session, lifeSeconds: hourSeconds },
} as const satisfies Record<NoticeKind, NoticePush>

/** News that a notice tells of, as the notice's feature knows it. */
interface NoticedNews {
  readonly id: string
  readonly userId: string
  readonly actorId: string
  readonly kind: NoticeKind
  readonly aboutId: string
  readonly at: Date
  /** The same for the same news however often it is noted; its id where nothing is said. */
  readonly key?: string | undefined
  /** When it is of no use any more, where that is known. */
  readonly until?: Date | undefined
  /** Whether the person had seen all that came before of the same thing. */
  readonly fresh: boolean
}

/** Notes that a person's devices are to be told of a notice, in the transaction in which it happens. */
export async function noteNoticePush(client: Queryable, news: NoticedNews): Promise<void> {
  const { kind, again, afterSeconds, lifeSeconds } = pushOfNotice[news.kind]
  const dueAt = new Date(news.at.getTime() + afterSeconds * 1_000)
  const { userId, actorId, aboutId } = news
  await note(client, {
    id: news.id,
    userId,
    actorId,
    kind,
    about: aboutId,
    slot: `${news.kind} ${news.key ?? news.id}`,
    notice: news.kind,
    always: again === 'each' || news.fresh,
    dueAt,
    sendBefore: news.until ?? new Date(dueAt.getTime() + lifeSeconds * 1_000),
  })
}

const shareDelayMs = 20_000

/** Notes that a result was shared with a provider; undone within moments, nobody hears of it. */
export async function noteSharedResult(
  client: Queryable,
  { id, userId, providerId, at }: { id: string; userId: string; providerId: string; at: Date },
): Promise<void> {
  const dueAt = new Date(at.getTime() + shareDelayMs)
  await note(client, {
    id,
    userId: providerId,
    actorId: userId,
    kind: 'result.shared',
    // One a day of each person, however many they share.
    about: userId,
    slot: utcDate(at.getTime()),
    notice: null,
    always: true,
    dueAt,
    sendBefore: new Date(dueAt.getTime() + dayMs),
  })
}

/** Takes back what was not sent of shared results, once no result of its day is shared any more. */
export async function withdrawSharedResult(
  client: Queryable,
  { userId, providerId }: { userId: string; providerId: string },
): Promise<void> {
  await pushWithdrawShared.run(client, [providerId, userId])
}

/** Notes an article for those who are connected with its author and want to hear of it: one a day of an author. */
export async function noteArticle(
  tx: Runner,
  { authorId, articleId, at }: { authorId: string; articleId: string; at: Date },
): Promise<void> {
  const before = new Date(at.getTime() + dayMs)
  await pushFollowers.run(tx, { authorId, articleId, day: utcDate(at.getTime()), at, before })
}

/** Takes back an article where nobody was told of it: the next one of its author's day is noted in its place. */
export async function withdrawArticle(
  tx: Pick<Orm, 'delete'>,
  { authorId, articleId }: { authorId: string; articleId: string },
): Promise<void> {
  const { actorId, kind, about, sentAt, delivered } = pushSends
  const ofArticle = and(eq(actorId, authorId), eq(kind, 'article.published'), eq(about, articleId))
  await tx.delete(pushSends).where(and(ofArticle, isNull(sentAt), eq(delivered, [])))
}

/** Takes back whatever was not yet sent to two people about each other. */
export async function dropPushesBetween(
  client: Queryable,
  oneId: string,
  otherId: string,
): Promise<void> {
  await pushDropBetween.run(client, [oneId, otherId])
}

interface Note {
  readonly id: string
  readonly userId: string
  readonly actorId: string
  readonly kind: PushKind
  readonly about: string
  readonly slot: string
  readonly notice: NoticeKind | null
  /** Otherwise only where the last one about the same did not reach the person either. */
  readonly always: boolean
  readonly dueAt: Date
  readonly sendBefore: Date
}

async function note(client: Queryable, given: Note): Promise<void> {
  await pushNote.run(client, [
    given.id,
    given.userId,
    given.kind,
    given.about,
    given.slot,
    given.actorId,
    given.notice,
    given.dueAt,
    given.sendBefore,
    given.always,
  ])
}
