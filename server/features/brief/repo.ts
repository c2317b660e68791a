import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { briefDaysAfter, type BriefContent } from '#contract/brief/model.ts'
import { dayMs } from '#contract/local-date.ts'
import { ormOn, type Orm, type Queryable } from '#server/db/orm.ts'
import { bookings, sessionBriefs } from '#server/db/schema/booking.ts'
import type { Verdict, Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'

/** The brief of one session. */
interface Brief {
  readonly clientId: string
}

/** A brief, and what lets the one who asks see it at this moment. */
interface ShownBrief extends Brief {
  readonly providerId: string | null
  /** It was sent and not taken back, and its session stands or was within the last 30 days. */
  readonly there: boolean
  /** Their connection is an accepted one, and neither is kept from the other. */
  readonly connected: boolean
}

/** Whoever books sessions may send something along for them. */
export function onlyClients(actor: Actor): Verdict {
  return actor.userType === 'ServiceProvider' || actor.superAdmin ? 'forbidden' : 'allow'
}

/** Briefs are read by care providers whose papers were accepted. */
export function onlyVerifiedProviders(actor: Actor): Verdict {
  const provider = actor.userType === 'ServiceProvider' && actor.verifiedProvider
  return provider && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** The client of a session decides alone what goes along for it; to everybody else the session is not there. */
export function maySendBrief(actor: Actor, brief: Brief): Verdict {
  return brief.clientId === actor.userId ? onlyClients(actor) : 'not_found'
}

/** Whoever may not see a brief does not learn that there is one. */
export function maySeeBrief(actor: Actor, brief: ShownBrief): Verdict {
  const provider = onlyVerifiedProviders(actor) === 'allow' && brief.providerId === actor.userId
  return provider && brief.there && brief.connected ? 'allow' : 'not_found'
}

/** More sessions than anybody has with a brief at one time. */
const briefsMax = 100

const columns = {
  bookingId: sessionBriefs.bookingId,
  clientId: bookings.clientId,
  providerId: bookings.providerId,
  startsAt: bookings.startsAt,
  content: sessionBriefs.content,
  sentAt: sessionBriefs.sentAt,
  withdrawals: sessionBriefs.withdrawals,
}
export type BriefRow = Awaited<ReturnType<typeof ownBriefs>>[number]
type SentBrief = BriefRow & { readonly content: BriefContent; readonly sentAt: Date }

/** A session that a brief is of, as the one who sends it meets it. */
export async function sessionOf(client: Queryable, bookingId: string) {
  const [row] = await ormOn(client)
    .select({
      id: bookings.id,
      clientId: bookings.clientId,
      providerId: bookings.providerId,
      status: bookings.status,
      endsAt: bookings.endsAt,
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  return row
}

/** Writes the brief in the place of what was there; `withdrawn` where it was taken back more often than its sender knew. */
export async function saveBrief(
  client: Queryable,
  session: Authorized<Brief & { readonly id: string }>,
  { content, withdrawals }: { readonly content: BriefContent; readonly withdrawals: number },
  sentAt: Date,
): Promise<{ readonly status: 'saved' | 'withdrawn'; readonly withdrawals: number }> {
  const orm = ormOn(client)
  const { id: bookingId, clientId: userId } = session
  const [saved] = await orm
    .insert(sessionBriefs)
    .values({ bookingId, userId, content, sentAt, withdrawals: 0 })
    .onConflictDoUpdate({
      target: sessionBriefs.bookingId,
      set: { content, sentAt, withdrawnAt: null },
      setWhere: lte(sessionBriefs.withdrawals, withdrawals),
    })
    .returning({ withdrawals: sessionBriefs.withdrawals })
  if (saved) return { status: 'saved', withdrawals: saved.withdrawals }
  const [known] = await orm
    .select({ withdrawals: sessionBriefs.withdrawals })
    .from(sessionBriefs)
    .where(eq(sessionBriefs.bookingId, bookingId))
  return { status: 'withdrawn', withdrawals: known?.withdrawals ?? 0 }
}

/** Takes a brief back, also one that is still on its way here. Says whose session it is of: nobody where there is none. */
export async function withdrawBrief(
  client: Queryable,
  { userId }: Authorized<{ readonly userId: string }>,
  bookingId: string,
  withdrawnAt: Date,
): Promise<readonly string[]> {
  const orm = ormOn(client)
  const [session] = await orm
    .select({ providerId: bookings.providerId })
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.clientId, userId)))
  if (!session) return []
  const gone = { content: null, sentAt: null, withdrawnAt }
  await orm
    .insert(sessionBriefs)
    .values({ bookingId, userId, ...gone, withdrawals: 1 })
    .onConflictDoUpdate({
      target: sessionBriefs.bookingId,
      set: { ...gone, withdrawals: sql`${sessionBriefs.withdrawals} + 1` },
    })
  return session.providerId === null ? [] : [session.providerId]
}

/** One's own briefs of sessions that stand, the newest first. */
export async function ownBriefs(
  client: Queryable,
  { userId }: Authorized<{ readonly userId: string }>,
  now: Date,
) {
  return await ormOn(client)
    .select(columns)
    .from(sessionBriefs)
    .innerJoin(bookings, eq(bookings.id, sessionBriefs.bookingId))
    .where(and(eq(sessionBriefs.userId, userId), stands(now)))
    .orderBy(desc(bookings.startsAt), asc(bookings.id))
    .limit(briefsMax)
}

/** The brief of a session with its two people; undefined where none was sent, or it is over. */
export async function briefOf(
  client: Queryable,
  bookingId: string,
  now: Date,
): Promise<SentBrief | undefined> {
  const [row] = await ormOn(client)
    .select(columns)
    .from(sessionBriefs)
    .innerJoin(bookings, eq(bookings.id, sessionBriefs.bookingId))
    .where(
      and(eq(sessionBriefs.bookingId, bookingId), isNotNull(sessionBriefs.content), stands(now)),
    )
  return row && isSent(row) ? row : undefined
}

/** The sessions of a provider that have a brief, of all clients or of one: the next one first, and those that are over last. */
export async function briefsFor(
  client: Queryable,
  { providerId, clientId }: { readonly providerId: string; readonly clientId?: string },
  now: Date,
): Promise<{ bookingId: string; clientId: string }[]> {
  const ofOne = clientId === undefined ? undefined : eq(bookings.clientId, clientId)
  return await ormOn(client)
    .select({ bookingId: sessionBriefs.bookingId, clientId: bookings.clientId })
    .from(sessionBriefs)
    .innerJoin(bookings, eq(bookings.id, sessionBriefs.bookingId))
    .where(
      and(
        eq(bookings.providerId, providerId),
        ofOne,
        isNotNull(sessionBriefs.content),
        stands(now),
      ),
    )
    .orderBy(asc(lte(bookings.endsAt, now)), asc(bookings.startsAt), asc(bookings.id))
    .limit(briefsMax)
}

/** Deletes briefs of sessions that were canceled, are long over, or have lost their provider. */
export async function sweepBriefs(orm: Orm, now: Date): Promise<void> {
  const over = orm
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(sessionBriefs, eq(sessionBriefs.bookingId, bookings.id))
    .where(
      or(
        eq(bookings.status, 'cancelled'),
        isNull(bookings.providerId),
        lte(bookings.endsAt, oldestEnd(now)),
      ),
    )
  await orm.delete(sessionBriefs).where(inArray(sessionBriefs.bookingId, over))
}

/** What is swept within the minute is not shown meanwhile. */
function stands(now: Date) {
  return and(eq(bookings.status, 'booked'), gt(bookings.endsAt, oldestEnd(now)))
}

function oldestEnd(now: Date): Date {
  return new Date(now.getTime() - briefDaysAfter * dayMs)
}

function isSent(row: BriefRow): row is SentBrief {
  return row.content !== null && row.sentAt !== null
}

export type SeenBrief = Authorized<ShownBrief & SentBrief>
