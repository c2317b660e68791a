import { eq, sql } from 'drizzle-orm'
import { isSuperAdmin } from '#contract/account/model.ts'
import type { Orm } from '#server/db/orm.ts'
import { sessions, users } from '#server/db/schema/account.ts'
import { readTogether } from '#server/db/together.ts'
import type { Session } from '#server/http/actor.ts'
import type { Authorized } from '#server/http/authorize.ts'
import { hashToken } from '#server/http/session.ts'

/** A session ends this long after its last use. */
export const sessionLifeMs = 30 * 24 * 3_600_000
/** A use is written down at most this often: reading stays reading. */
export const sessionTouchMs = 3_600_000

const userAgentCharsMax = 200

/** What a session is stored as, but for whose it is. */
export type NewSession = Required<
  Pick<typeof sessions.$inferInsert, 'tokenHash' | 'id' | 'userAgent' | 'createdAt' | 'expiresAt'>
>

export type Sessions = ReturnType<typeof createSessions>

/** The sessions of everybody. `now` gives epoch milliseconds; `newId` makes a session's public id. */
export function createSessions(orm: Orm, now: () => number, newId: () => string) {
  const byTokens = orm
    .select({
      tokenHash: sessions.tokenHash,
      userId: sessions.userId,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
      userType: users.userType,
      role: users.role,
      verifiedAt: users.verifiedAt,
      suspendedAt: users.suspendedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')}::text[])`)
    .prepare('sessions_by_tokens')
  const read = readTogether(async (tokenHashes: readonly string[]) => {
    const rows = await byTokens.execute({ tokenHashes })
    return new Map(rows.map((row) => [row.tokenHash, row]))
  })

  /** Asked anew for each request; undefined for a token that is unknown, run out or of a suspended person. */
  async function find(token: string): Promise<Session | undefined> {
    const tokenHash = hashToken(token)
    const row = await read(tokenHash)
    const nowMs = now()
    if (!row || hasEnded(row, nowMs)) return undefined
    if (nowMs - row.lastUsedAt.getTime() >= sessionTouchMs) await touch(tokenHash, nowMs)
    return {
      tokenHash,
      actor: {
        userId: row.userId,
        userType: row.userType,
        superAdmin: isSuperAdmin(row),
        verifiedProvider: row.userType === 'ServiceProvider' && row.verifiedAt !== null,
      },
    }
  }

  /** Whether a session is still one; asking is no use of it. */
  async function isOpen({ tokenHash }: Session): Promise<boolean> {
    const row = await read(tokenHash)
    return row !== undefined && !hasEnded(row, now())
  }

  async function touch(tokenHash: string, nowMs: number): Promise<void> {
    await orm
      .update(sessions)
      .set({ lastUsedAt: new Date(nowMs), expiresAt: new Date(nowMs + sessionLifeMs) })
      .where(eq(sessions.tokenHash, tokenHash))
  }

  /** A session that starts now, for `tokenHash`; nothing is written yet. */
  function start(tokenHash: string, userAgent: string | undefined): NewSession {
    const nowMs = now()
    return {
      tokenHash,
      id: newId(),
      userAgent: userAgent?.slice(0, userAgentCharsMax) ?? null,
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + sessionLifeMs),
    }
  }

  async function end(session: Authorized<Session>): Promise<void> {
    await orm.delete(sessions).where(eq(sessions.tokenHash, session.tokenHash))
  }

  return { find, isOpen, start, end }
}

function hasEnded(row: { suspendedAt: Date | null; expiresAt: Date }, nowMs: number): boolean {
  return row.suspendedAt !== null || row.expiresAt.getTime() <= nowMs
}
