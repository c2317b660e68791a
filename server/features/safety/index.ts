import { asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Api } from '#contract/api.ts'
import { laneOf, type CommandKind, type PayloadOf, commandVersion } from '#contract/commands.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { utcDate, newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import {
  blockRequestSchema,
  reportRequestSchema,
  type BlockRequest,
  type ReportRequest,
  blockSchema,
  ownReportSchema,
  type safetyApi,
} from '#contract/safety/api.ts'
import type { Database } from '#server/db/client.ts'
import type { Orm, Queryable } from '#server/db/orm.ts'
import { blocks } from '#server/db/schema/connections.ts'
import { reports } from '#server/db/schema/safety.ts'
import { defineFeature, type Hooks } from '#server/feature.ts'
import { createClearance, type Clearance } from '#server/features/providers/index.ts'
import type { Applier, Outcome, SyncService } from '#server/features/sync/index.ts'
import { pageOf, cursorByTime } from '#server/http/routing/page-cursor.ts'
import { opIdOfKey } from '#server/http/routing/read-input.ts'
import type { Routes } from '#server/http/routing/route.ts'
import { type Authorized, authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import {
  blockPeople,
  unblock,
  presentBlock,
  maySpeakUp,
  isOwn,
  onlySuperAdmins,
  recallBlock,
  withoutName,
} from './block.ts'
import { sealPlainReports, sweepReports, openContent } from './report-content.ts'
import { createReports } from './reports.ts'
import { blocksList } from './safety.sql.ts'
import { fileReport } from './service.ts'

export const safety = defineFeature({
  routes: (deps) => safetyRoutes({ ...deps, clearance: createClearance(deps) }),
  commands: safetyCommands,
  exportData: ({ database, evidenceSealer }) => safetyExport(database.orm, evidenceSealer),
  seal: ({ database, evidenceSealer }) => sealPlainReports(database.orm, evidenceSealer),
  sweep: ({ database }, now) => sweepReports(database.orm, now),
})

type Own = Authorized<{ readonly userId: string }>

/**
 * The blocks and reports that a person made, and of a report their own words. Who blocked or reported them is nothing
 * they are told.
 */
function safetyExport(orm: Orm, sealer: Sealer) {
  return {
    blocks: async ({ userId }: Own) =>
      orm
        .select({ createdAt: blocks.createdAt })
        .from(blocks)
        .where(eq(blocks.blockerId, userId))
        .orderBy(asc(blocks.createdAt)),
    reports: async ({ userId }: Own) => {
      const rows = await orm
        .select()
        .from(reports)
        .where(eq(reports.reporterId, userId))
        .orderBy(asc(reports.createdAt), asc(reports.id))
      return rows.map((row) => ({
        reason: row.reason,
        note: openContent(sealer, row)?.note ?? null,
        state: row.state,
        createdAt: row.createdAt,
      }))
    },
  }
}

/** Each is up to a dozen statements: five together take three times as long as others should wait. */
const batchMax = 2

/** How the server carries out the blocks and reports that a device queued. */
function safetyCommands(hooks: Hooks) {
  return { 'safety.block': blockWith(hooks), 'safety.report': report }
}

function blockWith({ onBlocked }: Pick<Hooks, 'onBlocked'>): Applier<BlockRequest> {
  return {
    policy: maySpeakUp,
    lane: (request) => laneOf('safety.block', request),
    schema: () => blockRequestSchema,
    batchMax,
    async apply({ client, actor, nowMs, publish }, ops) {
      const ids = ops.map(({ payload }) => payload.userId)
      const blocks = await blockPeople(client, { actor, onBlocked }, ids, new Date(nowMs))
      const people = blocks.flatMap((left) => (typeof left === 'string' ? [] : [left.userId]))
      if (people.length > 0) publish([actor.userId, ...people], { type: 'connections' })
      return blocks.map((left) =>
        typeof left === 'string'
          ? outcomeOf(left)
          : { status: 'applied', result: left, saved: withoutName(left) },
      )
    },
    recall: (context, saved) => recallBlock(context.client, context, saved),
    async notifyAgain({ actor, publish }, ops) {
      const people = ops.map(({ payload }) => payload.userId)
      publish([actor.userId, ...people], { type: 'connections' })
    },
  }
}

const report: Applier<ReportRequest> = {
  policy: maySpeakUp,
  lane: (request) => laneOf('safety.report', request),
  schema: () => reportRequestSchema,
  batchMax,
  async apply({ client, actor, nowMs, evidenceSealer }, ops) {
    const outcomes: Outcome[] = []
    for (const { opId, payload } of ops) {
      const made = { id: opId, now: new Date(nowMs), evidenceSealer }
      outcomes.push(outcomeOf(await fileReport(client, actor, payload, made)))
    }
    return outcomes
  },
}

/** What the safety feature leaves: a record, or the code of its refusal. */
function outcomeOf(left: object | ProblemCode): Outcome {
  if (typeof left === 'string') return { status: 'rejected', code: left }
  return { status: 'applied', result: left }
}

interface SafetyDeps {
  readonly database: Database
  readonly blobs: BlobStore
  readonly sync: SyncService
  readonly events: EventBus
  readonly clearance: Clearance
  readonly evidenceSealer: Sealer
  readonly now: () => number
  readonly newId: () => string
}

function safetyRoutes(deps: SafetyDeps): Routes<typeof safetyApi> {
  const { database, sync, events, newId } = deps
  const { pool } = database

  /** Through the ledger, as an operation from the queue: with a key, a repeat gets the first reply again. */
  async function once<K extends CommandKind>(
    actor: Actor,
    key: string | undefined,
    command: { kind: K; payload: PayloadOf<K> },
  ): Promise<unknown> {
    const opId = key === undefined ? newId() : opIdOfKey(key)
    return (await sync.applyOne(actor, { opId, v: commandVersion, ...command })).result
  }

  return {
    blockPerson: {
      policy: maySpeakUp,
      handle: async ({ body, session, header }) =>
        v.parse(
          blockSchema,
          await once(session.actor, header('idempotency-key'), {
            kind: 'safety.block',
            payload: body,
          }),
        ),
    },
    unblockPerson: {
      policy: maySpeakUp,
      handle: async ({ params, session: { actor } }) => {
        const own = authorize(actor, { userId: actor.userId }, isOwn)
        await unblock(pool, own, params.userId)
        events.publish([actor.userId, params.userId.toLowerCase()], { type: 'connections' })
        return undefined
      },
    },
    listBlocks: {
      policy: maySpeakUp,
      handle: ({ query, session: { actor } }) =>
        listBlocks(pool, authorize(actor, { userId: actor.userId }, isOwn), {
          ...query,
          today: utcDate(deps.now()),
        }),
    },
    report: {
      policy: maySpeakUp,
      handle: async ({ body, session, header }) =>
        v.parse(
          ownReportSchema,
          await once(session.actor, header('idempotency-key'), {
            kind: 'safety.report',
            payload: body,
          }),
        ),
    },
    ...reportRoutes(deps),
  }
}

function reportRoutes(deps: SafetyDeps) {
  const { pool, orm } = deps.database
  const reports = createReports({ ...deps, pool, orm })
  return {
    listReports: {
      policy: onlySuperAdmins,
      handle: ({ query, session }) => reports.list(session.actor, query),
    },
    countWaiting: {
      policy: onlySuperAdmins,
      handle: ({ session }) => reports.waiting(session.actor),
    },
    handleReport: {
      policy: onlySuperAdmins,
      handle: ({ params, body, session }) => reports.decide(session, params.id, body),
    },
    getReportFile: {
      policy: onlySuperAdmins,
      handle: ({ params, session }) => reports.file(session.actor, params.id, params.messageId),
    },
  } satisfies Partial<Routes<typeof safetyApi>>
}

/**
 * Whom a person has blocked, newest first; a provider does not find those under 18 whom they do not see, as everywhere
 * else.
 */
async function listBlocks(
  client: Queryable,
  own: Authorized<{ readonly userId: string }>,
  { limit, after, today }: QueryOf<Api['listBlocks']> & { readonly today: LocalDate },
): Promise<ReplyOf<Api['listBlocks']>> {
  const [at, id] = after === undefined ? [null, null] : cursorByTime(after)
  const rows = await blocksList.all(client, [
    own.userId,
    at,
    id,
    limit + 1,
    newestAdultBirthDate(today),
  ])
  const page = pageOf(rows, limit, (row) => [row.createdAt.toISOString(), row.id])
  return { blocks: page.rows.map((row) => presentBlock(row, row.createdAt)), next: page.next }
}
