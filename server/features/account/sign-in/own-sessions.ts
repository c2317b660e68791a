import { and, desc, eq, gt, ne, notExists, sql } from 'drizzle-orm'
import type { accountApi } from '#contract/account/api.ts'
import type { secondFactorApi } from '#contract/account/second-factor.ts'
import type { settingsApi, profileApi } from '#contract/account/settings.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { knownDevices, sessions } from '#server/db/schema/account.ts'
import type { Routes } from '#server/http/routing/route.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { EventBus } from '#server/ports/events/port.ts'

export type SessionRow = typeof sessions.$inferSelect

export type OwnSessions = ReturnType<typeof createOwnSessions>

/** What people see and end of their own sessions. `now` gives epoch milliseconds. */
export function createOwnSessions(orm: Orm, now: () => number) {
  return {
    /** Every session of a person whose token is still accepted, newest use first. */
    async listOf(own: Authorized<{ userId: string }>): Promise<SessionRow[]> {
      return orm
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, own.userId), gt(sessions.expiresAt, new Date(now()))))
        .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    },

    /** Ends one session by its public id, if it is that person's, and forgets its device unless another is open there. */
    async endOne(own: Authorized<{ userId: string }>, id: string): Promise<'ended' | 'not_found'> {
      return orm.transaction(async (tx) => {
        const [ended] = await tx
          .delete(sessions)
          .where(and(eq(sessions.id, id), eq(sessions.userId, own.userId)))
          .returning({ deviceHash: sessions.deviceHash })
        if (ended?.deviceHash) await forgetUnlessOpen(tx, ended.deviceHash)
        return ended ? 'ended' : 'not_found'
      })
    },

    async endOthers(own: Authorized<{ userId: string; tokenHash: string }>): Promise<void> {
      await orm.transaction((tx) => endOtherSessions(tx, own))
    },
  }
}

/** Ends every session of a person but one, and forgets every device but that one's. */
export async function endOtherSessions(
  tx: Transaction,
  own: Authorized<{ userId: string; tokenHash: string }>,
): Promise<void> {
  const [current] = await tx
    .select({ deviceHash: sessions.deviceHash })
    .from(sessions)
    .where(eq(sessions.tokenHash, own.tokenHash))
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, own.userId), ne(sessions.tokenHash, own.tokenHash)))
  await forgetDevices(tx, own.userId, current?.deviceHash ? [current.deviceHash] : [])
}

/** Forgets every device of a person but those in the hands of whoever asks. */
export async function forgetDevices(
  tx: Transaction,
  userId: string,
  exceptHashes: readonly string[],
): Promise<void> {
  const others = sql`${knownDevices.tokenHash} <> all(${sql.param(exceptHashes)}::text[])`
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), others))
}

async function forgetUnlessOpen(tx: Transaction, deviceHash: string): Promise<void> {
  const open = tx.select().from(sessions).where(eq(sessions.deviceHash, deviceHash))
  await tx.delete(knownDevices).where(and(eq(knownDevices.tokenHash, deviceHash), notExists(open)))
}

type SessionEnding = Pick<
  Routes<typeof accountApi & typeof profileApi & typeof settingsApi & typeof secondFactorApi>,
  | 'logout'
  | 'updatePassword'
  | 'endSession'
  | 'endOtherSessions'
  | 'deleteAccount'
  | 'confirmSecondFactor'
  | 'endSecondFactor'
>

/**
 * The same routes, of which those that end sessions say so, in every process: a stream of a session that is over ends
 * at once. What ends sessions of somebody who has none here says so itself: a new password by a code, a revocation.
 */
export function withSessionEvents<R extends SessionEnding>(
  routes: R,
  events: Pick<EventBus, 'publish'>,
): R {
  return {
    ...routes,
    logout: withEvent(routes.logout, events),
    updatePassword: withEvent(routes.updatePassword, events),
    endSession: withEvent(routes.endSession, events),
    endOtherSessions: withEvent(routes.endOtherSessions, events),
    deleteAccount: withEvent(routes.deleteAccount, events),
    confirmSecondFactor: withEvent(routes.confirmSecondFactor, events),
    endSecondFactor: withEvent(routes.endSecondFactor, events),
  }
}

interface MemberRoute<Q, A> {
  readonly handle: (request: Q) => Promise<A>
}

function withEvent<
  Q extends { session: { actor: { userId: string } } },
  A,
  R extends MemberRoute<Q, A>,
>(route: R & MemberRoute<Q, A>, events: Pick<EventBus, 'publish'>): R {
  return {
    ...route,
    handle: async (request: Q) => {
      const reply = await route.handle(request)
      events.publish([request.session.actor.userId], { type: 'sessions' })
      return reply
    },
  }
}
