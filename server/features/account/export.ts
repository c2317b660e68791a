import { eq, or } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import {
  knownDevices,
  sessions,
  users,
  emailCodes,
  passwordResets,
  recoveryCodes,
  secondFactors,
} from '#server/db/schema/account.ts'
import { accessLog, providerPapers } from '#server/db/schema/papers.ts'
import type { ExportParts } from '#server/feature.ts'

/** What the account feature holds. Left out are only what would open the account: hashes of passwords, tokens and codes, and the secret of an authenticator app. */
export function accountExport(orm: Orm): ExportParts {
  return {
    account: async ({ userId }) => {
      const [row] = await orm.select().from(users).where(eq(users.id, userId))
      if (!row) return null
      const { passwordHash: _passwordHash, ...account } = row
      return account
    },
    papers: async ({ userId }) =>
      orm
        .select({
          paper: providerPapers.paper,
          kind: providerPapers.kind,
          bytes: providerPapers.bytes,
          createdAt: providerPapers.createdAt,
        })
        .from(providerPapers)
        .where(eq(providerPapers.userId, userId)),
    ...signInExport(orm),
    /** What was looked at of theirs, without naming who did, and why where it was our team; and what they looked at themselves. */
    accessLog: async ({ userId }) => {
      const rows = await orm
        .select()
        .from(accessLog)
        .where(or(eq(accessLog.subjectId, userId), eq(accessLog.actorId, userId)))
      return rows.map(({ what, at, actorId, reason }) => ({
        what,
        at,
        byMe: actorId === userId,
        reason,
      }))
    },
  }
}

function signInExport(orm: Orm): ExportParts {
  return {
    sessions: async ({ userId }) =>
      orm
        .select({
          id: sessions.id,
          userAgent: sessions.userAgent,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.lastUsedAt,
          expiresAt: sessions.expiresAt,
          provedAt: sessions.provedAt,
        })
        .from(sessions)
        .where(eq(sessions.userId, userId)),
    passwordResets: async ({ userId }) =>
      orm
        .select({
          tries: passwordResets.tries,
          createdAt: passwordResets.createdAt,
          expiresAt: passwordResets.expiresAt,
        })
        .from(passwordResets)
        .where(eq(passwordResets.userId, userId)),
    emailCode: async ({ userId }) =>
      orm
        .select({
          tries: emailCodes.tries,
          createdAt: emailCodes.createdAt,
          expiresAt: emailCodes.expiresAt,
        })
        .from(emailCodes)
        .where(eq(emailCodes.userId, userId)),
    knownDevices: async ({ userId }) =>
      orm
        .select({ createdAt: knownDevices.createdAt, expiresAt: knownDevices.expiresAt })
        .from(knownDevices)
        .where(eq(knownDevices.userId, userId)),
    secondFactor: async ({ userId }) => {
      const [row] = await orm
        .select({
          createdAt: secondFactors.createdAt,
          confirmedAt: secondFactors.confirmedAt,
          recoveryCodesLeft: orm.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
        })
        .from(secondFactors)
        .where(eq(secondFactors.userId, userId))
      return row ?? null
    },
  }
}
