import { asc, eq } from 'drizzle-orm'
import type pg from 'pg'
import type { briefApi } from '#contract/brief/api.ts'
import {
  type SharedBrief,
  briefRefusals,
  briefSendSchema,
  mayHold,
  type BriefReceipt,
  type BriefSend,
  type OwnBrief,
} from '#contract/brief/model.ts'
import { laneOf } from '#contract/commands.ts'
import { utcDate } from '#contract/local-date.ts'
import type { Orm } from '#server/db/orm.ts'
import { bookings, sessionBriefs } from '#server/db/schema/booking.ts'
import { defineFeature, type ShareSource } from '#server/feature.ts'
import { pairStatus, pairStatuses, lockPair } from '#server/features/connections/index.ts'
import {
  createAccessLog,
  previewAccessLog,
  type AccessLog,
  type AccessLogDeps,
  type NotedRead,
} from '#server/features/sharing/index.ts'
import type { Applier, ApplyContext, Outcome, ReadOp } from '#server/features/sync/index.ts'
import { createLimiter, type Limiter, hourSeconds } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { Routes } from '#server/http/routing/route.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import {
  maySeeBrief,
  onlyClients,
  onlyVerifiedProviders,
  maySendBrief,
  briefOf,
  briefsFor,
  ownBriefs,
  sweepBriefs,
  withdrawBrief,
  saveBrief,
  sessionOf,
  type BriefRow,
  type SeenBrief,
} from './repo.ts'

/** Per person and hour: more than anybody reads. */
const readsPerHourMax = 240

/** What a client sends along for one session, for its provider to read. */
export const brief = defineFeature({
  routes: (deps) => {
    const { pool } = deps.database
    const reads = createLimiter(pool, 'brief-look', readsPerHourMax, hourSeconds)
    return briefRoutes({ ...deps, pool, reads })
  },
  commands: briefCommands,
  shares: ({ now }) => ({ brief: sharedBrief(now) }),
  previews: ({ database: { pool }, now }) => ({
    briefs: createBriefReads({ pool, now, accessLog: previewAccessLog }).shownBy,
  }),
  exportData: ({ database }) => ({ sessionBriefs: briefExport(database.orm) }),
  sweep: ({ database }, now) => sweepBriefs(database.orm, now),
})

interface BriefRouteDeps extends AccessLogDeps {
  readonly pool: pg.Pool
  readonly reads: Limiter
}

function briefRoutes(deps: BriefRouteDeps): Routes<typeof briefApi> {
  const { pool, now, reads } = deps
  const shown = createBriefReads({ pool, now, accessLog: createAccessLog(deps) })
  return {
    ownBriefs: {
      policy: onlyClients,
      handle: async ({ session: { actor } }) => {
        await reads.take(actor.userId)
        const own = authorize<{ readonly userId: string }, Actor>(
          actor,
          { userId: actor.userId },
          onlyClients,
        )
        return { briefs: (await ownBriefs(pool, own, new Date(now()))).map(presentOwn) }
      },
    },
    listSharedBriefs: {
      policy: onlyVerifiedProviders,
      handle: async ({ session }) => {
        await reads.take(session.actor.userId)
        return { bookingIds: await shown.listed(session.actor) }
      },
    },
    getSharedBrief: {
      policy: onlyVerifiedProviders,
      handle: async ({ params, session }) => {
        await reads.take(session.actor.userId)
        return await shown.one(session.actor, params.bookingId)
      },
    },
  }
}

/** Briefs as the provider of their sessions reads them. */
function createBriefReads({
  pool,
  now,
  accessLog,
}: Pick<BriefRouteDeps, 'pool' | 'now'> & { readonly accessLog: AccessLog }) {
  /** Throws `not_found` for a brief that is not there for the actor. The look is noted before anything leaves. */
  async function one(actor: Actor, bookingId: string): Promise<SharedBrief> {
    const found = await briefOf(pool, bookingId, new Date(now()))
    if (!found) throw new ProblemError('not_found')
    const { clientId } = found
    const { relation } = await pairStatus(pool, actor.userId, clientId, utcDate(now()))
    const state = { ...found, there: true, connected: relation === 'connected' }
    const seen = authorize(actor, state, maySeeBrief)
    const looked = { subjectId: clientId, what: 'brief', itemId: bookingId } as const
    return presentShown(seen, await accessLog.note(actor, [looked]))
  }

  /** Which sessions have one. It says nothing of what is in it, and is no look. */
  async function listed(actor: Actor): Promise<string[]> {
    const found = await briefsFor(pool, { providerId: actor.userId }, new Date(now()))
    const clientIds = [...new Set(found.map(({ clientId }) => clientId))]
    const statuses = await pairStatuses(pool, actor.userId, clientIds, utcDate(now()))
    return found
      .filter(({ clientId }) => statuses.get(clientId)?.relation === 'connected')
      .map(({ bookingId }) => bookingId)
  }

  /** What a provider reads of one client; null where that is nothing. */
  async function shownBy(actor: Actor, clientId: string): Promise<SharedBrief[] | null> {
    const found = await briefsFor(pool, { providerId: actor.userId, clientId }, new Date(now()))
    const briefs: SharedBrief[] = []
    for (const { bookingId } of found) briefs.push(await one(actor, bookingId))
    return briefs.length === 0 ? null : briefs
  }

  return { one, listed, shownBy }
}

