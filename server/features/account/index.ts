import { desc, eq, or } from 'drizzle-orm'
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
import { accessLog, providerPapers } from '#server/db/schema/providers.ts'
import { auditEvents } from '#server/db/schema/upkeep.ts'
import {
  defineFeature,
  type HookDeps,
  type Previews,
  type ShareSource,
  type ExportParts,
} from '#server/feature.ts'
import { previewAccessLog } from '#server/features/sharing/index.ts'
import { scoreHide, scoreShown } from './account.sql.ts'
import { createAccountRoutes } from './all-routes.ts'
import { createPeople, createPersonReads } from './profile/people.ts'
import { createAccountRepo } from './repo.ts'

export {
  createPasswords,
  fitPassword,
  judgePassword,
  type FitPassword,
  type PasswordOwner,
  type Passwords,
} from './sign-in/passwords.ts'
export { languageOf, mailTo, type MailRecipient } from './recovery/email-codes.ts'
export { mayBeReviewed, operatorMayCreate, operatorMayRemove } from './policy.ts'
export {
  practiceColumns,
  practiceOf,
  revokeUnreviewed,
  updatePractice,
} from './profile/profile-repo.ts'
export { presentUser } from './profile/people.ts'
export {
  createRemoveAccount,
  deletedIn,
  type RemoveAccount,
  suspendPerson,
} from './stored-files.ts'
export {
  createAccountRepo,
  personById,
  type AccountRepo,
  type Credentials,
  type NewUser,
  type UserRow,
} from './repo.ts'
export { createSecondFactorRepo, type SecondFactorRepo } from './two-step/second-factor-repo.ts'
export { createSessions, type Sessions } from './sign-in/sessions.ts'

export const account = defineFeature({
  routes: createAccountRoutes,
  exportData: ({ database }) => accountExport(database.orm),
  shares: () => ({ score: sharedScore }),
  previews: previewsOf,
})

/** The points are shown to every provider one is connected with, or to none. */
const sharedScore: ShareSource<'score'> = {
  async list(client, own) {
    const shown = await scoreShown.first(client, [own.userId])
    return shown ? [{ viewerId: null, itemId: null, questId: null, day: null }] : []
  },
  async revoke(client, own) {
    return (await scoreHide.all(client, [own.userId])).map(({ viewerId }) => viewerId)
  },
}

function previewsOf(deps: HookDeps): Pick<Previews, 'profile' | 'score'> {
  const reads = createPersonReads({
    repo: createAccountRepo(deps.database.orm),
    people: createPeople(deps),
    accessLog: previewAccessLog,
  })
  return { profile: reads.user, score: reads.score }
}

/** Somebody may cause as many events as they like; the export holds the newest. */
const auditEventsMax = 5_000

/** What the account feature holds. Left out are only what would open the account: hashes of passwords, tokens and codes, and the secret of an authenticator app. */
function accountExport(orm: Orm): ExportParts {
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
      return rows.map(({ what, questId, at, actorId, reason }) => ({
        what,
        questId,
        at,
        byMe: actorId === userId,
        reason,
      }))
    },
    /** What they did that the audit trail holds, newest first, without saying with whom. */
    auditTrail: async ({ userId }) =>
      orm
        .select({
          at: auditEvents.at,
          event: auditEvents.event,
          outcome: auditEvents.outcome,
          detail: auditEvents.detail,
        })
        .from(auditEvents)
        .where(eq(auditEvents.actorId, userId))
        .orderBy(desc(auditEvents.at))
        .limit(auditEventsMax),
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
