import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { isSuperAdmin, type UserType } from '#contract/account/model.ts'
import { beginningOf, cleanLine } from '#contract/free-text.ts'
import { batchReads } from '#server/db/batching.ts'
import { isDatabaseAway } from '#server/db/errors.ts'
import type { Orm } from '#server/db/orm.ts'
import { sessions, users, secondFactors } from '#server/db/schema/account.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { type Actor, type Session, hashToken } from '#server/http/session/caller.ts'

/** A session ends this long after its last use. */
export const sessionLifeMs = 30 * 24 * 3_600_000
/** However much it is used, a session ends this long after its login. */
export const sessionAbsoluteMs = 90 * 24 * 3_600_000
/** A superAdmin logs in anew each day they work. */
export const adminSessionAbsoluteMs = 12 * 3_600_000
/** A use is written down at most this often: reading stays reading. */
export const sessionTouchMs = 3_600_000

const userAgentCharsMax = 200

/** What a session is stored as, but for whose it is. */
export type NewSession = Required<
  Pick<
    typeof sessions.$inferInsert,
    'tokenHash' | 'id' | 'userAgent' | 'createdAt' | 'expiresAt' | 'provedAt'
  >
>

/** What a device keeps of sessions that it ended without a network. */
export interface TokenHashes {
  readonly tokenHashes: readonly string[]
}

export type Sessions = ReturnType<typeof createSessions>

/** The sessions of everybody. `now` gives epoch milliseconds; `newId` makes a session's public id. */
export function createSessions(
  orm: Orm,
  now: () => number,
  newId: () => string,
  { requireSecondFactor }: { requireSecondFactor: boolean },
) {
  const read = sessionReader(orm)

  /** Asked anew for each request; undefined for a token that is unknown, run out or of a suspended person. */
  async function find(token: string): Promise<Session | undefined> {
    const tokenHash = hashToken(token)
    const row = await read(tokenHash)
    const nowMs = now()
    if (!row || hasEnded(row, nowMs)) return undefined
    if (nowMs - row.lastUsedAt.getTime() >= sessionTouchMs)
      await touch(row, nowMs).catch(unlessAway)
    const { provedAt } = row
    const enrolmentDue = requireSecondFactor && isSuperAdmin(row) && !row.hasSecondFactor
    return { tokenHash, provedAt, enrolmentDue, actor: actorOf(row) }
  }

  /** Whether a session is still one; asking is no use of it. */
  async function isOpen({ tokenHash }: Session): Promise<boolean> {
    const row = await read(tokenHash)
    return row !== undefined && !hasEnded(row, now())
  }

  async function touch(session: Lived & { tokenHash: string }, nowMs: number): Promise<void> {
    await orm
      .update(sessions)
      .set({ lastUsedAt: new Date(nowMs), expiresAt: expiryOf(session, nowMs) })
      .where(eq(sessions.tokenHash, session.tokenHash))
  }

  /** A session of `owner` that starts now, for `tokenHash`; nothing is written yet. */
  function start(
    tokenHash: string,
    userAgent: string | undefined,
    owner: { role: string | null },
  ): NewSession {
    const nowMs = now()
    const createdAt = new Date(nowMs)
    return {
      tokenHash,
      id: newId(),
      userAgent: userAgent ? beginningOf(cleanLine(userAgent), userAgentCharsMax) : null,
      createdAt,
      expiresAt: expiryOf({ createdAt, role: owner.role }, nowMs),
      provedAt: createdAt,
    }
  }

  async function end(session: Authorized<Session>): Promise<void> {
    await orm.delete(sessions).where(eq(sessions.tokenHash, session.tokenHash))
  }

  /** Ends the sessions of these tokens, and gives back whose they were; unknown ones change nothing. */
  async function endHashed({ tokenHashes }: Authorized<TokenHashes>): Promise<string[]> {
    const ended = await orm
      .delete(sessions)
      .where(inArray(sessions.tokenHash, [...tokenHashes]))
      .returning({ userId: sessions.userId })
    return [...new Set(ended.map(({ userId }) => userId))]
  }

  return { find, isOpen, start, end, endHashed }
}

/** A database that only reads notes no use, and that is no reason to read nothing of it. */
function unlessAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error
}

function actorOf(row: {
  readonly userId: string
  readonly userType: UserType
  readonly role: string | null
  readonly verifiedAt: Date | null
}): Actor {
  const { userId, userType, verifiedAt } = row
  const verifiedProvider = userType === 'ServiceProvider' && verifiedAt !== null
  return { userId, userType, superAdmin: isSuperAdmin(row), verifiedProvider }
}

/** Reads sessions with their people by the hashes of their tokens; those asked for at the same moment in one query. */
function sessionReader(orm: Orm) {
  const byTokens = orm
    .select({
      tokenHash: sessions.tokenHash,
      userId: sessions.userId,
      lastUsedAt: sessions.lastUsedAt,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      provedAt: sessions.provedAt,
      hasSecondFactor: sql`${users.role} is not null and exists (
        select from ${secondFactors}
        where ${and(eq(secondFactors.userId, users.id), isNotNull(secondFactors.confirmedAt))})`.mapWith(
        Boolean,
      ),
      userType: users.userType,
      role: users.role,
      verifiedAt: users.verifiedAt,
      suspendedAt: users.suspendedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')}::text[])`)
    .prepare('sessions_by_tokens')
  return batchReads(async (tokenHashes: readonly string[]) => {
    const rows = await byTokens.execute({ tokenHashes })
    return new Map(rows.map((row) => [row.tokenHash, row]))
  })
}

/** When a session began, and of whom it is: what says how long it may last. */
interface Lived {
  readonly createdAt: Date
  readonly role: string | null
}

/** The end of a session that is used at `usedAtMs` and never again. */
function expiryOf(session: Lived, usedAtMs: number): Date {
  return new Date(Math.min(usedAtMs + sessionLifeMs, latestEndMs(session)))
}

function latestEndMs({ createdAt, role }: Lived): number {
  const absoluteMs = isSuperAdmin({ role }) ? adminSessionAbsoluteMs : sessionAbsoluteMs
  return createdAt.getTime() + absoluteMs
}

function hasEnded(
  row: Lived & { suspendedAt: Date | null; expiresAt: Date },
  nowMs: number,
): boolean {
  const endMs = Math.min(row.expiresAt.getTime(), latestEndMs(row))
  return row.suspendedAt !== null || endMs <= nowMs
}