/** The briefs, each shown to the provider of its session. */
function sharedBrief(now: () => number): ShareSource<'brief'> {
  return {
    async list(client, own) {
      const briefs = await ownBriefs(client, own, new Date(now()))
      return briefs.flatMap(({ bookingId, providerId, startsAt, sentAt }) =>
        sentAt === null || providerId === null
          ? []
          : [
              {
                viewerId: providerId,
                itemId: bookingId,
                questId: null,
                day: utcDate(startsAt.getTime()),
                startsAt: startsAt.toISOString(),
              },
            ],
      )
    },
    revoke: (client, own, { itemId }) => withdrawBrief(client, own, itemId, new Date(now())),
  }
}

/** A person's briefs with the session that each is of, without saying with whom: that is the other's. */
function briefExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    await orm
      .select({
        sessionStartsAt: bookings.startsAt,
        sentAt: sessionBriefs.sentAt,
        withdrawnAt: sessionBriefs.withdrawnAt,
        content: sessionBriefs.content,
      })
      .from(sessionBriefs)
      .innerJoin(bookings, eq(bookings.id, sessionBriefs.bookingId))
      .where(eq(sessionBriefs.userId, userId))
      .orderBy(asc(bookings.startsAt), asc(bookings.id))
}

/** How the server carries out the briefs that a device queued. They are taken back by `share.revoke`. */
function briefCommands() {
  const send: Applier<BriefSend> = {
    policy: onlyClients,
    lane: (payload) => laneOf('brief.send', payload),
    schema: () => briefSendSchema,
    // Each locks two people: those of several sessions would not be locked in one order.
    batchMax: 1,
    async apply(context, ops) {
      const outcomes: Outcome[] = []
      for (const op of ops) outcomes.push(await sendOne(context, op))
      return outcomes
    },
    async notifyAgain({ client, actor, publish }, ops) {
      for (const { payload } of ops) {
        const { providerId = null } = (await sessionOf(client, payload.bookingId)) ?? {}
        if (providerId !== null) publish([actor.userId, providerId], { type: 'sharing' })
      }
    },
  }
  return { 'brief.send': send }
}

async function sendOne(
  { client, actor, today, nowMs, publish }: ApplyContext,
  { opId, payload: { bookingId, withdrawals, content } }: ReadOp<BriefSend>,
): Promise<Outcome> {
  const found = await sessionOf(client, bookingId)
  if (!found || maySendBrief(actor, found) !== 'allow') return refused('not_found')
  const session = authorize(actor, found, maySendBrief)
  const { providerId } = session
  if (!mayHold(actor.userType, content)) return refused('forbidden')
  if (session.status === 'cancelled') return refused('wrong_state', briefRefusals.cancelled)
  if (session.endsAt.getTime() <= nowMs) return refused('too_late', briefRefusals.over)
  if (providerId === null) return refused('wrong_state', briefRefusals.apart)
  // Under the lock of the pair: whoever ends the connection takes its briefs along.
  await lockPair(client, actor.userId, providerId)
  const { relation } = await pairStatus(client, actor.userId, providerId, today)
  if (relation !== 'connected') return refused('wrong_state', briefRefusals.apart)
  const saved = await saveBrief(client, session, { content, withdrawals }, new Date(nowMs))
  const sentAt = saved.status === 'saved' ? new Date(nowMs).toISOString() : null
  const result: BriefReceipt = {
    bookingId,
    rev: opId,
    sentAt,
    withdrawals: saved.withdrawals,
  }
  // What was taken back while this was on its way stays so.
  if (sentAt === null) return { status: 'superseded', result }
  publish([actor.userId, providerId], { type: 'sharing' })
  return { status: 'applied', result }
}

function refused(
  code: 'not_found' | 'forbidden' | 'wrong_state' | 'too_late',
  message?: string,
): Outcome {
  return { status: 'rejected', code, ...(message === undefined ? {} : { message }) }
}

/** A brief for its person. */
function presentOwn({ bookingId, sentAt, withdrawals, content }: BriefRow): OwnBrief {
  return { bookingId, sentAt: sentAt?.toISOString() ?? null, withdrawals, content }
}

/** A brief for the provider of its session. */
function presentShown(
  { bookingId, sentAt, content: { span, blocks } }: SeenBrief,
  _noted: NotedRead,
): SharedBrief {
  return { bookingId, sentAt: sentAt.toISOString(), content: { span, blocks } }
}
